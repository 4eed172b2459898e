"""Files that are hard to read: small ones that claim much, and honest ones with many pixels."""

import random
import struct
import zlib

signature = b'\x89PNG\r\n\x1a\n'


def chunk(kind, data=b'', length=None):
    return (struct.pack('>I', len(data) if length is None else length) + kind + data
            + struct.pack('>I', zlib.crc32(kind + data)))


def header(width, height, depth=8, color=2, interlaced=0):
    return chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, color, 0, 0, interlaced))


end = chunk(b'IEND')
pixel = chunk(b'IDAT', zlib.compress(b'\0\xff\0\0'))


def small(*chunks, tail=pixel + end):
    """An image of one pixel with these chunks."""
    return signature + header(1, 1) + b''.join(chunks) + tail


def zeros(megabytes):
    """A zlib stream of so many megabytes of zeros."""
    compressor = zlib.compressobj(9)
    return b''.join(compressor.compress(bytes(1 << 20)) for _ in range(megabytes)) + compressor.flush()


# MARK: Profiles

def s15(value):
    return struct.pack('>i', round(value * 65536))


def xyz(*values):
    return b'XYZ \0\0\0\0' + b''.join(s15(value) for value in values)


def curve(entries):
    return b'curv\0\0\0\0' + struct.pack('>I', len(entries)) + struct.pack('>%dH' % len(entries), *entries)


def texts(records, length, character='\u202e'):
    """A multilocalised text: so many languages that share one text, which takes six bytes a character in JSON."""
    text = (character * length).encode('utf-16-be')
    table = b''.join(struct.pack('>HHII', 0x6161 + index // 26 % 26 * 256 + index % 26, 0x4141 + index // 676 % 26,
                                 len(text), 16 + 12 * records) for index in range(records))
    return b'mluc\0\0\0\0' + struct.pack('>II', records, 12) + table + text


def table16(points):
    """A lookup table (mft2) with so many points for each of three channels."""
    head = b'mft2\0\0\0\0' + bytes([3, 3, points, 0]) + b''.join(s15(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1))
    return head + struct.pack('>HH', 2, 2) + bytes([0, 0, 255, 255] * 3) + bytes(6 * points ** 3) \
        + bytes([0, 0, 255, 255] * 3)


def profile(tags, kind=b'mntr', pcs=b'XYZ '):
    """An ICC profile with these tags, a list of signatures and data; equal data is stored once."""
    offsets, data = {}, b''
    for _, content in tags:
        if content not in offsets:
            offsets[content] = 132 + 12 * len(tags) + len(data)
            data += content + bytes(-len(content) % 4)
    table = b''.join(name + struct.pack('>II', offsets[content], len(content)) for name, content in tags)
    body = struct.pack('>I', len(tags)) + table + data
    head = struct.pack('>I', 128 + len(body)) + b'\0\0\0\0' + bytes([4, 0x30, 0, 0]) + kind + b'RGB ' + pcs
    head += struct.pack('>6H', 2026, 1, 1, 0, 0, 0) + b'acsp'
    return head.ljust(68, b'\0') + (s15(0.9642) + s15(1) + s15(0.8249)).ljust(60, b'\0') + body


def matrix(curves=None, extra=(), description=None):
    """A profile near Display P3."""
    curves = curves or [struct.pack('>4sIIH', b'curv', 0, 1, 563)] * 3
    return profile([
        (b'desc', description or texts(1, 8, 'a')), (b'cprt', texts(1, 8, 'a')), (b'wtpt', xyz(0.9642, 1, 0.8249)),
        (b'rXYZ', xyz(0.5151, 0.2412, -0.0011)), (b'gXYZ', xyz(0.2919, 0.6922, 0.0419)),
        (b'bXYZ', xyz(0.1572, 0.0666, 0.7841))]
        + list(zip((b'rTRC', b'gTRC', b'bTRC'), curves)) + list(extra))


def para(*numbers):
    """A parametric curve: g, a, b, c, d, and for kind 4 also e and f."""
    return struct.pack('>4sIHH', b'para', 0, 3 if len(numbers) == 5 else 4, 0) + b''.join(s15(v) for v in numbers)


def table_with_powers(points):
    """A lookup table (mAB) near sRGB with gamma 2.09, and with three curves for each channel."""
    columns = ((0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7139))
    steps = [index / (points - 1) for index in range(points)]
    table = struct.pack('>%dH' % (3 * points ** 3), *[
        min(65535, round(32768 * (r * columns[0][i] + g * columns[1][i] + b * columns[2][i])))
        for r in steps for g in steps for b in steps for i in range(3)])
    parts = [para(1.001, 1, 0, 1, 0, 0, 0) * 3, b''.join(s15(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)),
             para(1.02, 1, 0, 1, 0, 0, 0) * 3, bytes([points] * 3) + bytes(13) + b'\2\0\0\0' + table
             + bytes(-len(table) % 4), para(2, 1, 0, 1, 0, 0, 0) * 3]
    places = [32 + sum(len(part) for part in parts[:index]) for index in range(len(parts))]
    return b'mAB \0\0\0\0\3\3\0\0' + struct.pack('>5I', *places) + b''.join(parts)


