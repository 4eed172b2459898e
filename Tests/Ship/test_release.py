"""The check of a release, which must fail where version, changelog, manual and schemas disagree; and the SBOM."""

import importlib.util
import io
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from support import GAMUT, ROOT, ShipTest

spec = importlib.util.spec_from_file_location("release_check", f"{ROOT}/Packaging/release_check.py")
release_check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(release_check)
FILES = [release_check.SOURCE, "CHANGELOG.md", "action.yml", "ci/gitlab.yml", "Documentation/builds.md",
         "Documentation/formats.md", "Documentation/policy.md", "Samples/srgb.png", "README.md",
         "integrations/swiftpm/README.md"]


class ReleaseCheckTest(ShipTest):
    def setUp(self):
        super().setUp()
        for name in FILES:
            os.makedirs(os.path.dirname(self.path("root", name)), exist_ok=True)
            shutil.copy(f"{ROOT}/{name}", self.path("root", name))
        shutil.copytree(f"{ROOT}/Schemas", self.path("root", "Schemas"))
        self.version = subprocess.run([GAMUT, "--version"], capture_output=True, text=True).stdout.strip()
        os.mkdir(self.path("man"))
        self.page = self.path("man", "gamut.1")
        with open(self.page, "w", encoding="utf-8") as file:
            file.write(f'.\\" A page.\n.TH "GAMUT" 1 "2025-01-02" "gamut {self.version}" "Manual of gamut"\n')

    def faults(self, tag=""):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = release_check.main(self.path("root"), GAMUT, self.path("man"), tag)
        self.assertEqual(status, 1 if output.getvalue() else 0)
        return output.getvalue().splitlines()

    def change(self, name, old, new, count=1):
        path = self.path("root", name) if name != "page" else self.page
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, count))

    def assertFault(self, words, tag="", count=1):
        faults = self.faults(tag)
        self.assertEqual(len(faults), count, faults)
        self.assertTrue(any(words in fault for fault in faults), faults)

    def released(self):
        self.change("CHANGELOG.md", "- unreleased", "- 2025-03-04")

    def test_the_repository_agrees(self):
        self.assertEqual(self.faults(), [])

    def test_a_release_needs_its_section(self):
        self.assertFault("the first section is unreleased", "v" + self.version, count=2)
        self.released()
        self.assertEqual(self.faults("v" + self.version), [])
        self.assertFault("the tag is v9.9.9", "v9.9.9")

    def test_one_change_is_one_fault(self):
        for name, old, new, words in (
                ("CHANGELOG.md", "- unreleased", "- unreleased\n\n## 0.0.1 - 2025-01-01\n\n## 0.0.2 - 2025-01-02\n",
                 "not in order"),
                ("CHANGELOG.md", "- unreleased", "- unreleased\n\n## 0.0.1 - 2025-02-30\n", "is no date"),
                ("CHANGELOG.md", "- unreleased", "- unreleased\n\n## Version 0.0.1\n", "nor VERSION - DATE"),
                ("CHANGELOG.md", f"## {self.version} - unreleased", "## 99.0.0 - 2025-01-01", "it has 99.0.0"),
                ("CHANGELOG.md", "- unreleased", f"- unreleased\n\n## {self.version} - 2025-01-01\n",
                 "raise the version"),
                ("action.yml", f"default: {self.version}", "default: 0.0.9", "it installs 0.0.9"),
                ("page", self.version, "0.0.9", "it is of 0.0.9"),
                ("Schemas/report.schema.json", "urn:gamut:schema:report:3", "urn:gamut:schema:report:4",
                 "has the number 4")):
            with self.subTest(words):
                self.change(name, old, new)
                self.assertFault(words)
                self.change(name, new, old)

    def test_the_source_and_the_command_agree(self):
        self.change(release_check.SOURCE, self.version, "9.8.7")
        self.assertGreater(len(self.faults()), 3)
        self.change(release_check.SOURCE, "9.8.7", "1.0")
        self.assertFault("no semantic version")

    def test_the_manual_is_there(self):
        os.remove(self.page)
        self.assertFault("there is no page")

    def test_what_installs_it_agrees(self):
        for before in ("rev: v", "gamut@v", 'from: "', "download/v", "gamut-"):
            with self.subTest(before):
                self.change("Documentation/builds.md", before + self.version, before + "0.0.9")
                self.assertTrue(any("mentions 0.0.9" in fault for fault in self.faults()))
                self.change("Documentation/builds.md", before + "0.0.9", before + self.version)

    def test_the_command_writes_what_schemas_describe(self):
        self.change("Schemas/spaces.schema.json", "gamut.spaces/1", "gamut.spaces/2")
        self.change("Schemas/spaces.schema.json", "schema:spaces:1", "schema:spaces:2")
        self.assertFault("it writes gamut.spaces/1", count=2)

    def test_numbers_of_schemas_are_in_the_changelog(self):
        self.change("CHANGELOG.md", "gamut.baseline/2", "a new format", count=-1)
        self.assertFault("a document became gamut.baseline/2")

    def test_schemas_are_documented(self):
        shutil.copy(self.path("root", "Schemas", "spaces.schema.json"), self.path("root", "Schemas", "new.schema.json"))
        self.change("Schemas/new.schema.json", "schema:spaces:1", "schema:new:1")
        self.assertFault("Schemas/new.schema.json: neither")


