"""Whether version, changelog, manual and schemas agree.

    release_check.py ROOT GAMUT MANUAL [TAG]

ROOT is a checkout, GAMUT the command that was built from it, MANUAL the folder of its pages. With a TAG, it must also be
ready to release: the changelog has a dated section for the version, and nothing that is unreleased.

The version is a semantic one, in one place of the source. The command and each page of the manual have it. In the changelog,
`## VERSION - unreleased`, of the version, comes first, if it is there; the other sections are `## VERSION - DATE`, the newest
first, and none is newer than the version. Each schema has the number of the documents that it describes, the command writes documents of these
numbers, and the changelog names each number above 1.
"""

import datetime
import glob
import json
import os
import re
import subprocess
import sys

SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
SOURCE = "Sources/GamutKit/Run/Version.swift"
# A version of gamut in a line that installs it.
MENTION = r'(?:rev: v|gamut@v?|raw/v|download/v|gamut-|from: "|GAMUT_VERSION[:=] *)(\d+\.\d+\.\d+)'


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def numbers(version):
    return tuple(map(int, version.split(".")))


def changelog(root, version, tag):
    headings = re.findall(r"^## (.*)$", read(root, "CHANGELOG.md"), re.MULTILINE)
    if not headings:
        yield "CHANGELOG.md: it has no section"
        return
    released = []
    unreleased = f"{version} - unreleased"
    for place, heading in enumerate(headings):
        if heading == unreleased:
            if place > 0:
                yield f"CHANGELOG.md: '{unreleased}' is not the first section"
            continue
        match = re.fullmatch(rf"({SEMANTIC.pattern}) - (\d{{4}}-\d\d-\d\d)", heading)
        if not match:
            yield f"CHANGELOG.md: '{heading}' is neither '{unreleased}' nor VERSION - DATE"
            continue
        try:
            datetime.date.fromisoformat(match[5])
        except ValueError:
            yield f"CHANGELOG.md: {match[5]} is no date"
        released.append(match[1])
    if [*map(numbers, released)] != sorted({*map(numbers, released)}, reverse=True):
        yield "CHANGELOG.md: the versions are not in order, the newest first"
    if released and numbers(released[0]) > numbers(version):
        yield f"CHANGELOG.md: it has {released[0]}, but {SOURCE} has {version}"
    if headings[0] == unreleased and version in released and released[0] == version:
        yield f"{SOURCE}: {version} is released, and there are changes since: raise the version"
    if tag:
        if tag != "v" + version:
            yield f"the tag is {tag}, but {SOURCE} has {version}"
        if headings[0] == unreleased:
            yield f"CHANGELOG.md: the first section is unreleased: call it {version} - DATE"
        if version not in released:
            yield f"CHANGELOG.md: there is no section for {version}"


def versions(root, version, gamut, manual):
    said = subprocess.run([gamut, "--version"], capture_output=True, text=True).stdout.strip()
    if said != version:
        yield f"{gamut}: it says that it is {said or 'nothing'}, but {SOURCE} has {version}: build it again"
    pages = sorted(glob.glob(os.path.join(manual, "*.1")))
    if not pages:
        yield f"{manual}: there is no page: make docs WHAT=manual"
    for page in pages:
        head = re.search(r'^\.TH "[^"]*" 1 "[^"]*" "gamut ([^"]*)"', read("", page), re.MULTILINE)
        if not head or head[1] != version:
            yield f"{page}: it is of {head[1] if head else 'no version'}, but {SOURCE} has {version}: make docs WHAT=manual"
    for name, pattern in (("action.yml", r"^    default: (\d+\.\d+\.\d+)$"),
                          ("ci/gitlab.yml", r"^    GAMUT_VERSION: (\S+)$"),
                          ("Documentation/builds.md", r"gamut-(\d+\.\d+\.\d+)-linux")):
        found = set(re.findall(pattern, read(root, name), re.MULTILINE))
        if found != {version}:
            yield f"{name}: it installs {', '.join(sorted(found)) or 'no version'}, but {SOURCE} has {version}"
    for name in ("README.md", "Documentation/builds.md", "ci/gitlab.yml", "action.yml", "integrations/swiftpm/README.md"):
        found = set(re.findall(MENTION, read(root, name))) - {version}
        if found:
            yield f"{name}: it mentions {', '.join(sorted(found))}, but {SOURCE} has {version}"


def schemas(root, gamut):
    documents, described = {}, read(root, "Documentation/formats.md") + read(root, "Documentation/policy.md")
    changes = read(root, "CHANGELOG.md")
    for path in sorted(glob.glob(os.path.join(root, "Schemas", "*.schema.json"))):
        name, text = os.path.basename(path), read("", path)
        identity = json.loads(text).get("$id", "")
        subject, _, number = identity.removeprefix("urn:gamut:schema:").rpartition(":")
        if name != f"{subject}.schema.json":
            if name != "audit-sarif.schema.json":
                yield f"Schemas/{name}: its $id is {identity}"
            continue
        own = set(re.findall(rf'"gamut\.({subject}(?:-set)?/\d+)"', text))
        documents |= dict.fromkeys(own, name)
        if own and f"{subject}/{number}" not in own:
            yield f"Schemas/{name}: its $id has the number {number}, but it describes {', '.join(sorted(own))}"
        if f"Schemas/{name}" not in described:
            yield f"Schemas/{name}: neither formats.md nor policy.md has it"
        for document in own:
            if not document.endswith("/1") and f"gamut.{document}" not in changes:
                yield f"CHANGELOG.md: it does not say that a document became gamut.{document}"
    image = os.path.join(root, "Samples", "srgb.png")
    for arguments in (["report"], ["compare", image], ["inspect"], ["verify", "--profile", "srgb"], ["audit", "--no-policy"], ["spaces"],
                      ["embed", "--profile", "srgb", "--in-place", "--dry-run"],
                      ["convert", "--to", "srgb", "--in-place", "--dry-run"]):
        files = [] if arguments == ["spaces"] else [image]
        run = subprocess.run([gamut, *arguments, "--format", "json", *files], capture_output=True, text=True)
        try:
            written = json.loads(run.stdout)["schema"].removeprefix("gamut.")
        except (ValueError, KeyError, TypeError):
            yield f"gamut {arguments[0]}: it wrote no document with a schema"
            continue
        if written not in documents:
            yield f"gamut {arguments[0]}: it writes gamut.{written}, which no file of Schemas describes"


def main(root, gamut, manual, tag=""):
    version = re.search(r'^public let gamutVersion = "(.*)"$', read(root, SOURCE), re.MULTILINE)
    if not version or not SEMANTIC.fullmatch(version[1]):
        faults = [f"{SOURCE}: there is no semantic version"]
    else:
        faults = [*changelog(root, version[1], tag), *versions(root, version[1], gamut, manual), *schemas(root, gamut)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
