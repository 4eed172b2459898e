#!/usr/bin/env python3
"""Every output of the command for names and texts that are more than data to a careless reader.

    hostile.py GAMUT [N]

Each name of texts.py is a folder of images, palettes and a catalog that have this text wherever a file may have one.
Every command runs on it, and what it prints goes to a parser of its consumer: the texts stay data there. The commands
that it prints run in the shells that are installed, with a command in gamut's place that writes down its arguments.
With N, one text of N is tried. Prints a line for each output with the number of checks, and the faults; the status is 1
if there is one.

Without PyYAML, cmarkgfm, jsonschema with the schema that GAMUT_SARIF names, or Chromium, their checks are left out.
"""

import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import consumers
import shells
import texts
from consumers import Fault, need

GAMUT = os.path.realpath(sys.argv[1]) if len(sys.argv) > 1 else sys.exit(__doc__)
FORMATS = ["json", "ndjson", "sarif", "junit", "github", "gitlab", "xcode", "markdown", "html"]
counts, faults = collections.Counter(), []
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CEILING_DIRECTORIES": "/"}


def check(output, text, consumer, *arguments):
    counts[output] += 1
    try:
        return consumer(*arguments)
    except (Fault, ValueError, KeyError, consumers.xml.parsers.expat.ExpatError) as error:
        faults.append("%s, %s: %s: %s" % (output, ascii(text), type(error).__name__, error))
    return None


def run(folder, text, *arguments, log=True, statuses=(0, 1, 2), stdin=b"", environment=None):
    done = subprocess.run([GAMUT, *arguments], cwd=folder, input=stdin, capture_output=True, timeout=60,
                          env=dict(ENVIRONMENT, **(environment or {})))
    name = next((word for word in arguments if isinstance(word, str)), "gamut")
    if done.returncode not in statuses:
        faults.append("%s, %s: status %d: %s" % (
            name, ascii(text), done.returncode, ascii(done.stderr[-300:].decode("utf-8", "replace"))))
    check(name + ", standard error", text, consumers.log, done.stderr)
    if log:
        check(name + ", standard output", text, consumers.log, done.stdout)
    return done.stdout


def validator():
    schema = os.environ.get("GAMUT_SARIF")
    if not schema or not consumers.has("jsonschema"):
        return None
    import jsonschema
    with open(schema) as file:
        document = json.load(file)
    return jsonschema.validators.validator_for(document)(document)


