"""Runs Spark here, with two workers. Skipped without PySpark 4 and Java 17."""

import json
import os
import shutil
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from support import GAMUT, IntegrationTest, command  # noqa: E402

try:
    import pyspark
    from pyspark.sql import SparkSession

    missing = None if pyspark.__version__.startswith("4.") and shutil.which("java") else "PySpark 4 with Java"
except ImportError:
    missing = "PySpark 4"

spark_audit = command("spark")


@unittest.skipIf(missing, f"{missing} is missing")
class SparkTest(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        # A task may fail twice.
        cls.session = (
            SparkSession.builder.master("local[2, 3]").appName("test").config("spark.ui.enabled", "false").getOrCreate()
        )
        cls.session.sparkContext.setLogLevel("OFF")

    @classmethod
    def tearDownClass(cls):
        cls.session.stop()

    def test_names_that_a_list_cannot_have_are_error_rows(self):
        names = [*self.names, "a\tb.png", "a\nb.png", "s3://none/x/", f"s3://none/{'x' * 300}.png"]
        parts = spark_audit.audit(self.session, names, self.parts, GAMUT, size=10)
        rows = [json.loads(line) for line in self.merged(parts).splitlines()[1:-1]]
        self.assertEqual(sorted(row["path"] for row in rows), sorted(names))
        self.assertEqual([row["path"] for row in rows if "error" in row], sorted(names[-5:]))

    def test_parts_are_one_run(self):
        parts = spark_audit.audit(self.session, self.names, self.parts, GAMUT, size=10)
        self.assertEqual(len(parts), 6)
        self.assertMerged(parts)

    def test_retries_give_the_same_bytes(self):
        parts = spark_audit.audit(self.session, self.names, self.parts, self.crashing(), size=10)
        self.assertEqual(self.crashes(), 6)
        self.assertMerged(parts)
        self.assertEqual(sorted(os.listdir(self.parts)), [os.path.basename(part) for part in parts])

    def test_a_command_that_fails_fails_the_job(self):
        with self.assertRaises(Exception) as failure:
            spark_audit.audit(self.session, self.names, self.parts, "/bin/false", size=10)
        self.assertIn("gamut ended with status 1", str(failure.exception))
        self.assertEqual(os.listdir(self.parts), [])

    def test_binary_files(self):
        # Each in a folder of its own, because its copy has nothing beside it.
        files = [name.replace("/tree/", f"/trees/{index}/") for index, name in enumerate(self.names[:-1])]
        for name, file in zip(self.names, files):
            os.renames(name, file)
        parts = spark_audit.audit_binary(self.session, f"{self.folder}/trees/*", self.parts, GAMUT)
        whole = self.whole([(f"file:{name}", name) for name in files], status=1)
        self.assertEqual(len(files), 51)
        self.assertMerged(parts, whole)


@unittest.skipIf(missing, f"{missing} is missing")
class ClusterTest(IntegrationTest):
    """Two workers that are processes of their own."""

    def test_a_worker_that_is_killed_gives_the_same_bytes(self):
        os.environ["PYSPARK_PYTHON"] = sys.executable
        SparkSession.builder.getOrCreate().stop()
        session = SparkSession.builder.master("local-cluster[2,1,1024]").appName("test").getOrCreate()
        self.addCleanup(session.stop)
        session.sparkContext.setLogLevel("OFF")
        parts = spark_audit.audit(session, self.names, self.parts, self.killing("java"), size=10)
        self.assertTrue(os.path.exists(f"{self.folder}/killed"))
        self.assertMerged(parts)


if __name__ == "__main__":
    unittest.main()
