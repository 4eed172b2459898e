"""What aapt2 leaves of images in an Android app, against what `gamut audit` says of them.

    android.py GAMUT

aapt2 compiles a resource into a container with the PNG as it ships. `profile-stripped` is reported exactly where a profile
is gone, the codes are those of the file, and of 16 bits the high bytes.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(samples, profile):
    """A file of samples (rows, columns, channels), of 8 or 16 bits, with a profile."""
    height, width, channels = samples.shape
    header = struct.pack(">2I5B", width, height, samples.itemsize * 8, {3: 2, 4: 6}[channels], 0, 0, 0)
    rows = b"".join(b"\0" + row.astype(samples.dtype.newbyteorder(">")).tobytes() for row in samples)
    return (SIGNATURE + chunk(b"IHDR", header) + chunk(b"iCCP", b"p3\0\0" + zlib.compress(profile))
            + chunk(b"tEXt", b"Author\0Ada") + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def chunks(data):
    """The chunks of a PNG that begins in the data, by name; of several the data of all."""
    found, at = {}, data.index(SIGNATURE) + 8
    while "IEND" not in found:
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        found[kind.decode()] = found.get(kind.decode(), b"") + data[at + 8:at + 8 + length]
        at += length + 12
    return found


def main(gamut):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(f"{root}/Profiles/DisplayP3.icc", "rb") as file:
        profile = file.read()
    y, x = numpy.mgrid[:64, :64]
    inside = (abs(x - 32) < 16) & (abs(y - 32) < 16)
    reds = numpy.zeros((64, 64, 3), numpy.uint8)
    reds[..., 0] = numpy.where(inside, 255, 236)
    # Too many colours for a palette, and low bytes that matter if they are rounded.
    deep = numpy.stack([x * 1031 + 200, y * 1021 + 200, (x ^ y) * 997 + 200], axis=2).astype(numpy.uint16)
    frame = numpy.zeros((66, 66, 4), numpy.uint8)
    frame[1:65, 1:65, :3], frame[1:65, 1:65, 3] = reds, 255
    frame[0, 20:40] = frame[20:40, 0] = (0, 0, 0, 255)
    files = {"drawable-hdpi/reds.png": reds, "mipmap-hdpi/reds.png": reds, "raw/reds.png": reds, "drawable/deep.png": deep,
             "drawable/frame.9.png": frame}
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, samples in files.items():
            path = f"{folder}/res/{name}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(png(samples, profile))
        run = subprocess.run([gamut, "audit", f"{folder}/res", "--no-policy", "--root", f"{folder}/res", "--fail-on", "never",
                              "--format", "json"], capture_output=True, check=True)
        found = {row["path"]: {finding["rule"] for finding in row["findings"]} for row in json.loads(run.stdout)["files"]}
        for options in [], ["--no-crunch"]:
            for name, samples in files.items():
                subprocess.run(["aapt2", "compile", *options, "-o", folder, f"{folder}/res/{name}"], check=True,
                               stderr=subprocess.DEVNULL)
                with open(f"{folder}/{name.replace('/', '_')}.flat", "rb") as file:
                    left = chunks(file.read())
                isGone = "iCCP" not in left
                if not options and isGone != ("profile-stripped" in found[name]):
                    failures.append(f"{name}: aapt2 leaves {', '.join(left)}, and gamut finds {', '.join(found[name])}")
                if options and isGone != name.endswith(".9.png"):
                    failures.append(f"{name}, {options[0]}: aapt2 leaves {', '.join(left)}")
                if isGone and left["IHDR"][8] != 8:
                    failures.append(f"{name}: aapt2 leaves {left['IHDR'][8]} bits")
                if isGone and name == "drawable/deep.png":
                    rows = zlib.decompress(left["IDAT"])
                    shipped = unfiltered(rows, *deep.shape)
                    if not numpy.array_equal(shipped, deep >> 8):
                        failures.append(f"{name}: the codes are not the high bytes")
    print("\n".join(failures) or f"aapt2 and gamut agree on {len(files)} images.")
    return 1 if failures else 0


def unfiltered(rows, height, width, channels):
    """The samples of 8 bits of filtered rows (PNG, clause 9.2)."""
    size = width * channels
    result = numpy.zeros((height, size), int)
    above = numpy.zeros(size, int)
    for y in range(height):
        kind, line = rows[y * (size + 1)], rows[y * (size + 1) + 1:(y + 1) * (size + 1)]
        for i in range(size):
            a, c = (result[y, i - channels], above[i - channels]) if i >= channels else (0, 0)
            b = above[i]
            p = a + b - c
            paeth = min((abs(p - v), order, v) for order, v in enumerate((a, b, c)))[2]
            result[y, i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        above = result[y]
    return result.reshape(height, width, channels)


sys.exit(main(sys.argv[1]))
