"""What other programs see in files that `gamut convert` wrote: Pillow with ImageCms, libvips and Chromium.

    readers.py GAMUT [N]

Converts the samples, the golden images and some of every other kind to sRGB and to Display P3, at 8 and 16 bits. Each
reader is asked for sRGB at 8 bits, and must be within a code of what the formula says in double precision: for files in
sRGB of the *source's* colours, for files in Display P3 of those that the file holds. A reader that is not installed is
left out. With N, only one of N images is converted.

What readers do by default is accepted. Pillow and Chromium drop the low byte of 16 bits, and libvips, which would
convert them by a grid of 33 samples, is set to do so: readers are compared on the high bytes of such files, and the 16
bits are compared with the formula here ("the file"). Chromium multiplies by alpha, and then clamps to sRGB: it is
tested on black, and with alpha in Display P3 only where colours are inside.
"""

import base64
import glob
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
import zlib

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
sys.path[:0] = [here, os.path.join(os.path.dirname(here), "Browser")]

try:
    import numpy
    from formula import Profile, convert, meaning, read, write
except ImportError:
    sys.exit("The readers need python3 with numpy (pip install numpy pillow).")


def contents(path):
    with open(path, "rb") as file:
        return file.read()


SRGB = os.path.join(root, "Profiles", "sRGB.icc")
P3 = os.path.join(root, "Profiles", "DisplayP3.icc")
srgb, p3 = Profile(contents(SRGB)), Profile(contents(P3))
profiles = {"srgb": srgb, (1, 13, 0, 1): srgb, (12, 13, 0, 1): p3}


class Pillow:
    name = "Pillow + ImageCms"

    def __init__(self):
        from PIL import Image, ImageCms
        warnings.filterwarnings("ignore", module="PIL")
        self.Image, self.cms = Image, ImageCms
        self.destination = ImageCms.getOpenProfile(SRGB)

    def read(self, path):
        import io
        image = self.Image.open(path)
        profile = image.info.get("icc_profile")
        if image.mode.startswith("I"):
            # Grey of 16 bits, which ImageCms has no form for; its curve is that of sRGB.
            values = (numpy.array(image).astype(int) + 128) // 257
            return numpy.dstack([values] * 3)
        if image.mode == "P":
            image = image.convert("RGB")
        is_grey = profile and profile[16:20] == b"GRAY"
        image = image.convert("L" if is_grey or image.mode in ("L", "LA", "1") else "RGB")
        if profile:
            source = self.cms.getOpenProfile(io.BytesIO(profile))
            image = self.cms.profileToProfile(
                image, source, self.destination, renderingIntent=self.cms.Intent.RELATIVE_COLORIMETRIC, outputMode="RGB")
        return numpy.array(image.convert("RGB")).astype(int)


