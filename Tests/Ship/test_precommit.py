"""The hooks, by the real pre-commit, in repositories that the tests make."""

import os
import resource
import shutil
import subprocess
import unittest

from support import ROOT, ShipTest, needs


@needs("pre-commit", "PyPI")
class HookTest(ShipTest):
    def setUp(self):
        super().setUp()
        # The hooks as a repository of their own, as users name it.
        os.mkdir(self.path("hooks"))
        shutil.copy(f"{ROOT}/.pre-commit-hooks.yaml", self.path("hooks"))
        self.commit("hooks", "hooks")
        self.revision = self.run_in("hooks", "git", "rev-parse", "HEAD").stdout.strip()
        os.mkdir(self.path("repository"))

    def commit(self, folder, message, status=0):
        self.run_in(folder, "git", "init", "-q")
        self.run_in(folder, "git", "add", "-A")
        return self.run_in(folder, "git", "commit", "-q", "-m", message, status=status)

    def write(self, path, text):
        os.makedirs(os.path.dirname(self.path("repository", path)), exist_ok=True)
        with open(self.path("repository", path), "w", encoding="utf-8") as file:
            file.write(text)

    def use(self, *hooks, args=None):
        with open(self.path("repository", ".pre-commit-config.yaml"), "w", encoding="utf-8") as file:
            file.write(f"repos:\n- repo: {self.path('hooks')}\n  rev: {self.revision}\n  hooks:\n")
            file.writelines(f"  - id: {hook}\n" + (f"    args: {args}\n" if args else "") for hook in hooks)
        self.run_in("repository", "git", "init", "-q")
        self.run_in("repository", "pre-commit", "install")

    def stage(self, sample):
        shutil.copy(f"{ROOT}/Samples/{sample}", self.path("repository", sample))

    def test_a_collapsing_image_is_blocked(self):
        self.use("gamut-audit")
        self.stage("two-reds.png")
        run = self.commit("repository", "An image that loses its disc", status=1)
        self.assertIn("collapses", run.stdout + run.stderr)
        self.assertIn("two-reds.png", run.stdout + run.stderr)
        self.run_in("repository", "git", "rev-parse", "-q", "--verify", "HEAD", status=1)

    def test_a_clean_image_passes(self):
        self.use("gamut-audit")
        self.stage("srgb.png")
        run = self.commit("repository", "A clean image")
        self.assertIn("Passed", run.stdout + run.stderr)
        self.run_in("repository", "git", "rev-parse", "-q", "--verify", "HEAD")

    def test_files_of_other_commits_are_not_checked(self):
        self.stage("two-reds.png")
        self.commit("repository", "Before there were hooks")
        self.use("gamut-audit")
        self.stage("srgb.png")
        self.commit("repository", "A clean image")

    def test_embedding_changes_the_file_and_then_passes(self):
        self.use("gamut-embed")
        self.stage("untagged.png")
        run = self.commit("repository", "An image without a declaration", status=1)
        self.assertIn("files were modified by this hook", run.stdout + run.stderr)
        with open(self.path("repository", "untagged.png"), "rb") as file:
            self.assertIn(b"sRGB", file.read())
        self.commit("repository", "With the declaration")

    def test_names_like_options_are_files(self):
        self.use("gamut-audit")
        shutil.copy(f"{ROOT}/Samples/two-reds.png", self.path("repository", "--exclude=*.png"))
        run = self.commit("repository", "An image that loses its disc", status=1)
        self.assertIn("collapses", run.stdout + run.stderr)

    def test_a_policy_applies(self):
        self.use("gamut-audit")
        self.write(".gamut.yml", "severity: {untagged: error}\n")
        self.stage("untagged.png")
        self.assertIn("untagged", self.commit("repository", "Untagged", status=1).stderr)

    def test_the_nearest_policy_applies_and_the_baseline_is_that_of_the_top_one(self):
        """Two apps in one commit; then the findings are known, and a folder is renamed."""
        self.use("gamut-audit")
        self.write(".gamut.yml", "severity: {untagged: off}\n")
        self.write("apps/ios/.gamut.yml", "extends: ../../.gamut.yml\nseverity: {untagged: error}\n")
        self.write("apps/web/.gamut.yml", "severity: {collapses: off}\n")
        for app in ("ios", "web"):
            for sample in ("untagged.png", "two-reds.png"):
                shutil.copy(f"{ROOT}/Samples/{sample}", self.path("repository", "apps", app, sample))
        found = self.commit("repository", "Two apps", status=1)
        text = found.stdout + found.stderr
        for name in ("apps/ios/untagged.png", "apps/ios/two-reds.png"):
            self.assertIn(name, text)
        self.assertNotIn("apps/web", text)
        self.run_in("repository", "gamut", "audit", "--write-baseline", "known.json")
        self.write(".gamut.yml", "baseline: known.json\nseverity: {untagged: off}\n")
        self.commit("repository", "Two apps")
        os.rename(self.path("repository", "apps", "ios"), self.path("repository", "apps", "iphone"))
        self.commit("repository", "Another name")
        shutil.copy(f"{ROOT}/Samples/flat-gradient.png", self.path("repository", "apps", "iphone", "new.png"))
        self.assertIn("new.png", self.commit("repository", "A new one", status=1).stderr)

    def test_further_arguments(self):
        self.use("gamut-audit", args="[--ignore, collapses, --]")
        self.stage("two-reds.png")
        self.commit("repository", "An image whose loss does not matter")


class HookTimeTest(ShipTest):
    def test_one_file_takes_less_than_100_ms(self):
        """The processor time of the hook's own command, the least of ten runs: no other work on the machine counts."""
        image = f"{ROOT}/Samples/icon-alpha.png"
        times = []
        for _ in range(10):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([f"{self.bin}/gamut", "audit", "--quiet", image], env=self.environment, check=True,
                           capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        print(f"the hook's command for one file: {min(times) * 1000:.0f} ms of processor time")
        self.assertLess(min(times), 0.1)


if __name__ == "__main__":
    unittest.main()
