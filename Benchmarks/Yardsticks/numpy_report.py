#!/usr/bin/env python3
"""Yardstick: what clips and what collapses of a Display P3 PNG in sRGB at the file's own depth, as it can be written
with numpy and OpenCV. A small part of what `gamut report` says: no shifts and no lost edges or areas.

  numpy_report.py FILE.png
"""
import sys

import cv2
import numpy as np


def to_xyz(chromaticities):
    """RGB to XYZ, from the chromaticities of the primaries and D65."""
    xy = np.array(chromaticities + [(0.3127, 0.3290)])
    xyz = np.stack([xy[:, 0], xy[:, 1], 1 - xy.sum(1)]) / xy[:, 1]
    return xyz[:, :3] * np.linalg.solve(xyz[:, :3], xyz[:, 3])


P3 = to_xyz([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)])
SRGB = to_xyz([(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)])
MATRIX = np.linalg.solve(SRGB, P3).astype(np.float32)


def decode(encoded):
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def encode(linear):
    size = np.abs(linear)
    return np.copysign(np.where(size <= 0.0031308, 12.92 * size, 1.055 * size ** (1 / 2.4) - 0.055), linear)


def pack(codes):
    codes = codes.astype(np.uint64)
    return codes[:, 0] << 32 | codes[:, 1] << 16 | codes[:, 2]


# OpenCV hands out blue, green, red and perhaps alpha.
image = cv2.imread(sys.argv[1], cv2.IMREAD_UNCHANGED)
maximum = np.iinfo(image.dtype).max
colors, pixels = np.unique(pack(image[..., 2::-1].reshape(-1, 3)), return_counts=True)
codes = np.stack([colors >> 32, colors >> 16 & 0xFFFF, colors & 0xFFFF], axis=1).astype(np.float32)

value = encode(decode(codes / np.float32(maximum)) @ MATRIX.T)
tolerance = max(0.5 / maximum, 7.5e-5)
clipped = ((value < -tolerance) | (value > 1 + tolerance)).any(axis=1)

destination = pack(np.floor(np.clip(value, 0, 1) * maximum + 0.5))
order = np.argsort(destination, kind="stable")
starts = np.flatnonzero(np.concatenate([[True], np.diff(destination[order]) != 0]))
members = np.diff(np.append(starts, len(order)))
collapsed = (members > 1) & (np.add.reduceat(clipped[order].astype(np.int64), starts) > 0)

print(f"{pixels[clipped].sum()} pixels of {clipped.sum()} colors clip;", end=" ")
print(f"{members[collapsed].sum()} colors collapse into {collapsed.sum()}")