def iccp(profile):
    return chunk(b'iCCP', b'a\0\0' + zlib.compress(profile, 9))


def steep(entries, start):
    return curve([max(0, 65535 * (index - start) // (entries - 1 - start)) for index in range(entries)])


def declarations():
    """Images that declare their colours in each way, each time as a space that is far from all published ones but equally
    close to many of them, by name."""
    gamma = chunk(b'gAMA', struct.pack('>I', 47847)) + chunk(b'cHRM', struct.pack(
        '>8I', 31270, 32900, 64010, 33360, 28290, 62340, 14830, 6780))
    exif = chunk(b'eXIf', b'MM\0*\0\0\0\x08\0\1' + struct.pack('>HHII', 0x8769, 4, 1, 26) + bytes(4)
                 + b'\0\1' + struct.pack('>HHIHH', 0xa001, 3, 1, 1, 0) + bytes(4))
    name = texts(1, 1, 'Rec. 2020')
    powers = [curve([round(65535 * (index / 32766) ** gamma) for index in range(32767)]) for gamma in (2.05, 2.1, 2.15)]
    tables = profile([(b'desc', name), (b'wtpt', xyz(0.9642, 1, 0.8249)), (b'A2B0', table_with_powers(33))])
    for what, data in (('curves', matrix(powers, description=name)), ('a table', tables),
                       ('curves that end early', matrix([curve([0] + [end] * 32766) for end in (1, 2, 3)], description=name))):
        for cicp in (b'', chunk(b'cICP', b'\x08\1\0\1')):
            yield f'{what} and gamma{" beside cICP" if cicp else ""}', small(cicp, iccp(data), gamma, exif)


def profiles():
    """Profiles that take much time or memory, by name."""
    yield 'curves of 1,000,000 entries', matrix([steep(1000000, start) for start in (0, 1, 2)])
    yield 'a table of 85 points', profile([(b'desc', texts(1, 8, 'a')), (b'wtpt', xyz(0.9642, 1, 0.8249)),
                                           (b'A2B0', table16(85)), (b'B2A0', table16(33))], pcs=b'Lab ')
    yield '600,000 tags', profile([(b'zzzz', texts(1, 8, 'a'))] * 600000)
    yield '500 tags with texts', matrix(extra=[(b't%03d' % index, texts(1, 512)) for index in range(500)])
    yield '500 tags with 5,000 texts', matrix(extra=[(b't%03d' % index, texts(5000, 512)) for index in range(500)])
    yield '500,000 texts', matrix(description=texts(500000, 512))
    yield 'a text of 8 MB', matrix(description=texts(1, 4000000))
    yield 'a profile of 8 MB', matrix(extra=[(b'zzzz', bytes(8 << 20)[:-4000])])


# MARK: Files of one megabyte

def megabyte():
    """Files of at most a megabyte that inspect and verify have to read, by name."""
    limit = (1 << 20) - 500
    for kind in (b'IDAT', b'iCCP', b'tEXt', b'eXIf', b'PLTE', b'tRNS', b'prVt', b'cHRM'):
        bomb = signature + header(1, 1) + chunk(kind, b'', 0x7fffffff)
        yield f'a chunk of 2^31 - 1 bytes: {kind.decode()}', bomb + bytes(57 - len(bomb))
    bomb = zeros(1000)[:limit]
    yield 'a profile of 1 GB', small(chunk(b'iCCP', b'a\0\0' + bomb))
    yield 'a compressed text of 1 GB: iTXt', small(chunk(b'iTXt', b'a\0\1\0\0\0' + bomb))
    yield 'a compressed text of 1 GB: zTXt', small(chunk(b'zTXt', b'a\0\0' + bomb))
    yield 'image data of 1 GB', small(chunk(b'IDAT', bomb), tail=end)
    for kind in (b'tEXt', b'IDAT', b'iCCP', b'sRGB', b'gAMA', b'eXIf', b'prVt', b'PLTE', b'fdAT', b'\xff\xfe\xfd\xfc'):
        name = kind.decode('latin-1') if kind[0] < 128 else 'no letters'
        yield f'{limit // 12:,} chunks: {name}', small(*[chunk(kind)] * (limit // 12))[:1 << 20]
        yield f'{limit // 13:,} chunks with a wrong CRC: {name}', \
            small(*[chunk(kind, b'a')[:-1] + b'?'] * (limit // 13))[:1 << 20]
    yield 'a palette of a megabyte', signature + header(1, 1, 8, 3) + chunk(b'PLTE', bytes(999999)) + pixel + end
    yield 'a suggested palette of a megabyte', small(chunk(b'sPLT', b'a\0\x08' + bytes(limit // 6 * 6 - 600)))
    yield 'a text of a megabyte', small(chunk(b'tEXt', b'a\0' + b'\x1b' * (limit - 100)))
    yield 'a text without keyword', small(chunk(b'tEXt', b'\x1b' * (limit - 100)))
    entries = b''.join(struct.pack('>HHII', 0x8769, 4, 1, 8) for _ in range(65535))
    yield 'an eXIf that leads to itself', small(chunk(b'eXIf', b'MM\0*\0\0\0\x08\xff\xff' + entries + bytes(4)))
    for size in ((0x7fffffff, 0x7fffffff, 16, 6, 1), (8000000, 64, 16, 6, 0), (16384, 8192, 16, 6, 1), (1, 512000000)):
        yield f'an image of {size[0]:,} x {size[1]:,} pixels', signature + header(*size) + pixel + end
    for name, file in declarations():
        yield f'declarations: {name}', file
    for name, data in profiles():
        file = small(iccp(data))
        if len(file) <= 1 << 20:
            yield f'a profile, {name}', file
        if len(data) <= 1 << 20:
            yield f'a file, {name}', data


# MARK: Images

def stream(rows, level=9):
    compressor = zlib.compressobj(level)
    return b''.join(compressor.compress(row) for row in rows) + compressor.flush()


def flat(width, height, color=(236, 0, 0)):
    """An image of one colour."""
    lines = (b"\0" + bytes(color) * width) * 100
    data = stream(lines for _ in range(height // 100))
    return signature + header(width, height) + chunk(b'cICP', b'\x0c\x0d\0\1') + chunk(b'IDAT', data) + end


def narrow(height, depth, color):
    """An interlaced image of one column, of zeros: four of its seven passes have rows."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    line = b'\0' * (1 + (depth * channels + 7) // 8)
    rows = -(-height // 8) + -(-(height - 4) // 8) + -(-(height - 2) // 4) + height // 2
    return signature + header(1, height, depth, color, 1) + chunk(b'cICP', b'\x0c\x0d\0\1') \
        + chunk(b'IDAT', zlib.compress(line * rows)) + end


def noise(width, height, depth, color):
    """An image of random samples, stored with little compression."""
    chance = random.Random(depth * 8 + color)
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    size = (width * depth * channels + 7) // 8
    data = stream((b'\0' + chance.randbytes(size) for _ in range(height)), 1)
    palette = chunk(b'PLTE', chance.randbytes(3 << depth)) if color == 3 else b''
    return signature + header(width, height, depth, color) + chunk(b'cICP', b'\x0c\x0d\0\1') + palette \
        + chunk(b'IDAT', data) + end


def repeated(width, height, words):
    """An image of `words` words of eight random pixels of RGBA, 16 bits, in random order."""
    chance = random.Random(words)
    known = [chance.randbytes(64) for _ in range(words)]
    data = stream((b'\0' + b''.join(chance.choices(known, k=width // 8)) for _ in range(height)), 1)
    return signature + header(width, height, 16, 6) + chunk(b'cICP', b'\x0c\x0d\0\1') + chunk(b'IDAT', data) + end


def levels(width, height, count, alpha=True):
    """An image of random samples of `count` levels, RGBA of 16 bits; without alpha, all pixels are opaque."""
    chance = random.Random(count)
    table = bytes(value % count * 255 // (count - 1) for value in range(256))

    def line():
        samples = bytearray(chance.randbytes(4 * width).translate(table))
        if not alpha:
            samples[3::4] = b'\xff' * width
        row = bytearray(1 + 8 * width)
        row[1::2] = row[2::2] = samples
        return bytes(row)

    data = stream((line() for _ in range(height)), 1)
    return signature + header(width, height, 16, 6) + chunk(b'cICP', b'\x0c\x0d\0\1') + chunk(b'IDAT', data) + end


def damaged(image):
    """The image cut before each byte, and with each byte changed in two ways."""
    for place, byte in enumerate(image):
        yield image[:place]
        for change in (1, 0x80):
            yield image[:place] + bytes([byte ^ change]) + image[place + 1:]


def gradient(width, height):
    """A smooth image, every pixel of another colour than its neighbours."""
    lines = (b'\2' + bytes([3, 0, 1] * width) if y % 8 else b'\1' + bytes([y % 256, 1, 0] + [1, 0, 2] * (width - 1))
             for y in range(height))
    return signature + header(width, height) + chunk(b'cICP', b'\x0c\x0d\0\1') + chunk(b'IDAT', stream(lines)) + end
