"""What a PNG's samples are, and what they mean: by the standards' formulas, with none of the code under test."""

import struct
import zlib

import numpy

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunks(data):
    """The chunks of the PNG that the data begin with."""
    assert data[:8] == SIGNATURE
    place, name = 8, ""
    while name != "IEND":
        size, = struct.unpack(">I", data[place:place + 4])
        name, body = data[place + 4:place + 8].decode(), data[place + 8:place + 8 + size]
        assert zlib.crc32(data[place + 4:place + 8 + size]) == struct.unpack(">I", data[place + 8 + size:place + 12 + size])[0]
        yield name, body
        place += 12 + size


def write(path, samples, depth, color_type, others=()):
    """A PNG of samples of shape (height, width, channels), without interlacing."""
    height, width = samples.shape[:2]
    rows = samples.astype(">u2" if depth == 16 else "u1").reshape(height, -1)
    if depth < 8:
        bits = numpy.unpackbits(rows.astype("u1")[:, :, None], axis=2)[:, :, 8 - depth:]
        rows = numpy.packbits(bits.reshape(height, -1), axis=1)
    raw = b"".join(b"\0" + row.tobytes() for row in rows)
    parts = [("IHDR", struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, 0)), *others,
             ("IDAT", zlib.compress(raw)), ("IEND", b"")]
    with open(path, "wb") as file:
        file.write(SIGNATURE + b"".join(
            struct.pack(">I", len(body)) + name.encode() + body + struct.pack(">I", zlib.crc32(name.encode() + body))
            for name, body in parts))


