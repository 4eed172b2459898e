"""The definition of two pictures (Documentation/definitions.md) in numpy, and what `gamut compare` says.

    compare.py GAMUT [N]

One picture in many encodings, seeded defects of it with the reason of each, and random pairs of every colour type, depth and
declaration: verdicts and counts must be those of the definition. With N, one of N random pairs and defects. PNG files,
profiles and colours are those of formula.py; nothing here is code under test.
"""

import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
try:
    import numpy
    from formula import Profile, write
except ImportError:
    sys.exit("The check of comparisons needs python3 with numpy.")

root = os.path.dirname(os.path.dirname(here))


def profile(name):
    with open(os.path.join(root, "Profiles", name), "rb") as file:
        return file.read()


SRGB, P3 = profile("sRGB.icc"), profile("DisplayP3.icc")
D50 = numpy.array([.9642, 1, .8249])


class Space:
    """Colorants and the curve of each channel, with all values that a code may be compared with."""

    def __init__(self, matrix, curve, name):
        self.matrix, self.curve, self.name = matrix, curve, name
        self.tables = {}

    def extended(self, x):
        return numpy.sign(x) * self.curve(numpy.abs(x))

    def bounds(self, maximum):
        """The lower bound of each code from -1 to two after the last."""
        if maximum not in self.tables:
            self.tables[maximum] = self.extended((numpy.arange(maximum + 4) - 1.5) / maximum)
        return self.tables[maximum]


def srgb_curve(x):
    a, b, c, d, g = (value / 65536 for value in (0xf2a7, 0x0d59, 0x13d0, 0x0a5b, 0x26666))
    return numpy.where(x >= d, numpy.maximum(a * x + b, 0) ** g, c * x)


matrices = {"srgb": Profile(SRGB).matrix, "p3": Profile(P3).matrix}
spaces = {
    "srgb": Space(matrices["srgb"], srgb_curve, "srgb"),
    "p3": Space(matrices["p3"], srgb_curve, "p3"),
    "gamma1.8": Space(matrices["srgb"], lambda x: x ** (100_000 / 55_556), "gamma1.8"),
    "linear": Space(matrices["srgb"], lambda x: x, "linear"),
}
# The chunks that declare each space: the first is the usual one.
declarations = {
    "srgb": [[("sRGB", b"\0")], [("iCCP", b"x\0\0" + zlib.compress(SRGB))], [("cICP", bytes([1, 13, 0, 1]))], []],
    "p3": [[("cICP", bytes([12, 13, 0, 1]))], [("iCCP", b"x\0\0" + zlib.compress(P3))]],
    "gamma1.8": [[("gAMA", struct.pack(">I", 55_556))]],
    "linear": [[("cICP", bytes([1, 8, 0, 1]))]],
}


def bradford(source, target):
    cone = numpy.array([[.8951, .2664, -.1614], [-.7502, 1.7135, .0367], [.0389, -.0685, 1.0296]])
    scale = numpy.diag((cone @ target) / (cone @ source))
    return numpy.linalg.inv(cone) @ scale @ cone


D65 = numpy.array([.3127 / .3290, 1, .3583 / .3290])
TO_D65 = bradford(D50, D65) / D65[:, None]


def coordinates(xyz):
    """DIN99o times 256, as integers, of XYZ relative to D50."""
    x, y, z = numpy.moveaxis(xyz @ TO_D65.T, -1, 0)
    f = [numpy.where(t > 216 / 24389, numpy.cbrt(t), (24389 / 27 * t + 16) / 116) for t in (x, y, z)]
    light, a, b = 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])
    turn = numpy.deg2rad(26)
    e = a * numpy.cos(turn) + b * numpy.sin(turn)
    g = .83 * (b * numpy.cos(turn) - a * numpy.sin(turn))
    chroma = numpy.log(1 + .075 * numpy.hypot(e, g)) / .0435
    angle = numpy.arctan2(g, e) + turn
    values = [303.67 * numpy.log(1 + .0039 * numpy.maximum(light, -200)), chroma * numpy.cos(angle), chroma * numpy.sin(angle)]
    return numpy.floor(numpy.stack(values, -1) * 256 + .5).astype(numpy.int64)


def iec(x):
    v = numpy.abs(x)
    return numpy.sign(x) * numpy.where(v <= .0031308, 12.92 * v, 1.055 * v ** (1 / 2.4) - .055)


