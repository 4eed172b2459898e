"""Shards of a manifest, for any engine: which files a worker audits, how it gets them, and the part that it writes.

A manifest is a list of names: paths, or addresses that fsspec reads, such as s3://bucket/icons/a.png. gamut itself reads
local files only: a worker copies the files of its shard to a temporary folder and gives gamut their names.
"""

import argparse
import os
import posixpath
import subprocess
import tempfile

SHARD_SIZE = 1000


class PartFailed(RuntimeError):
    """gamut could not make a part, or the part is not complete."""


def parser(description):
    """Returns the parser of an engine's command."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("manifest", help="a file with a name on each line")
    result.add_argument("parts", help="the folder of the parts, which all workers can write to")
    result.add_argument("--gamut", default="gamut", help="the command on the workers")
    return result


def begin(given):
    """Makes the folder of the parts, if it is local, and returns the names in the manifest."""
    if not is_address(given.parts):
        os.makedirs(given.parts, exist_ok=True)
    with open(given.manifest, encoding="utf-8", errors="surrogateescape") as file:
        return [line.rstrip("\n") for line in file if line.strip()]


def pair(name):
    """Returns what an image and its sRGB variant have in common: they are judged together."""
    stem, suffix = posixpath.splitext(name)
    for ending in ("-srgb", "-p3"):
        if stem.endswith(ending):
            stem = stem[: -len(ending)]
    return stem + suffix.lower()


def shards(names, size=SHARD_SIZE):
    """Returns lists of at least `size` names, but for the last one; an image and its variant are in one list."""
    for name in names:
        if "\t" in name or "\n" in name:
            raise ValueError(f"The name {name!r} has a tab or a line feed, which a list cannot have. Rename the file.")
    result, latest = [], None
    for name in sorted(set(names), key=lambda name: (pair(name), name)):
        if not result or len(result[-1]) >= size and pair(name) != latest:
            result.append([])
        result[-1].append(name)
        latest = pair(name)
    return result


def is_address(name):
    return "://" in name


def copied(names, folder, options=None):
    """Copies files to a folder and returns pairs of a name and a local path. Local files are not copied.

    A file that cannot be read is left out of the folder: gamut then reports it as an error, like any other one.
    """
    pairs = []
    places = {}
    for name in names:
        if not is_address(name):
            pairs.append((name, name))
            continue
        import fsspec

        # Variants are searched beside an image, so that the copies keep their folders and names.
        parent = posixpath.dirname(name)
        place = os.path.join(folder, str(places.setdefault(parent, len(places))))
        os.makedirs(place, exist_ok=True)
        path = os.path.join(place, posixpath.basename(name))
        try:
            system, remote = fsspec.core.url_to_fs(name, **(options or {}))
            system.get_file(remote, path)
        except (FileNotFoundError, PermissionError):
            # The copy may have begun.
            if os.path.exists(path):
                os.remove(path)
        pairs.append((name, path))
    return pairs


def audit(pairs, gamut="gamut", arguments=("--no-policy",), jobs=1):
    """Returns the part of the named files: NDJSON, as bytes.

    Status 1 means findings, and 2 that a file could not be processed, which its row says: both have a part. Any other
    status, or a part without a summary, is an error, which makes the engine try again.
    """
    listed = "".join(f"{name}\t{path}\n" for name, path in pairs)
    command = [gamut, "audit", *arguments, "--files-from", "-", "--format", "ndjson", "--jobs", str(jobs)]
    run = subprocess.run(command, input=listed.encode(errors="surrogateescape"), capture_output=True)
    lines = run.stdout.splitlines()
    if run.returncode not in (0, 1, 2) or not lines or not lines[-1].startswith(b'{"kind":"summary"'):
        raise PartFailed(f"gamut ended with status {run.returncode}: {run.stderr.decode(errors='replace')[:2000]}")
    return run.stdout


def write_part(part, target, options=None):
    """Writes a part under its name, whole or not at all, so that a retry replaces it by the same bytes."""
    if is_address(target):
        import fsspec

        # An object appears when it is complete.
        with fsspec.open(target, "wb", **(options or {})) as file:
            file.write(part)
        return
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target) or ".", prefix=".part-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def part_name(folder, index):
    return f"{folder.rstrip('/')}/part-{index:06}.ndjson"


def make_part(index, names, folder, gamut="gamut", arguments=("--no-policy",), options=None):
    """Audits a shard, writes its part and returns the part's place."""
    target = part_name(folder, index)
    with tempfile.TemporaryDirectory(prefix="gamut-") as copies:
        write_part(audit(copied(names, copies, options), gamut, arguments), target, options)
    return target
