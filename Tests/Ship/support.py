"""What the tests of what ships share: the built command, tools from PyPI, and copies to try things on."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMUT = os.path.realpath(os.environ.get("GAMUT") or os.path.join(ROOT, ".build", "release", "gamut"))
TOOLS = os.environ.get("GAMUT_TOOLS") or os.path.join(ROOT, ".build", "tools", "bin")


def tool(name):
    """Returns the path of a program, from the tools of Packaging/tools.txt or from the system; None if there is none."""
    own = os.path.join(TOOLS, name)
    return own if os.access(own, os.X_OK) else shutil.which(name)


def needs(name, package=None):
    """Skips a test, with a word, if a program is not installed."""
    return unittest.skipUnless(tool(name), f"{name} is not installed" + (f" ({package})" if package else ""))


def blocks(page, language):
    """Returns the blocks of a language in a page, with the heading that each is below."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        text = file.read()
    found, heading = [], ""
    for match in re.finditer(r"^#+ ([^\n]*)$|^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match[1]:
            heading = match[1]
        elif match[2] == language:
            found.append((heading, match[3]))
    return found


class ShipTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        if not os.access(GAMUT, os.X_OK):
            self.skipTest(f"{GAMUT} is missing: run 'make build'")
        self.folder = tempfile.mkdtemp(prefix="gamut-ship-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        # Nothing else of this machine: the command alone, under its name.
        self.bin = os.path.join(self.folder, "bin")
        os.mkdir(self.bin)
        os.symlink(GAMUT, os.path.join(self.bin, "gamut"))
        self.environment = {
            **os.environ, "PATH": os.pathsep.join([self.bin, TOOLS, os.environ["PATH"]]), "HOME": self.folder,
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "LC_ALL": "C.UTF-8"}
        for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_PATH"):
            self.environment.pop(name, None)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def run_in(self, folder, *command, status=0, **options):
        """Runs a command in a folder below the one of the test, and returns its output; `status` None for any."""
        run = subprocess.run(command, cwd=self.path(folder), env=self.environment, capture_output=True, text=True,
                             **options)
        if status is not None:
            self.assertEqual(run.returncode, status, f"{command}\n{run.stdout}{run.stderr}")
        return run

    def bundle(self, folder):
        """Makes an artifact bundle of the built command in a folder, as `make dist` does."""
        variant = os.path.join(folder, "gamut.artifactbundle", "gamut", "bin")
        os.makedirs(variant)
        shutil.copy(GAMUT, os.path.join(variant, "gamut"))
        target = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
        triple = re.search(r'"unversionedTriple": "(.*)"', target)[1]
        with open(os.path.join(folder, "gamut.artifactbundle", "info.json"), "w", encoding="utf-8") as file:
            file.write('{"schemaVersion": "1.0", "artifacts": {"gamut": {"type": "executable", "version": "0.0.0", '
                       f'"variants": [{{"path": "gamut/bin/gamut", "supportedTriples": ["{triple}"]}}]}}}}}}')
