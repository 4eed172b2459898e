"""Runs Dask here, with two processes, and S3 by moto. Skipped without them."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from support import GAMUT, IntegrationTest, command  # noqa: E402

try:
    from dask.distributed import Client, LocalCluster

    missing = None
except ImportError:
    missing = "Dask with distributed"
try:
    import s3fs
    from moto.server import ThreadedMotoServer

    missing_s3 = missing
except ImportError:
    missing_s3 = "moto with s3fs"

dask_audit = command("dask")


@unittest.skipIf(missing, f"{missing} is missing")
class DaskTest(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        cls.cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        cls.client = Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()

    def test_parts_are_one_run(self):
        parts = dask_audit.audit(self.client, self.names, self.parts, GAMUT, size=10)
        self.assertEqual(len(parts), 6)
        self.assertMerged(parts)

    def test_retries_give_the_same_bytes(self):
        parts = dask_audit.audit(self.client, self.names, self.parts, self.crashing(), size=10)
        self.assertEqual(self.crashes(), 6)
        self.assertMerged(parts)

    def test_a_worker_that_is_killed_gives_the_same_bytes(self):
        parts = dask_audit.audit(self.client, self.names, self.parts, self.killing("python"), size=10)
        self.assertTrue(os.path.exists(f"{self.folder}/killed"))
        self.assertMerged(parts)

    def test_a_command_that_fails_fails_the_job(self):
        with self.assertRaisesRegex(Exception, "gamut ended with status 1"):
            dask_audit.audit(self.client, self.names, self.parts, "/bin/false", size=30)
        self.assertEqual(os.listdir(self.parts), [])

    @unittest.skipIf(missing_s3, f"{missing_s3} is missing")
    def test_objects_of_a_store(self):
        server = ThreadedMotoServer(port=0, verbose=False)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        options = {"key": "k", "secret": "s", "endpoint_url": f"http://{host}:{port}"}
        store = s3fs.S3FileSystem(**options)
        store.mkdir("icons")
        pairs = [(f"s3://icons/in/{os.path.basename(name)}", name) for name in self.names]
        for name, path in pairs:
            if os.path.exists(path):
                store.put_file(path, name)
        places = dask_audit.audit(
            self.client, [name for name, _ in pairs], "s3://icons/parts", GAMUT, options=options, size=10)
        parts = []
        for place in places:
            parts.append(os.path.join(self.parts, os.path.basename(place)))
            store.get_file(place, parts[-1])
        self.assertMerged(parts, self.whole(pairs))


if __name__ == "__main__":
    unittest.main()
