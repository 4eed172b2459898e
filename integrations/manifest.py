"""Shards of a manifest, for any engine: which files a worker audits, how it gets them, and the part that it writes.

A manifest is a list of names: paths, or addresses that fsspec reads, such as s3://bucket/icons/a.png. gamut itself reads
local files only: a worker copies the files of its shard to a temporary folder and gives gamut their names.
"""

import argparse
import json
import os
import posixpath
import re
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

    A file that cannot be read is left out of the folder: gamut then reports it as an error, like any other one. So is one
    whose name cannot be that of a file, such as the marker of a folder.
    """
    pairs = []
    places = {}
    for name in names:
        if not is_address(name):
            pairs.append((name, name))
            continue
        # Variants are searched beside an image, so that the copies keep their folders and names.
        parent = posixpath.dirname(name)
        place = os.path.join(folder, str(places.setdefault(parent, len(places))))
        os.makedirs(place, exist_ok=True)
        base = posixpath.basename(name)
        if base in ("", ".", "..") or "\0" in base or len(os.fsencode(base)) > 255:
            pairs.append((name, os.path.join(place, "none")))
            continue
        path = os.path.join(place, base)
        import fsspec

        try:
            system, remote = fsspec.core.url_to_fs(name, **(options or {}))
            system.get_file(remote, path)
        except (FileNotFoundError, PermissionError):
            # The copy may have begun.
            if os.path.exists(path):
                os.remove(path)
        pairs.append((name, path))
    return pairs


# What a list cannot have in a name, the characters of private use that stand for it there, and what stands for it in JSON.
SEPARATORS = {"\t": ("\uf8f0", "\\t"), "\n": ("\uf8f1", "\\n"), "\0": ("\uf8f2", "\\u0000")}


def audit(pairs, gamut="gamut", arguments=("--no-policy",), jobs=1):
    """Returns the part of the named files: NDJSON, as bytes. A name with a tab, a line feed or a zero byte is an error.

    Status 1 means findings, and 2 that a file could not be processed, which its row says: both have a part. Any other
    status, or a part without a summary, is an error, which makes the engine try again.
    """
    listed, unlisted = "", {}
    for name, path in pairs:
        if any(separator in name for separator in SEPARATORS):
            given = name
            for separator, (mark, _) in SEPARATORS.items():
                given = given.replace(separator, mark)
            unlisted[given], name, path = name, given, "/dev/null/none"
        listed += f"{name}\t{path}\n"
    command = [gamut, "audit", *arguments, "--files-from", "-", "--format", "ndjson", "--jobs", str(jobs)]
    run = subprocess.run(command, input=listed.encode(errors="surrogateescape"), capture_output=True)
    lines = run.stdout.splitlines()
    if run.returncode not in (0, 1, 2) or not lines or not lines[-1].startswith(b'{"kind":"summary"'):
        raise PartFailed(f"gamut ended with status {run.returncode}: {run.stderr.decode(errors='replace')[:2000]}")
    return named(lines, unlisted) if unlisted else run.stdout


def named(lines, unlisted):
    """Returns a part whose rows have names that a list cannot have, in the order of the names, with their checksum."""
    rows = []
    for line in lines[1:-1]:
        path = json.loads(line)["path"]
        if path in unlisted:
            for mark, text in SEPARATORS.values():
                line = line.replace(mark.encode(), text.encode())
        rows.append((unlisted.get(path, path).encode(errors="surrogateescape"), line))
    rows.sort()
    checksum = crc64(b"".join(path + b"\0" for path, _ in rows))
    first = re.sub(rb'"paths":"[0-9a-f]{16}"', b'"paths":"%016x"' % checksum, lines[0], count=1)
    return b"".join(line + b"\n" for line in [first, *(line for _, line in rows), lines[-1]])


def crc64(data):
    """Returns the CRC-64/XZ of bytes."""
    value = (1 << 64) - 1
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xC96C5795D7870F42 if value & 1 else 0)
    return value ^ (1 << 64) - 1


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
