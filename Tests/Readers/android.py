"""What aapt2 leaves of images in an Android app, against what `gamut audit` says of them.

    android.py GAMUT

aapt2 compiles a resource into a container with the PNG as it ships. `profile-stripped` is reported exactly where a profile
is gone, the codes are those of the file, and of 16 bits the high bytes.
"""

import json
import os
import subprocess
import sys
import tempfile
import zlib

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from formula import SIGNATURE, chunks, unfilter, write  # noqa: E402


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
            height, width, channels = samples.shape
            write(path, samples, samples.itemsize * 8, {3: 2, 4: 6}[channels],
                  [("iCCP", b"p3\0\0" + zlib.compress(profile)), ("tEXt", b"Author\0Ada")])
        run = subprocess.run([gamut, "audit", f"{folder}/res", "--no-policy", "--root", f"{folder}/res", "--fail-on", "never",
                              "--format", "json"], capture_output=True, check=True)
        found = {row["path"]: {finding["rule"] for finding in row["findings"]} for row in json.loads(run.stdout)["files"]}
        for options in [], ["--no-crunch"]:
            for name, samples in files.items():
                subprocess.run(["aapt2", "compile", *options, "-o", folder, f"{folder}/res/{name}"], check=True,
                               stderr=subprocess.DEVNULL)
                with open(f"{folder}/{name.replace('/', '_')}.flat", "rb") as file:
                    data = file.read()
                # Of several chunks with a name, the data of all.
                left = {}
                for kind, body in chunks(data[data.index(SIGNATURE):]):
                    left[kind] = left.get(kind, b"") + body
                isGone = "iCCP" not in left
                if not options and isGone != ("profile-stripped" in found[name]):
                    failures.append(f"{name}: aapt2 leaves {', '.join(left)}, and gamut finds {', '.join(found[name])}")
                if options and isGone != name.endswith(".9.png"):
                    failures.append(f"{name}, {options[0]}: aapt2 leaves {', '.join(left)}")
                if isGone and left["IHDR"][8] != 8:
                    failures.append(f"{name}: aapt2 leaves {left['IHDR'][8]} bits")
                if isGone and name == "drawable/deep.png":
                    shipped, _ = unfilter(zlib.decompress(left["IDAT"]), 64, 3, 64 * 3)
                    if not numpy.array_equal(shipped.reshape(deep.shape), deep >> 8):
                        failures.append(f"{name}: the codes are not the high bytes")
    print("\n".join(failures) or f"aapt2 and gamut agree on {len(files)} images.")
    return 1 if failures else 0


sys.exit(main(sys.argv[1]))
