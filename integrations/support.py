"""What the tests of the integrations share: images, one plain run to compare with, and a command that crashes."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import manifest  # noqa: E402

ROOT = os.path.dirname(HERE)
GAMUT = os.environ.get("GAMUT") or os.path.join(ROOT, ".build", "release", "gamut")


def command(engine):
    """Returns the module of an engine's command."""
    spec = importlib.util.spec_from_file_location(f"{engine}_audit", f"{HERE}/{engine}/audit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@unittest.skipUnless(os.access(GAMUT, os.X_OK), f"{GAMUT} is missing: run 'make build'")
class IntegrationTest(unittest.TestCase):
    """A tree of images: an image with its variant, images that lose something, and a file that is no image."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="gamut-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.parts = os.path.join(self.folder, "parts")
        os.mkdir(self.parts)
        samples = [name for name in sorted(os.listdir(f"{ROOT}/Samples")) if name.endswith(".png")]
        self.names = []
        for index in range(48):
            name = os.path.join(self.folder, "tree", f"{index % 5} {index}é.png")
            os.makedirs(os.path.dirname(name), exist_ok=True)
            shutil.copy(f"{ROOT}/Samples/{samples[index % len(samples)]}", name)
            self.names.append(name)
        reds = os.path.join(self.folder, "tree", "two-reds.png")
        shutil.copy(f"{ROOT}/Samples/two-reds.png", reds)
        variant = reds.replace(".png", "-srgb.png")
        self.run_gamut(["convert", reds, "--to", "srgb", "--depth", "8", "--mapping", "preserve", "--output", variant])
        broken = os.path.join(self.folder, "tree", "broken.png")
        with open(broken, "wb") as file:
            file.write(b"no image")
        self.names += [reds, variant, broken, os.path.join(self.folder, "tree", "missing.png")]

    def run_gamut(self, arguments, stdin=b"", statuses=(0,)):
        run = subprocess.run([GAMUT, *arguments], input=stdin, capture_output=True)
        self.assertIn(run.returncode, statuses, run.stderr.decode())
        return run.stdout

    def whole(self, pairs=None, status=2):
        """The bytes of one run over all files, of which one is missing."""
        listed = "".join(f"{name}\t{path}\n" for name, path in pairs or [(name, name) for name in self.names])
        options = ["audit", "--no-policy", "--files-from", "-", "--format", "ndjson"]
        return self.run_gamut(options, listed.encode(), (status,))

    def assertMerged(self, parts, whole=None):
        """The parts give the bytes of one run, in any order and by way of other merges."""
        whole = whole or self.whole()
        self.assertEqual(self.merged(parts), whole)
        self.assertEqual(self.merged(parts[::-1]), whole)
        halves = []
        for index in range(2):
            halves.append(os.path.join(self.folder, f"half-{index}"))
            with open(halves[-1], "wb") as file:
                file.write(self.merged(parts[index::2]))
        self.assertEqual(self.merged(halves), whole)

    def merged(self, parts):
        return self.run_gamut(["merge", "--format", "ndjson", *parts], b"", (0, 1, 2))

    def crashing(self):
        """Returns a command that kills itself halfway through a part, once for each list of files."""
        path = os.path.join(self.folder, "crashing")
        with open(path, "w") as file:
            file.write(
                "#!/bin/sh\n"
                "list=$(mktemp)\ncat > \"$list\"\n"
                f"mark={self.folder}/crashed-$(md5sum < \"$list\" | cut -c1-32)\n"
                f"if [ ! -e \"$mark\" ]; then touch \"$mark\"; {GAMUT} \"$@\" < \"$list\" | head -c 3000; kill -9 $$; fi\n"
                f"exec {GAMUT} \"$@\" < \"$list\"\n")
        os.chmod(path, 0o755)
        return path

    def killing(self, worker):
        """Returns a command that once, halfway through a part, kills the worker that runs it: a process of this name."""
        path = os.path.join(self.folder, "killing")
        with open(path, "w") as file:
            file.write(
                "#!/bin/sh\n"
                f"if mkdir {self.folder}/killed 2> /dev/null; then\n"
                f"  {GAMUT} \"$@\" | head -c 3000\n"
                "  process=$PPID\n"
                f"  until case $(cat /proc/$process/comm) in {worker}*) true;; *) false;; esac; do\n"
                "    process=$(sed -n 's/^PPid:[^0-9]*//p' /proc/$process/status)\n"
                "  done\n"
                "  kill -9 $process\n"
                "  exit 1\n"
                "fi\n"
                f"exec {GAMUT} \"$@\"\n")
        os.chmod(path, 0o755)
        return path

    def crashes(self):
        return len([name for name in os.listdir(self.folder) if name.startswith("crashed-")])