class Vips:
    name = "libvips"

    def __init__(self):
        if not shutil.which("vips"):
            raise ImportError("vips")
        self.folder = tempfile.mkdtemp()

    def read(self, path):
        middle, result = (os.path.join(self.folder, name) for name in ("middle.v", "out.png"))
        if contents(path)[24] == 16:
            self.run("cast", path, middle, "uchar", "--shift")
            path = middle
        self.run("icc_transform", path, result, SRGB, "--embedded", "--intent", "relative", "--depth", "8")
        return numpy.rint(read(result)[0][:, :, :3] * 255).astype(int)

    @staticmethod
    def run(*arguments):
        subprocess.run(["vips", *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Chromium:
    name = "Chromium"

    def __init__(self):
        if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
            raise ImportError("chromium")
        from check_page import Browser
        self.browser = Browser()

    def read(self, path):
        """On black, as a canvas keeps colours multiplied by alpha."""
        width, height = struct.unpack(">II", contents(path)[16:24])
        pixels = self.browser.value("""(async () => {
          const image = new Image();
          image.src = 'data:image/png;base64,%s';
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d', {willReadFrequently: true, colorSpace: 'srgb'});
          context.fillRect(0, 0, image.width, image.height);
          context.drawImage(image, 0, 0);
          return btoa(Array.from(context.getImageData(0, 0, image.width, image.height).data,
            v => String.fromCharCode(v)).join(''));
        })()""" % base64.b64encode(contents(path)).decode())
        return numpy.frombuffer(base64.b64decode(pixels), "u1").reshape(height, width, 4)[:, :, :3].astype(int)


def kinds(folder):
    """Images of every kind in Display P3: ramps through the surface of sRGB, and noise."""
    icc = ("iCCP", b"Display P3\0\0" + zlib.compress(contents(P3)))
    grey = ("iCCP", b"sGray\0\0" + zlib.compress(contents(os.path.join(root, "Profiles", "sGray.icc"))))
    random.seed(3)
    size = 48
    for depth in (8, 16):
        largest = (1 << depth) - 1
        for name, color_type, channels in (("grey", 0, 1), ("rgb", 2, 3), ("greyalpha", 4, 2), ("rgba", 6, 4)):
            image = numpy.zeros((size, size, channels), int)
            for y in range(size):
                for x in range(size):
                    for c in range(channels):
                        ramp = [x * largest // 47, y * largest // 47, (x + y) * largest // 94, largest - x * 500][c]
                        image[y, x, c] = (ramp if y < 24 else random.randint(0, largest)) & largest
            write(os.path.join(folder, f"{name}{depth}.png"), image, depth, color_type,
                  [grey if channels < 3 else icc])
    indices = numpy.array([[[(x // 3 + y // 3) % 16] for x in range(size)] for y in range(size)])
    palette = ("PLTE", bytes(random.randint(0, 255) for _ in range(48)))
    write(os.path.join(folder, "palette4.png"), indices, 4, 3, [icc, palette])
    write(os.path.join(folder, "palette8.png"), indices, 8, 3, [icc, palette, ("tRNS", bytes([0, 99, 200]))])
    write(os.path.join(folder, "untagged.png"), image[:, :, :3], 16, 2)
    return sorted(glob.glob(os.path.join(folder, "*.png")))


def main(gamut, every):
    readers = []
    for reader in (Pillow, Vips, Chromium):
        try:
            readers.append(reader())
        except ImportError as error:
            print(f"{reader.name} is left out, as it is not installed ({error}).")
    folder = tempfile.mkdtemp()
    inputs = (glob.glob(os.path.join(root, "Samples", "*.png"))
              + glob.glob(os.path.join(root, "Tests", "GamutKitTests", "Golden", "*.png")) + kinds(folder))
    tally, faults = {}, 0
    inputs = sorted(inputs)[::every]
    for path in inputs:
        color, named = read(path)
        source = meaning(named, profiles)
        if source is None:
            continue
        kind = named["IHDR"][9]
        for space, depth in (("srgb", "same"), ("srgb", "8"), ("srgb", "16"), ("display-p3", "same"),
                             ("display-p3", "16")):
            if kind == 3 and depth == "16":
                continue
            out = os.path.join(folder, "converted", f"{space}-{depth}-{os.path.basename(path)}")
            os.makedirs(os.path.dirname(out), exist_ok=True)
            # With a profile, which libvips needs.
            subprocess.run([gamut, "convert", path, "--to", space, *([] if depth == "same" else ["--depth", depth]),
                            "--embed-profile", "--output", out, "--quiet", "--force"], check=True, stdout=subprocess.DEVNULL)
            held, own = read(out)
            own_depth = own["IHDR"][8]
            destination = srgb if space == "srgb" else p3

            def compare(name, seen, expected, where):
                """Both in codes; `expected` not rounded."""
                nonlocal faults
                difference = abs(seen - numpy.floor(expected + 0.5)) * where
                row = tally.setdefault((name, space, own_depth), [0, 0, 0, 0])
                row[0] += 1
                row[1] += difference.size // 3
                row[2] = max(row[2], int(difference.max()))
                row[3] += int((difference.max(axis=2) > 0).sum())
                if difference.max() > (0 if name == "the file" else 1):
                    faults += 1
                    y, x, _ = numpy.unravel_index(difference.argmax(), difference.shape)
                    print(f"{name}: {os.path.basename(out)}: at {x}, {y} {seen[y, x]} for {expected[y, x].round(2)}")

            exact = convert(color[:, :, :3], source, destination)
            largest = 65535 if own_depth == 16 else 255
            compare("the file", numpy.rint(held[:, :, :3] * largest).astype(int), exact * largest, 1)
            if own_depth == 16:
                held = numpy.floor(held * 65535 / 256 + 1e-9) / 255
            alpha = held[:, :, 3:]
            expected = exact if space == "srgb" and own_depth != 16 else convert(held[:, :, :3], destination, srgb)
            for reader in readers:
                if reader.name == "Chromium":
                    inside = ((expected > 0) & (expected < 1)).all(axis=2, keepdims=True)
                    where = (alpha == 1) | inside if space != "srgb" else 1
                    compare(reader.name, reader.read(out), expected * alpha * 255, where)
                else:
                    compare(reader.name, reader.read(out), expected * 255, 1)
    print(f"{'reader':20}{'file':20}{'files':>6}{'pixels':>10}{'largest':>9}{'of pixels':>10}")
    for (name, space, depth), (files, pixels, largest, count) in sorted(tally.items()):
        print(f"{name:20}{space + f', {depth} bits':20}{files:6}{pixels:10}{largest:9}{count / pixels:10.2%}")
    print(f"{len(inputs)} images, {faults} faults. Differences are in codes of 8 bits, of 'the file' in its own codes, from "
          "the formula rounded to the nearest.")
    shutil.rmtree(folder)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1))
