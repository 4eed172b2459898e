#!/usr/bin/env python3
"""Yardstick: which colours of a PNG of 8 bits become one in sRGB, and how many pixels have a channel at an end of its
range there, as it can be written with Pillow. A small part of what `gamut report` says: no shifts, no lost
regions, and no images of 16 bits, which Pillow does not have.

  pillow_report.py FILE.png
"""
import io
import sys

from PIL import Image, ImageChops, ImageCms

Image.MAX_IMAGE_PIXELS = None
image = Image.open(sys.argv[1])
source = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
target = ImageCms.createProfile("sRGB")
image = image.convert("RGB")
converted = ImageCms.profileToProfile(image, source, target, renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC)

ends = [band.point(lambda code: 255 if code in (0, 255) else 0) for band in converted.split()]
at_an_end = ImageChops.lighter(ImageChops.lighter(ends[0], ends[1]), ends[2])
before, after = (len(picture.getcolors(1 << 24)) for picture in (image, converted))
print(f"{at_an_end.histogram()[255]} pixels are at an end of the range; {before - after} of {before} colors are no more")
