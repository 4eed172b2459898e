"""Checks a command before it is packed: which libraries it needs, where it looks for them, and that it contains no path of
the folder that built it.

    elf.py COMMAND FOLDER
"""

import re
import subprocess
import sys

# What glibc itself provides, and what lies beside the command. The linker names some parts of glibc on their own.
GLIBC = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1"}
GLIBC |= {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
BESIDE = {"liblcms2.so.2", "libisal.so.2"}


def main(command, folder):
    dynamic = subprocess.run(["readelf", "-d", command], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
    paths = re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", dynamic)
    faults = []
    if needed - GLIBC != BESIDE:
        faults.append("it needs other libraries than glibc's and its two: " + ", ".join(sorted(needed - GLIBC)))
    searched = {path for entry in paths for path in entry.split(":")}
    if "$ORIGIN/../lib/gamut" not in searched or any(not path.startswith("$ORIGIN") for path in searched):
        faults.append("it looks for libraries in " + (", ".join(sorted(searched)) or "no folder of its own"))
    with open(command, "rb") as file:
        contents = file.read()
    place = contents.find(folder.encode())
    if place >= 0:
        faults.append("it contains a path of this folder: " + ascii(contents[place:place + 120]))
    for fault in faults:
        print(f"{command}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
