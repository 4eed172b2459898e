"""What `gamut convert` makes of profiles with lookup tables, against transicc of Little CMS.

    tables.py GAMUT

A profile with tables in CIE L*a*b* is made here, different ones for each intent; from it and to it, relative
colorimetrically, every sample must be within a code of 16 bits.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
from formula import read, write

profiles = os.path.join(os.path.dirname(os.path.dirname(here)), "Profiles")
D50 = struct.pack(">3i", 63190, 65536, 54061)


def numbers(values):
    return numpy.clip(numpy.rint(values), 0, 65535).astype(">u2").tobytes()


def table(grid, function):
    """lut16Type (ICC.1:2022, 10.10) of a function from three numbers in [0, 1] to three codes."""
    samples = [code for index in numpy.ndindex(grid, grid, grid) for code in function(*(i / (grid - 1) for i in index))]
    identity = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    ramps = numbers([0, 65535] * 3)
    return b"mft2\0\0\0\0" + bytes([3, 3, grid, 0]) + identity + numbers([2, 2]) + ramps + numbers(samples) + ramps


def to_lab(red, green, blue):
    lightness = 100 * (0.25 * red * red + 0.65 * green + 0.1 * blue)
    a, b = 60 * (red * red - green), 50 * ((red * red + green) / 2 - blue)
    return lightness * 652.8, (a + 128) * 256, (b + 128) * 256


def from_lab(share):
    def device(lightness, a, b):
        lightness, a, b = lightness * 65535 / 65280, (a * 65535 / 256 - 128) / 60, (b * 65535 / 256 - 128) / 50
        return [65535 * share * min(max(v, 0), 1) for v in (lightness + 0.5 * a, lightness - 0.4 * a, lightness - 0.6 * b)]
    return device


def profile():
    tags = [(b"desc", b"desc\0\0\0\0" + struct.pack(">I", 7) + b"tables\0" + bytes(78)), (b"wtpt", b"XYZ \0\0\0\0" + D50)]
    tags += [(f"A2B{i}".encode(), table(9, to_lab)) for i in range(3)]
    tags += [(f"B2A{i}".encode(), table(17, from_lab(1 - 0.2 * i))) for i in range(3)]
    rows, body = b"", b""
    for name, data in tags:
        rows += name + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    header = struct.pack(">IIII", 132 + len(rows) + len(body), 0, 0x02400000, 0)[:12] + b"mntrRGB Lab "
    header += bytes(12) + b"acsp" + bytes(28) + D50 + bytes(48)
    return header + struct.pack(">I", len(tags)) + rows + body


def main(gamut):
    if not shutil.which("transicc"):
        print("transicc is left out, as it is not installed (liblcms2-utils).")
        return 0
    folder = tempfile.mkdtemp()
    tables, result = os.path.join(folder, "tables.icc"), os.path.join(folder, "out.png")
    with open(tables, "wb") as file:
        file.write(profile())
    pixels = numpy.random.default_rng(4).integers(0, 65536, (1, 400, 3))
    worst, runs = 0, 0
    for source, destination in ((os.path.join(profiles, "DisplayP3.icc"), tables),
                                (tables, os.path.join(profiles, "sRGB.icc"))):
        image = os.path.join(folder, "in.png")
        with open(source, "rb") as file:
            write(image, pixels, 16, 2, [("iCCP", b"profile\0\0" + zlib.compress(file.read()))])
        subprocess.run([gamut, "convert", image, "--to", destination, "--output", result, "--force", "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        lines = subprocess.run(
            ["transicc", "-i", source, "-o", destination, "-t", "1", "-n"],
            input="".join(f"{value / 257:f}\n" for value in pixels.flat), capture_output=True, text=True).stdout
        expected = numpy.array([[float(word) for word in line.split()]
                                for line in lines.splitlines() if len(line.split()) == 3])
        found = read(result)[0][0, :, :3] * 65535
        worst = max(worst, numpy.abs(found - numpy.clip(numpy.rint(expected * 257), 0, 65535)).max())
        runs += 1
    shutil.rmtree(folder)
    print(f"transicc: {runs} conversions by lookup tables, the largest difference {worst:.0f} of 65,535")
    return 1 if worst > 1 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