def iec_linear(x):
    v = numpy.abs(x)
    return numpy.sign(x) * numpy.where(v <= .04045, v / 12.92, ((v + .055) / 1.055) ** 2.4)


class Picture:
    """Codes of 8 or 16 bits as RGB with alpha, and their space."""

    def __init__(self, codes, depth, space):
        self.codes, self.depth, self.space = codes.astype(numpy.int64, copy=False), depth, space
        self.maximum = (1 << depth) - 1

    @property
    def linear(self):
        return self.space.curve(self.codes[..., :3] / self.maximum)

    def over(self, ground):
        xyz = self.linear @ self.space.matrix.T
        alpha = self.codes[..., 3:] / self.maximum
        level = iec(xyz @ numpy.linalg.inv(matrices["srgb"]).T)
        mixed = iec_linear(ground + alpha * (level - ground)) @ matrices["srgb"].T
        return coordinates(numpy.where(alpha == 1, xyz, mixed))

    def at(self, depth):
        return self.codes if depth == self.depth else (self.codes + 128) // 257


def gives(a, b):
    """Where the codes of b are those of a, converted and rounded."""
    if a.space is b.space:
        if a.depth == b.depth:
            return (a.codes == b.codes)[..., :3].all(-1)
        if a.depth < b.depth:
            return (a.codes * 257 == b.codes)[..., :3].all(-1)
        return (a.at(8) == b.codes)[..., :3].all(-1)
    matrix = numpy.linalg.inv(b.space.matrix) @ a.space.matrix
    if a.space.matrix is b.space.matrix:
        matrix = numpy.eye(3)
    value, code, bounds = a.linear @ matrix.T, b.codes[..., :3], b.space.bounds(b.maximum)
    return ((bounds[code + 1] <= value) & (value < bounds[code + 2])).all(-1)


def box(values):
    padded = numpy.pad(values, ((1, 1), (1, 1)) + ((0, 0),) * (values.ndim - 2))
    height, width = values.shape[:2]
    return sum(padded[y:y + height, x:x + width] for y in range(3) for x in range(3))


def regions(mask):
    """The sizes of the sets of pixels that touch by sides or corners."""
    left, sizes = {tuple(p) for p in numpy.argwhere(mask)}, []
    while left:
        stack, size = [left.pop()], 0
        while stack:
            y, x = stack.pop()
            size += 1
            for near in [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]:
                if near in left:
                    left.remove(near)
                    stack.append(near)
        sizes.append(size)
    return sizes


def compare(a, b, jnd=448):
    if a.codes.shape != b.codes.shape:
        return {"verdict": "differs"}
    depth = min(a.depth, b.depth)
    low = a.at(depth), b.at(depth)
    visible = (a.codes[..., 3] > 0) | (b.codes[..., 3] > 0)
    both = (a.codes[..., 3] > 0) & (b.codes[..., 3] > 0)
    alpha = (low[0][..., 3] == low[1][..., 3]) & both
    to_a, to_b = gives(b, a) & alpha, gives(a, b) & alpha
    equal = to_a | to_b | ~visible
    vectors = [numpy.where(equal[..., None], 0, b.over(ground) - a.over(ground)) for ground in (0, 1)]
    squared = numpy.maximum(*[(box(vector) ** 2).sum(-1) for vector in vectors])
    n = box(numpy.ones(visible.shape, int))
    differs = squared >= (jnd * n) ** 2
    sizes = [size for size in regions(differs) if size >= 9]
    lengths = numpy.sqrt(numpy.maximum(*[(vector ** 2).sum(-1) for vector in vectors]))[~equal] / 256
    same = (to_a | ~visible).all() or (to_b | ~visible).all()
    return {
        "verdict": "differs" if sizes else "same" if same else "alike", "visible": int(visible.sum()),
        "codes": int(((low[0] != low[1]).any(-1) & visible).sum()), "unequal": int((~equal).sum()),
        "differing": int(differs.sum()), "regions": len(sizes), "regionPixels": sum(sizes),
        "maximum": float(lengths.max()) if lengths.size else 0, "mean": float(lengths.mean()) if lengths.size else 0}