class Case:
    """A folder with a text in all files, and in their names if it can be one."""

    def __init__(self, base, index, name, text):
        self.folder = os.path.join(base, str(index))
        self.reports = os.path.join(base, "reports-%d" % index)
        self.name, self.text = name, text
        self.commands = []
        self.isText = name == text.encode("utf-8", "surrogatepass")
        os.makedirs(self.folder)
        os.makedirs(self.reports)
        self.files = []
        for suffix, data in (texts.images(text) | texts.palettes(text)).items():
            self.write(self.name + suffix.encode(), data)
        self.palettes = [b"./" + name for name in self.files if not name.endswith(b".png")]
        self.images = [name for name in self.files if name.endswith(b".png")]
        os.makedirs(os.path.join(self.folder.encode(), name))
        tagged = texts.png(texts.grey, texts.chunk(b"sRGB", b"\0"), size=4)
        self.write(name + b"/in.png", tagged)
        self.catalog = name + b".xcassets"
        for path, document in texts.catalog(text).items():
            path = self.catalog + b"/" + path.replace("a.", "\0").encode().replace(b"\0", name + b".")
            os.makedirs(os.path.join(self.folder.encode(), os.path.dirname(path)), exist_ok=True)
            self.write(path, json.dumps(document).encode())
        self.write(self.catalog + b"/" + name + b".imageset/reds.png", texts.images(text)[".png"])

    def write(self, path, data):
        with open(os.path.join(self.folder.encode(), path), "wb") as file:
            file.write(data)
        self.files.append(path)

    def report(self, kind, form):
        with open(os.path.join(self.reports, kind + "." + form), "rb") as file:
            data = file.read()
        # A file of a format that does not name the program begins with a line that does.
        return data.removeprefix(b"gamut audit\n\n") if form in ("github", "xcode") else data

    def run(self, *arguments, **options):
        return run(self.folder, self.text, *arguments, **options)

    def check(self, output, consumer, *arguments):
        return check(output, self.text, consumer, *arguments)

    def reportOptions(self, kind, forms=FORMATS):
        return [word for form in forms for word in ("--report", "%s=%s/%s.%s" % (form, self.reports, kind, form))]

    def formats(self, kind, arguments, schema):
        """Runs what has the formats of an audit, and gives each to its consumer."""
        summary = os.path.join(self.reports, kind + ".summary")
        output = self.run(*arguments, "--fail-on", "never", "--verbose", *self.reportOptions(kind), environment={
            "GITHUB_STEP_SUMMARY": summary})
        self.commands += shells.printed(output.decode("utf-8", "replace"))
        document = self.check(kind + " json", consumers.parse_json, self.report(kind, "json"))
        lines = self.check(kind + " ndjson", consumers.ndjson, self.report(kind, "ndjson"))
        files = document["files"] if document else []
        if lines:
            need(len(lines) == len(files) + 2, "lines", len(lines), len(files))
        found = [(file, finding) for file in files for finding in file["findings"]]
        self.commands += [finding["command"] for _, finding in found if finding.get("command")]
        paths = self.check(kind + " sarif", consumers.sarif, self.report(kind, "sarif"), schema)
        existing = {os.path.normpath(name) for name in self.files} | {
            os.path.dirname(name) for name in self.files} | {self.catalog}
        for path in paths or ():
            self.check(kind + " paths of sarif", need, path in existing, "no file:", path)
        cases = self.check(kind + " junit", consumers.junit, self.report(kind, "junit"))
        if cases:
            self.check(kind + " junit", need, len(cases["testcase"]) == len(files), "cases", cases)
        annotations = self.check(kind + " github", consumers.github, self.report(kind, "github"))
        self.check(kind + " github", need, annotations, "no annotation")
        self.check(kind + " gitlab", consumers.gitlab, self.report(kind, "gitlab"))
        places = self.check(kind + " xcode", consumers.xcode, self.report(kind, "xcode"), self.folder)
        rendered = self.check(kind + " markdown", consumers.markdown, self.report(kind, "markdown"))
        self.check(kind + " html", consumers.page, self.report(kind, "html"))
        if os.path.exists(summary):
            self.check(kind + " summary", consumers.markdown, self.report(kind, "summary"))
        # A name without anything to escape is shown as it is.
        name = self.name.decode("utf-8", "replace")
        if self.isText and not consumers.UNFIT.search(name) and not set("\n#:") & set(name):
            if annotations:
                for _, properties, _ in annotations:
                    self.check(kind + " files of github", need, properties["file"].encode() in existing, "no file:",
                               properties)
            for place, *_ in places or ():
                self.check(kind + " files of xcode", need, os.path.relpath(place, self.folder).encode() in existing,
                           "no file:", ascii(place))
            if rendered:
                files = [cell for kind, cell in rendered.cells if kind == "td"]
                for code in rendered.code:
                    is_known = code.encode() in existing or re.fullmatch("[a-z0-9-]+", code)
                    self.check(kind + " cells of markdown", need, is_known, "no file:", ascii(code))

    def audits(self, schema):
        self.formats("audit", ["audit", "--no-policy", "--root", "."], schema)
        self.formats("palette", ["palette", "--no-policy", *self.palettes], schema)
        part = os.path.join(self.reports, "audit.ndjson")
        self.formats("merge", ["merge", part], schema)
        for form in ("json", "sarif", "junit", "github", "gitlab", "xcode", "markdown"):
            self.check("merge as audit", need, form == "xcode" or self.report("merge", form) == self.report(
                "audit", form), form, "differs")
        for detail in ("--quiet", "--color=never"):
            self.commands += shells.printed(self.run("audit", "--no-policy", "--root", ".", detail).decode(
                "utf-8", "replace"))
        self.run("audit", "--no-policy", "--root", ".", "--fix", "--dry-run", "--assume", "srgb")
        baseline = os.path.join(self.reports, "baseline")
        self.run("audit", "--no-policy", "--root", ".", "--write-baseline", baseline)
        with open(baseline, "rb") as file:
            self.check("baseline", consumers.parse_json, file.read())
        self.run("audit", "--no-policy", "--root", ".", "--baseline", baseline)

    def rows(self):
        """The commands that write a row for each file."""
        files = [b"./" + name for name in self.images]
        listed = b"\0".join(self.images) + b"\0"
        for command in (["inspect"], ["verify", "--profile", "srgb"], ["report"]):
            self.run(*command, "--verbose", *files)
            self.commands += shells.printed(self.run(
                *command, "--files-from", "-", "-0", stdin=listed).decode("utf-8", "replace"))
            self.check(command[0] + " json", consumers.parse_json, self.run(*command, "--format", "json", *files))
            self.check(command[0] + " ndjson", consumers.ndjson, self.run(*command, "--format", "ndjson", *files))
        page = self.run("report", "--format", "html", *files, log=False)
        self.check("report html", consumers.page, page)
        for command in (["embed", "--profile", "srgb", "--assume", "srgb"], ["convert", "--to", "srgb"]):
            command += ["--output-dir", b"out-" + self.name, "--dry-run"]
            self.run(*command, *files)
            self.check(command[0] + " json", consumers.parse_json, self.run(*command, "--format", "json", *files))
        catalog = b"./" + self.catalog
        for command in (["convert", "--catalog", catalog, "--dry-run"],):
            self.run(*command)
            self.check("convert --catalog json", consumers.parse_json, self.run(*command, "--format", "json"))

    def words(self):
        """The command that follows a first policy."""
        path = os.path.join(self.folder.encode(), b"out-" + self.name)
        os.mkdir(path)
        self.commands += shells.printed(self.run("init", b"./out-" + self.name).decode("utf-8", "replace"))
        os.remove(path + b"/.gamut.yml")

    def policies(self):
        if not self.isText:
            return
        text = self.name.decode()
        quoted = json.dumps("".join(letter if ord(letter) < 0x10000 else letter for letter in text), ensure_ascii=False)
        if re.search("[\0-\x1f\x7f-\x9f\ufffe\uffff\u2028]|[\U00010000-\U0010ffff]", text):
            quoted = '"%s"' % "".join("\\U%08x" % ord(letter) for letter in text)
        path = os.path.join(self.reports, "policy.yml")
        for policy in (
                "%s: 1", "severity: {%s: error}", "severity: {clips: %s}", "destination: %s", "expect: [{files: %s}]",
                "exclude: [%s, \"{\"]", "version: %s", "contrast: [{text: %s, on: 1}]",
                "palettes: [[%s]]", "# %s"):
            with open(path, "w", newline="") as file:
                file.write("version: 1\n" + policy % quoted + "\n")
            self.run("audit", "--policy", path, "--print-policy", statuses=(0, 2, 64))
        pattern = "".join("\\" + letter if letter in "*?[]\\!{}" else letter for letter in text)
        with open(path, "w", newline="") as file:
            file.write("version: 1\nexclude: [%s]\n" % ('"%s"' % "".join("\\U%08x" % ord(x) for x in pattern)))
        printed = self.run("audit", "--policy", path, "--print-policy")
        document = self.check("--print-policy", consumers.yaml, printed)
        if document:
            self.check("--print-policy", need, document["exclude"] == [pattern], "exclude is",
                       ascii(document["exclude"]))
        # No pattern can have a brace: such a policy is refused.
        if not printed:
            self.check("--print-policy", need, set("{}") & set(pattern), "refused:", ascii(pattern))
            return
        with open(path, "wb") as file:
            file.write(printed)
        # Its comments say where each value is from.
        again = self.check("--print-policy again", consumers.yaml, self.run("audit", "--policy", path, "--print-policy"))
        self.check("--print-policy again", need, document == again, "differs")

    def all(self, schema):
        try:
            self.audits(schema)
            self.rows()
            self.words()
            self.policies()
        except (Fault, OSError, ValueError, subprocess.TimeoutExpired) as error:
            faults.append("%s: %r" % (ascii(self.text), error))


