"""Writes pictures that need the most memory and time, 4096 x 4096 pixels of Display P3 with 16 bits.

    python3 Yardsticks/worst_cases.py OUT ../Profiles/DisplayP3.icc

All of their colours are reds that sRGB shows as one or as few. It needs numpy.
"""
import struct
import sys
import zlib

import numpy

SIDE, FIRST, SPAN = 4096, 60600, 4900


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def write(path, profile, red, green=0, blue=0):
    pixels = numpy.zeros((SIDE, SIDE, 3), ">u2")
    for channel, values in enumerate((red, green, blue)):
        pixels[..., channel] = values
    rows = numpy.zeros((SIDE, 1 + 6 * SIDE), numpy.uint8)
    rows[:, 1:] = pixels.reshape(SIDE, -1).view(numpy.uint8)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 16, 2, 0, 0, 0)))
        file.write(chunk(b"iCCP", b"P3\0\0" + zlib.compress(profile)))
        file.write(chunk(b"IDAT", zlib.compress(rows.tobytes(), 1)))
        file.write(chunk(b"IEND", b""))


folder, profile = sys.argv[1], open(sys.argv[2], "rb").read()
y, x = numpy.mgrid[0:SIDE, 0:SIDE]
write(f"{folder}/columns.png", profile, FIRST + y % SPAN, x % 40)
write(f"{folder}/vertical.png", profile, FIRST + y * SPAN // SIDE)
write(f"{folder}/horizontal.png", profile, FIRST + x * SPAN // SIDE)
write(f"{folder}/diagonal.png", profile, FIRST + (x + y) * SPAN // (2 * SIDE))