def converted(picture, space, depth, clip=True):
    """A picture in another space and depth, rounded to the nearest code."""
    matrix = numpy.linalg.inv(space.matrix) @ picture.space.matrix
    value = numpy.clip(picture.linear @ matrix.T, 0, 1)
    bounds = space.bounds((1 << depth) - 1)
    codes = numpy.clip(numpy.searchsorted(bounds, value, "right") - 2, 0, (1 << depth) - 1)
    if picture.space is space and picture.depth == depth:
        codes = picture.codes[..., :3]
    alpha = picture.codes[..., 3:]
    if depth != picture.depth:
        alpha = alpha * 257 if depth == 16 else (alpha + 128) // 257
    return Picture(numpy.concatenate([codes, alpha], -1), depth, space)


def save(picture, path, declaration=0, kind=None):
    """Writes a picture with a declaration of its space; `kind` is a colour type that holds it, else the smallest."""
    codes, top = picture.codes, picture.maximum
    grey = (codes[..., 0] == codes[..., 1]).all() and (codes[..., 1] == codes[..., 2]).all()
    opaque = (codes[..., 3] == top).all()
    if kind is None:
        kind = 2 if opaque else 6
    chunks = list(declarations[picture.space.name][declaration])
    if kind == 3:
        colors, index = numpy.unique(codes.reshape(-1, 4), axis=0, return_inverse=True)
        chunks += [("PLTE", colors[:, :3].astype("u1").tobytes()), ("tRNS", colors[:, 3].astype("u1").tobytes())]
        samples = index.reshape(codes.shape[:2] + (1,))
    else:
        assert (grey or kind & 2) and (opaque or kind & 4)
        samples = codes[..., {0: [0], 2: [0, 1, 2], 4: [0, 3], 6: [0, 1, 2, 3]}[kind]]
    write(path, samples, picture.depth, kind, chunks)
    return path


faults, checks = 0, 0


def expect(holds, *words):
    global faults, checks
    checks += 1
    if not holds:
        faults += 1
        if faults <= 20:
            print("fault:", *words)


def run(gamut, pairs, *options):
    """Compares pairs of paths, and returns the rows."""
    names = "\n".join(f"{a}\t{b}" for a, b in pairs)
    done = subprocess.run([gamut, "compare", "--files-from", "-", "--format", "ndjson", *options], input=names.encode(),
                          capture_output=True, timeout=600)
    if done.returncode > 1:
        sys.exit("gamut compare failed: " + done.stderr.decode())
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(row, expected, name):
    expect(row["verdict"] == expected["verdict"], name, "is", row["verdict"], "instead of", expected["verdict"])
    if "visible" not in expected:
        return
    found = {key: row["pixels"][key] for key in ("visible", "codes", "unequal", "differing")}
    found.update(regions=row["regions"]["count"], regionPixels=row["regions"]["pixels"])
    for key, value in found.items():
        expect(value == expected[key], name, key, value, "instead of", expected[key])
    for key in ("maximum", "mean"):
        expect(abs(row["shift"][key] - expected[key]) < 1e-5, name, key, row["shift"][key], "instead of", expected[key])


def drawing(rng, width=48, height=40, alpha=False, wide=True):
    """Codes of Display P3: gradients, areas with blended rims, and some noise; inside sRGB unless wide."""
    y, x = numpy.mgrid[0:height, 0:width]
    base = numpy.stack([60 + 120 * x / width, 70 + 100 * y / height, 90 + 60 * (x + y) / (width + height)], -1)
    for _ in range(4):
        cx, cy, r = rng.uniform(8, width - 8), rng.uniform(8, height - 8), rng.uniform(4, 10)
        color = rng.integers(0, 256, 3) if wide else rng.integers(100, 160, 3)
        cover = numpy.clip(r - numpy.hypot(x - cx, y - cy) + .5, 0, 1)[..., None]
        base = base * (1 - cover) + color * cover
    base += rng.normal(0, 2, base.shape)
    opacity = numpy.full((height, width, 1), 255.)
    if alpha:
        opacity[..., 0] = numpy.clip(300 - 9 * numpy.hypot(x - width / 2, y - height / 2), 0, 255)
    return Picture(numpy.concatenate([numpy.clip(base, 0, 255).round(), opacity.round()], -1), 8, spaces["p3"])