class BillTest(ShipTest):
    def test_the_parts_are_complete_and_valid(self):
        state = f"{ROOT}/.build/workspace-state.json"
        if not os.path.exists(state) or not shutil.which("dpkg-query"):
            self.skipTest("a bill needs a build in .build, on Debian")
        os.mkdir(self.path("licences"))
        run = subprocess.run([sys.executable, f"{ROOT}/Packaging/sbom.py", "0.1.0", f"{ROOT}/.build",
                              self.path("licences")], cwd=ROOT, capture_output=True, text=True,
                             env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        self.assertEqual(run.returncode, 0, run.stderr)
        bill = json.loads(run.stdout)
        names = {part["name"] for part in bill["components"]}
        self.assertEqual(names, {"swift", "swift-argument-parser", "lcms2", "isa-l", "zlib", "libdeflate",
                                 "libyaml", "libsodium", "libstdc++", "libgcc"})
        # The exact versions are those that the system says.
        said = subprocess.run(["dpkg-query", "-Wf", "${Version}", "liblcms2-2"], capture_output=True, text=True).stdout
        purls = {part["name"]: part["purl"] for part in bill["components"]}
        self.assertIn("@" + said.replace("+", "%2B") + "?", purls["lcms2"])
        # The libraries say their own versions.
        linked = dict(re.findall(r"^ *(\S+) +(\d[\d.]*)", subprocess.run(
            [GAMUT, "--version", "--verbose"], capture_output=True, text=True).stdout, re.MULTILINE))
        versions = {part["name"]: part["version"] for part in bill["components"]}
        self.assertEqual({name: versions[name] for name in linked if name in versions},
                         {name: version for name, version in linked.items() if name in versions})
        self.assertIn("zlib", linked)
        for name in names | {"gamut"}:
            self.assertGreater(os.path.getsize(self.path("licences", name + ".txt")), 500, name)
        try:
            from cyclonedx.schema import SchemaVersion
            from cyclonedx.validation.json import JsonStrictValidator
        except ImportError:
            self.skipTest("cyclonedx-python-lib is not installed (PyPI)")
        self.assertIsNone(JsonStrictValidator(SchemaVersion.V1_6).validate_str(run.stdout))
        # And the validator sees a fault.
        self.assertIsNotNone(JsonStrictValidator(SchemaVersion.V1_6).validate_str(run.stdout.replace(
            '"library"', '"livrary"')))


if __name__ == "__main__":
    unittest.main()