def main():
    base = tempfile.mkdtemp(prefix="gamut-hostile-")
    try:
        names = [name.encode("utf-8", "surrogatepass") for name in texts.NAMES] + texts.BYTES
        both = [(name, name.decode("utf-8", "replace")) for name in names] + [(b"plain", text) for text in texts.TEXTS]
        every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
        cases = [Case(base, index, *pair) for index, pair in enumerate(both) if index % every == 0]
        schema = validator()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda case: case.all(schema), cases))
        chromium = shutil.which("chromium")
        for case in [case for case in cases if chromium and "script" in case.text][:3]:
            for kind in ("audit", "palette"):
                path = os.path.join(case.reports, kind + ".html")
                check(kind + " html in Chromium", case.text, consumers.page, case.report(kind, "html"), chromium, path)
        for case in cases:
            for shell, command, fault in shells.records(case):
                check("commands in " + shell, case.text, need, not fault, command, fault)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    missing = [module for module in ("yaml", "cmarkgfm", "jsonschema") if not consumers.has(module)]
    missing += [] if chromium else ["chromium"]
    if missing:
        print("Without", ", ".join(missing) + ", their checks are left out.")
    for output, count in sorted(counts.items()):
        print("%-32s %6d" % (output, count))
    for fault in faults:
        print("FAULT", fault)
    sys.exit(bool(faults))


main()