def random_picture(rng, shape, partner=None):
    """Codes of any kind; of a partner, mostly the same picture, changed a little."""
    space = spaces[rng.choice(list(spaces))]
    depth = int(rng.choice([8, 8, 16]))
    if partner is None:
        codes = rng.integers(0, 1 << depth, shape + (4,))
        if rng.random() < .5:
            codes = numpy.repeat(numpy.repeat(codes[::4, ::4], 4, 0), 4, 1)[:shape[0], :shape[1]]
        if rng.random() < .3:
            codes[..., 1] = codes[..., 2] = codes[..., 0]
        if rng.random() < .6:
            codes[..., 3] = (1 << depth) - 1
        elif rng.random() < .5:
            codes[..., 3] = rng.choice([0, (1 << depth) - 1], shape)
        return Picture(codes, depth, space)
    way = rng.integers(0, 5)
    if way == 0:
        return Picture(partner.codes.copy(), partner.depth, space)
    result = converted(partner, space if way < 4 else partner.space, depth)
    if way >= 2:
        change = rng.integers(-1, 2, result.codes.shape) * (1 if way == 2 else int(rng.integers(1, 40)) * (257 if depth == 16 else 1))
        change[rng.random(shape) < .6] = 0
        if (result.codes[..., 3] == result.maximum).all() and rng.random() < .8:
            change[..., 3] = 0
        result.codes = numpy.clip(result.codes + change, 0, result.maximum)
    return result


def kinds(picture, rng):
    """The colour types that hold a picture; one of them."""
    codes = picture.codes
    grey = (codes[..., :3] == codes[..., :1]).all()
    opaque = (codes[..., 3] == picture.maximum).all()
    found = [6] + ([2] if opaque else []) + ([4] if grey else []) + ([0] if grey and opaque else [])
    if picture.depth == 8 and len(numpy.unique(codes.reshape(-1, 4), axis=0)) <= 256:
        found.append(3)
    return int(rng.choice(found))


def random_pairs(gamut, folder, count):
    rng = numpy.random.default_rng(19970901)
    pairs, expected = [], []
    for index in range(count):
        shape = tuple(int(n) for n in rng.integers(1, 40, 2))
        a = random_picture(rng, shape)
        b = random_picture(rng, shape, partner=a if rng.random() < .85 else None)
        if rng.random() < .5:
            a, b = b, a
        names = [os.path.join(folder, f"{index}{side}.png") for side in "ab"]
        for picture, name in zip((a, b), names):
            choices = declarations[picture.space.name]
            save(picture, name, int(rng.integers(0, len(choices))), kinds(picture, rng))
        pairs.append(names)
        expected.append(compare(a, b))
    for name, row, wanted in zip(pairs, run(gamut, pairs), expected):
        check(row, wanted, os.path.basename(name[0]))
    verdicts = [wanted["verdict"] for wanted in expected]
    print(f"{count:,} random pairs:", ", ".join(f"{verdicts.count(v):,} {v}" for v in ("same", "alike", "differs")))


