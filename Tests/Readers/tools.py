"""What other programs do to files in Display P3, by `gamut compare`: Pillow, libvips, ImageMagick and Chromium.

    tools.py GAMUT [--write]

Runs the commands below on a sample of 16 bits and on one of 8 bits with alpha, and compares A with B. The table in
Documentation/definitions.md must say the same of each program that is installed in the version that it names. With --write
it is written anew, by programs that are all installed.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare import root, run  # noqa: E402
from formula import read  # noqa: E402

PAGE = pathlib.Path(root, "Documentation/definitions.md")
SAMPLES = [pathlib.Path(root, "Samples", name) for name in ("photo-16bit.png", "icon-alpha.png")]
# Debian's name of ImageMagick, as other programs are called convert, too.
NAMES = {"Pillow": f"'{sys.executable}' -m PIL", "libvips": "vips", "ImageMagick": "convert-im6.q16", "Chromium": "chromium"}
COMMANDS = {
    "Pillow": ["a.save(B)", "a.resize(a.size).save(B)", "a.thumbnail(a.size); a.save(B)", "a.save(B, icc_profile=None)",
               "ImageCms.profileToProfile(a, 'DisplayP3.icc', 'sRGB.icc').save(B)"],
    "libvips": ["vips copy A B", "vips icc_transform A B srgb", "vips icc_transform A B srgb --depth 16",
                "vipsthumbnail A --size WxH -o B", "vipsthumbnail A --size WxH --export-profile srgb -o B"],
    "ImageMagick": ["convert A B", "convert A -depth 8 B", "convert A -strip B", "convert A -profile sRGB.icc B"],
    "Chromium": [f"chromium --screenshot=B --force-color-profile={name} A" for name in ("srgb", "display-p3-d65")]}
QUIET = "--headless --no-sandbox --hide-scrollbars --default-background-color=00000000"


def result(gamut, tool, command, a, b):
    """What a command makes of a file, as a cell of the table."""
    height, width = read(a)[0].shape[:2]
    words = {"A": a, "B": b, "WxH": f"{width}x{height}", "convert": NAMES["ImageMagick"]}
    if tool == "Chromium":
        page = pathlib.Path(b).with_suffix(".html")
        page.write_text(f'<body style="margin: 0"><img style="display: block" src="{a.as_uri()}">')
        words.update({"A": page.as_uri(), "--screenshot=B": f"--screenshot={b}"})
        command += f" --window-size={width},{height} {QUIET}"
    words = [words.get(word, word) for word in command.split()]
    if tool == "Pillow":
        words = [sys.executable, "-c", f"from PIL import Image, ImageCms; B = {b!r}; a = Image.open({str(a)!r}); {command}"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=os.path.join(root, "Profiles"))
    row, = run(gamut, [(a, b)])
    source, codes = row["b"]["source"], [f"`{reason['code']}`" for reason in row["reasons"]]
    declaration = "undeclared" if source["origin"] == "assumed" else source["description"]
    return f"{' '.join([row['verdict'], *codes])}, {declaration}, {row['b']['image']['bitDepth']} bits"


def main(gamut, *options):
    text, versions, results, rows = PAGE.read_text(), [], {}, {}
    head, old = re.search(r"^\| (Pillow .*) \|\n\|-.*\n((?:\|.*\n)*)", text, re.M).groups()
    for tool, commands in COMMANDS.items():
        said = subprocess.run(NAMES[tool] + " --version", shell=True, capture_output=True, text=True).stdout
        versions.append(f"{tool} {re.search('[0-9]+[.][-.0-9]+|$', said)[0]}")
        if not said or versions[-1] not in re.split(r", | \| ", head) and not options:
            print(f"{tool} is not installed in the version of the table: the check of what it does is skipped")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for command in commands:
                results[command] = " | ".join(result(gamut, tool, command, a, f"{folder}/{a.name}") for a in SAMPLES)
                rows.setdefault(results[command], []).append(f"`{command}`")
    new = "".join(f"| {', '.join(commands)} | {cells} |\n" for cells, commands in rows.items())
    print(new)
    if "--write" in options:
        if len(results) < sum(map(len, COMMANDS.values())):
            sys.exit("The table needs all programs.")
        titles = [", ".join(versions), *(f"`{a.name}`, {a.read_bytes()[24]} bits" for a in SAMPLES)]
        PAGE.write_text(text.replace(head, " | ".join(titles)).replace(old, new))
        return
    faults = [command for command, cells in results.items()
              if not re.search(rf"^\| .*{re.escape(f'`{command}`')}.* \| {re.escape(cells)} \|$", old, re.M)]
    print(f"{len(results)} commands, {len(faults)} faults", *faults, sep="\nfault: ")
    sys.exit(bool(faults))


main(*sys.argv[1:])
