"""Texts that mean something to a shell, a terminal, a build server or a parser, and files that hold them."""

import json
import os
import struct
import zlib

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))

# What a file may be named; a slash and NUL are no part of a name.
NAMES = [
    # Lines and controls.
    "new\nline", "new\n::error::forged", "two\r\nlines", "tab\t", "bell\a", "\x1b[31mred", "\x1b]0;title\a",
    "csi \x9b2J",
    # Directions, invisible characters, and characters that no text should have.
    "\u202egnp.exe", "\u2066isolate", "zero\u200bwidth", "line\u2028separator", "soft\u00adhyphen", "\ufeffmark",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "none\ufffe", "none\uffff",
    "none\U0001fffe",
    # Letters that join the one before them.
    "e\u0301", "\U0001f98a", "'\u0301;touch canary;'\u0301", "`\u0301<b>`", "a|\u0301b", "%\u03010A", ":\u0301,\u0301",
    "*\u0301", "\"\u0301", "\\\u0301", "<\u0301b>", "#\u0301#[error]x", "a\n\u0301::error::x", "' \u0301",
    # Markup.
    "<script>alert(1)<", "<img src=x onerror=alert(1)>", "a&amp;b&#64;", "]]>", "<!-- <script>", "{{{style}}}{{#rows}}",
    "[x](y)", "![x](y)", "<https:x.example>", "*bold* _it_ ~~no~~", "a|b|c", "a\\|b", "``|``", "`", "end\\", " space ",
    "www.example.com", "@octocat", "a@b.example", "mailto:a@b.example", "$x$", "# head", "- item", "1. item", "> quote",
    # Shells.
    "$(touch canary)", "`touch canary`", "${HOME}", ";touch canary;#", "a&&touch canary&&b", "a|touch canary|b",
    "apo'strophe", "\\'; touch canary; '", "\\';touch canary;'\\", "quo\"te", "\"$(touch canary)\"", "!!", "{a,b}",
    "?[a-z]*",
    "-dash", "--in-place", "--", "~", "~root", "=ls", "%1", ">canary", "<canary", "a=b", "\\n", "back\\slash", "^caret",
    # Build servers.
    "::error::forged", "::error file=x,line=1::forged", "  ::add-mask::e", "a ::stop-commands::t", "##[error]forged",
    "a##[group]b", "##vso[task.complete result=Failed]x", "##teamcity[buildStop]", "per%0Acent%25", "co:lon,comma",
    "a:1:1: error: forged", "a:1: warning: forged", "error: forged",
    # YAML and JSON.
    "true", "null", "no", "1e3", "key: value", "a #b", "&anchor", "*alias", "!!tag", "'single", "{}", "[]", "@at",
    "\u0085next", "x" * 200,
]
# Only in texts of files: with slashes, long ones, and halves of surrogates.
TEXTS = ["</script><img src=x onerror=alert(1)>", "https://example.com/x", "http://www.example.com", "</style><b>"]
# No text.
BYTES = [b"f\xff\xfe", b"\xc3", b"a\x80'\xff;touch canary;'"]


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(pixel, *chunks, size=64):
    """An image of 8 bits in RGB; `pixel` is called with x and y."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(size)) for y in range(size))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) + b"".join(chunks)
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def reds(x, y):
    return (255, 0, 0) if 16 < x < 48 and 16 < y < 48 else (236, 0, 0)


def grey(x, y):
    return (2 * x, 2 * x, 2 * x)


def profile(text):
    """Display P3 with this description (ICC.1:2022, 10.15), and half of a surrogate pair behind it."""
    with open(os.path.join(root, "Profiles", "DisplayP3.icc"), "rb") as file:
        data = bytearray(file.read())
    words = text.encode("utf-16-be", "surrogatepass") + b"\xd8\x00"
    tag = b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(words), 28) + words
    data += b"\0" * (-len(data) % 4)
    for entry in range(132, 132 + 12 * struct.unpack_from(">I", data, 128)[0], 12):
        if data[entry:entry + 4] == b"desc":
            struct.pack_into(">II", data, entry + 4, len(data), len(tag))
    data += tag + b"\0" * (-len(tag) % 4)
    struct.pack_into(">I", data, 0, len(data))
    return bytes(data)


def latin(text, limit=79):
    return text.encode("latin-1", "replace").replace(b"\0", b"?")[:limit]


def images(text):
    """An image of each kind of finding, by what follows its name."""
    space = chunk(b"iCCP", latin(text) + b"\0\0" + zlib.compress(profile(text), 1))
    international = latin(text) + b"\0\0\0\0\0" + text.encode("utf-8", "surrogatepass")
    words = chunk(b"tEXt", latin(text) + b"\0" + latin(text)) + chunk(b"iTXt", international)
    return {
        ".png": png(reds, space, words),
        ".untagged.png": png(grey),
        ".two.png": png(grey, chunk(b"cICP", bytes([12, 13, 0, 1])), chunk(b"sRGB", b"\0")),
        ".broken.png": png(grey)[:-30] + chunk(b"##[e", latin(text)) + chunk((latin(text) + b"::::")[:4], b"x"),
        ".none.png": latin(text),
    }


def identifier(text):
    """A name of CSS, with every character as an escape (CSS Syntax 3, 4.3.7)."""
    return "".join("\\%x " % (ord(letter) or 1) for letter in text if not 0xd800 <= ord(letter) < 0xe000)


def palettes(text):
    """Palettes of each format with this text wherever one may be, by what follows their names."""
    red = {"colorSpace": "display-p3", "components": [1, 0, 0]}
    other = {"colorSpace": "display-p3", "components": [0.925, 0, 0]}
    token = {"$type": "color", "$value": red, "$description": text, "$extensions": {text: text}, "$" + text: 1}
    group = {
        text: dict(token, **{"$value": other}), "a": {"$type": "color", "$value": "{%s}" % text},
        "b": {"$type": "color", "$value": text}, "c": {"$type": text, "$value": text}, "d": {"$ref": "#/" + text},
        "e": {"$extends": text}, "light " + text: {"x": token}}
    tokens = {text: token, "g": group}
    name = identifier(text)
    style = """:root { --NAME: color(display-p3 1 0 0); --bNAME: color(display-p3 0.925 0 0); --c: var(--NAME-) }
        [data-theme="NAME"] { --NAME: #123456; --d: color(NAME 1 0 0) }
        .NAME { --NAME: rgb(NAME) }
        @media (NAME) { a { --x: #1 } }
        """.replace("NAME", name)
    return {".tokens.json": json.dumps(tokens).encode(), ".css": style.encode("utf-8", "surrogatepass")}


def catalog(text):
    """Sets whose files have this text in each member, by their paths."""
    slot = {"filename": text + ".png", "idiom": text, "scale": text, "display-gamut": text, text: text,
            "appearances": [{"appearance": text, "value": text}]}
    plain = {"filename": "reds.png", "idiom": "universal", "scale": "1x"}
    color = {"idiom": "universal", "color": {"color-space": "display-p3", "components": {
        "red": "1", "green": "0", "blue": "0", "alpha": "1"}}}
    odd = {"idiom": text, "color": {"color-space": text, "components": {"red": text, "green": text, text: text}}}
    named = {"idiom": "universal", "color": {"platform": text, "reference": text}}
    about = {"info": {"author": text, "version": text}, "properties": {"template-rendering-intent": text, text: text}}
    return {
        "Contents.json": dict(about),
        "a.imageset/Contents.json": dict(about, images=[slot, plain]),
        "b.colorset/Contents.json": dict(about, colors=[color, odd, named, dict(color, **{text: text})]),
        "c.appiconset/Contents.json": dict(about, images=[dict(slot, size=text, role=text, subtype=text)]),
    }