def encodings(gamut, folder):
    """One picture in many files: no pair differs."""
    rng = numpy.random.default_rng(7)
    picture = drawing(rng, wide=False)
    inside, grey = converted(picture, spaces["srgb"], 8), picture.codes.copy()
    names = []

    def add(picture, name, *options):
        names.append(save(picture, os.path.join(folder, name + ".png"), *options))

    for index, name in enumerate(("srgb-chunk", "iccp", "cicp", "untagged")):
        add(inside, name, index)
    add(converted(inside, spaces["p3"], 8), "p3-cicp")
    add(converted(inside, spaces["p3"], 8), "p3-iccp", 1)
    add(converted(inside, spaces["p3"], 16), "p3-16")
    add(converted(inside, spaces["srgb"], 16), "srgb-16")
    add(converted(inside, spaces["gamma1.8"], 16), "gamma-16")
    add(converted(inside, spaces["gamma1.8"], 8), "gamma-8")
    add(converted(inside, spaces["linear"], 16), "linear-16")
    add(inside, "alpha", 0, 6)
    few = Picture(inside.codes // 32 * 32 + 8, 8, spaces["srgb"])
    few.codes[..., 3] = 255
    count = 0
    sets = [names]
    names = []
    add(few, "few")
    add(few, "palette", 1, 3)
    add(converted(few, spaces["p3"], 16), "few-p3")
    sets.append(names)
    grey[..., 1] = grey[..., 2] = grey[..., 0]
    names = []
    for space in ("srgb", "p3"):
        for kind in (0, 2, 4, 6):
            add(Picture(grey, 8, spaces[space]), f"grey-{space}-{kind}", 0, kind)
    sets.append(names)
    for names in sets:
        pairs = [(a, b) for a in names for b in names]
        for (a, b), row in zip(pairs, run(gamut, pairs)):
            count += 1
            expect(row["verdict"] in ("same", "alike"), os.path.basename(a), os.path.basename(b), row["verdict"], row["reasons"])
    print(f"{count} pairs of one picture in {sum(map(len, sets))} files")


def defects(gamut, folder, count):
    """Defects of a picture, each with its reason."""
    rng = numpy.random.default_rng(11)
    pairs, expected, reasons = [], [], []
    for index in range(count):
        a = drawing(rng, alpha=index % 10 in (6, 7), wide=True)
        if index % 3 == 0 and index % 10 != 2:
            a = converted(a, spaces["srgb"], 8)
        codes, tag = a.codes.copy(), {}
        b = Picture(codes, 8, a.space)
        kind = index % 10
        if kind == 0:    # The profile is stripped.
            a, b, reason = Picture(codes, 8, spaces["p3"]), Picture(codes, 8, spaces["srgb"]), "declaration"
            tag = {"b": 3}
        elif kind == 1:  # Another space is declared.
            a, b, reason = Picture(codes, 8, spaces["p3"]), Picture(codes, 8, spaces["srgb"]), "declaration"
        elif kind == 2:  # Clipped to sRGB, and declared as Display P3: with its codes, or converted back.
            clipped = converted(a, spaces["srgb"], 8)
            if index % 20 == 2:
                b, reason = Picture(clipped.codes, 8, spaces["p3"]), "mistagged"
                a = converted(a, spaces["linear"], 16)
                reason = None
            else:
                b, reason = clipped, "clipped"
        elif kind == 3:  # Another curve is declared.
            a, b, reason = Picture(codes, 8, spaces["srgb"]), Picture(codes, 8, spaces["gamma1.8"]), "curve"
        elif kind == 4:  # Banded.
            step = int(rng.choice([8, 16, 32]))
            codes[..., :3] = numpy.minimum(codes[..., :3] // step * step + step // 2, 255)
            reason = "quantized"
        elif kind == 5:  # A region has another colour.
            x, y, size = (int(n) for n in rng.integers(3, 24, 3))
            codes[y:y + size, x:x + size, int(rng.integers(0, 3))] ^= int(rng.integers(2, 25))
            reason = ("regions", "details", "quantized", "shifted")
        elif kind == 6:  # Multiplied by alpha again.
            codes[..., :3] = (codes[..., :3] * codes[..., 3:] + 127) // 255
            reason = "premultiplied"
        elif kind == 7:  # Alpha is dropped.
            codes[..., 3] = 255
            reason = "alpha-dropped"
        elif kind == 8:  # Moved by a pixel.
            dx, dy = [(1, 0), (0, 1), (-1, 0), (1, 1), (0, -2)][index // 10 % 5]
            b.codes = numpy.roll(codes, (dy, dx), (0, 1))
            reason = "moved"
        else:            # Lighter or darker throughout.
            codes[..., :3] = numpy.clip(codes[..., :3] + int(rng.choice([-6, 6, 9])), 0, 255)
            reason = "shifted"
        names = [os.path.join(folder, f"{index}{side}.png") for side in "ab"]
        save(a, names[0], tag.get("a", 0))
        save(b, names[1], tag.get("b", 0))
        pairs.append(names)
        expected.append(compare(a, b))
        reasons.append(reason)
    right = judged = 0
    for index, (row, wanted, reason) in enumerate(zip(run(gamut, pairs), expected, reasons)):
        check(row, wanted, f"defect {index}")
        expect(row["verdict"] != "same", "defect", index, "is the same")
        if reason is not None:
            judged += 1
            codes = [found["code"] for found in row["reasons"]]
            holds = any(code in (reason if isinstance(reason, tuple) else (reason,)) for code in codes)
            right += holds
            if not holds:
                print("reason of defect", index, codes, "instead of", reason)
    expect(right >= .95 * judged, "reasons", right, "of", judged)
    print(f"{count} defects: {right} of {judged} reasons are right")


def main():
    gamut = os.path.abspath(sys.argv[1])
    part = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else 1
    for test, *count in [(encodings,), (random_pairs, max(1, 1000 // part)), (defects, max(10, 500 // part))]:
        with tempfile.TemporaryDirectory() as folder:
            test(gamut, folder, *count)
    print(f"{checks:,} numbers compared, {faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