def unfilter(data, rows, step, size):
    """`rows` rows of `size` bytes (PNG Third Edition, 9.2)."""
    result = numpy.zeros((rows, size), "u1")
    above = bytearray(size)
    place = 0
    for y in range(rows):
        kind, row = data[place], bytearray(data[place + 1:place + 1 + size])
        place += 1 + size
        for x in range(size) if kind else ():
            a, b = (row[x - step] if x >= step else 0), above[x]
            if kind == 1:
                row[x] = (row[x] + a) & 255
            elif kind == 2:
                row[x] = (row[x] + b) & 255
            elif kind == 3:
                row[x] = (row[x] + (a + b) // 2) & 255
            else:
                c = above[x - step] if x >= step else 0
                p = a + b - c
                nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                row[x] = (row[x] + nearest) & 255
        result[y] = numpy.frombuffer(row, "u1")
        above = row
    return result, data[place:]


def read(path):
    """Encoded red, green, blue and alpha in [0, 1], of shape (height, width, 4), and the colour chunks."""
    with open(path, "rb") as file:
        parts = list(chunks(file.read()))
    width, height, depth, color_type, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    named = dict(reversed(parts))
    data = zlib.decompress(b"".join(body for name, body in parts if name == "IDAT"))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color_type]
    samples = numpy.zeros((height, width, channels), int)
    for x0, y0, dx, dy in ADAM7 if interlaced else [(0, 0, 1, 1)]:
        w, h = -(-(width - x0) // dx), -(-(height - y0) // dy)
        if w <= 0 or h <= 0:
            continue
        rows, data = unfilter(data, h, max(1, channels * depth // 8), (w * channels * depth + 7) // 8)
        if depth == 16:
            values = rows.reshape(h, -1, 2).astype(int) @ [256, 1]
        elif depth == 8:
            values = rows.astype(int)
        else:
            bits = numpy.unpackbits(rows, axis=1)[:, :w * channels * depth].reshape(h, -1, depth)
            values = bits.astype(int) @ [1 << (depth - 1 - bit) for bit in range(depth)]
        samples[y0::dy, x0::dx] = values.reshape(h, w, channels)
    key = named.get("tRNS")
    if color_type == 3:
        palette = numpy.frombuffer(named["PLTE"], "u1").reshape(-1, 3)
        alphas = numpy.full(256, 255)
        alphas[:len(key or b"")] = list(key or b"")
        index = samples[:, :, 0]
        return numpy.dstack([palette[index] / 255, alphas[index] / 255]), named
    largest = (1 << depth) - 1
    color = samples[:, :, :3 if color_type & 2 else 1]
    alpha = samples[:, :, -1] / largest if color_type & 4 else numpy.ones((height, width))
    if key and not color_type & 4:
        wanted = numpy.frombuffer(key, ">u2").astype(int) & largest
        alpha = 1.0 - (color == wanted).all(axis=2)
    color = numpy.repeat(color, 3 // color.shape[2], axis=2)
    return numpy.dstack([color / largest, alpha]), named


class Profile:
    """An ICC profile of matrix and curves (ICC.1:2022, F.3), or for grey."""

    def __init__(self, data):
        count, = struct.unpack(">I", data[128:132])
        tags = {}
        for row in range(count):
            name, offset, size = struct.unpack(">4sII", data[132 + 12 * row:144 + 12 * row])
            tags[name.decode()] = data[offset:offset + size]
        if "kTRC" in tags:
            self.matrix = None
            self.curves = [self.curve(tags["kTRC"])] * 3
        else:
            columns = [struct.unpack(">3i", tags[c + "XYZ"][8:20]) for c in "rgb"]
            self.matrix = numpy.array(columns).T / 65536
            self.curves = [self.curve(tags[c + "TRC"]) for c in "rgb"]

    @staticmethod
    def curve(data):
        if data[:4] == b"curv":
            count, = struct.unpack(">I", data[8:12])
            samples = numpy.frombuffer(data, ">u2", count, 12) / 65535
            if count > 1:
                return lambda x: numpy.interp(x, numpy.linspace(0, 1, count), samples)
            exponent = samples[0] * 65535 / 256 if count else 1.0
            return lambda x: x ** exponent
        kind, = struct.unpack(">H", data[8:10])
        size = (1, 3, 4, 5, 7)[kind]
        values = [value / 65536 for value in struct.unpack(f">{size}i", data[12:12 + 4 * size])]
        g, a, b, c, d, e, f = {
            0: lambda g: (g, 1, 0, 0, 0, 0, 0), 1: lambda g, a, b: (g, a, b, 0, -b / a, 0, 0),
            2: lambda g, a, b, c: (g, a, b, 0, -b / a, c, c), 3: lambda g, a, b, c, d: (g, a, b, c, d, 0, 0),
            4: lambda g, a, b, c, d, e, f: (g, a, b, c, d, e, f)}[kind](*values)
        return lambda x: numpy.where(x >= d, numpy.maximum(a * x + b, 0) ** g + e, c * x + f)

    def linear(self, color):
        return numpy.dstack([self.curves[c](color[:, :, c]) for c in range(3)])

    def encoded(self, linear):
        """The least x with curve(x) >= y, by bisection."""
        result = []
        for channel in range(3):
            y = linear[:, :, channel]
            low, high = numpy.zeros(y.shape), numpy.ones(y.shape)
            for _ in range(50):
                middle = (low + high) / 2
                below = self.curves[channel](middle) < y
                low, high = numpy.where(below, middle, low), numpy.where(below, high, middle)
            result.append(high)
        return numpy.dstack(result)


def meaning(named, profiles):
    """The profile of a file by the order of the standard; None where that is not matrix and curves."""
    if "cICP" in named:
        return profiles.get(tuple(named["cICP"]))
    if "iCCP" in named:
        return Profile(zlib.decompress(named["iCCP"].split(b"\0", 1)[1][1:]))
    return None if "gAMA" in named and "sRGB" not in named else profiles["srgb"]


def convert(color, source, destination):
    """Relative colorimetric, clipped."""
    linear = source.linear(color)
    if source.matrix is not None:
        linear = linear @ (numpy.linalg.inv(destination.matrix) @ source.matrix).T
    return destination.encoded(numpy.clip(linear, 0, 1))
