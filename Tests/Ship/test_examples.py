"""Runs the commands on the pages of Examples/, on copies, and compares what they print with the pages.

GAMUT_RECORD_EXAMPLES=1 writes what they print into the pages: read the difference before you commit it.
"""

import os
import re
import shutil
import sys
import unittest

from support import ROOT, ShipTest, needs

RECORD = os.environ.get("GAMUT_RECORD_EXAMPLES")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class ExampleTest(ShipTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(f"{ROOT}/Examples", self.path("Examples"), ignore=shutil.ignore_patterns(".build"))
        os.mkdir(self.path("integrations"))
        shutil.copytree(f"{ROOT}/integrations/swiftpm", self.path("integrations", "swiftpm"), symlinks=True)

    def follow(self, name):
        """Runs every line of a page that begins with `$`."""
        page = f"{ROOT}/Examples/{name}/README.md"
        with open(page, encoding="utf-8") as file:
            text = file.read()
        ran = 0

        def printed(block):
            nonlocal ran
            made = ""
            for command in re.findall(r"^\$ (.*)\n", block[1], re.MULTILINE):
                run = self.run_in(f"Examples/{name}", "bash", "-c", command, status=None)
                made += f"$ {command}\n{run.stdout}"
                ran += 1
            return f"```console\n{made}```"

        now = BLOCK.sub(printed, text)
        self.assertGreater(ran, 2)
        if RECORD:
            with open(page, "w", encoding="utf-8") as file:
                file.write(now)
        self.assertEqual(now, text)

    def test_website(self):
        self.follow("website")

    def test_batch(self):
        self.follow("batch")
        # The results hold the folders, and a reader of its own says that they are images.
        self.assertTrue(os.path.exists(self.path("Examples/batch/Outgoing/photos/chart.png")))

    @needs("swift")
    def test_app(self):
        self.bundle(self.path("integrations", "swiftpm"))
        self.follow("app")

    def test_images_are_samples(self):
        samples = {open(f"{ROOT}/Samples/{name}", "rb").read() for name in os.listdir(f"{ROOT}/Samples") if name.endswith(
            ".png")}
        samples.add(open(f"{ROOT}/Samples/Media.xcassets/Badge.imageset/badge.png", "rb").read())
        found = 0
        for folder, folders, files in os.walk(self.path("Examples")):
            for name in files:
                if name.endswith(".png"):
                    found += 1
                    with open(os.path.join(folder, name), "rb") as file:
                        self.assertIn(file.read(), samples, name)
        self.assertGreater(found, 8)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
