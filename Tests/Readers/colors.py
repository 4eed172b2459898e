"""What coloraide says of colours that `gamut color` reports on.

    colors.py GAMUT [N]

Random colours in all notations of CSS, inside and outside sRGB and Display P3: their codes, OKLCH, contrast, colour vision
for tritanopia by Brettel, and the differences of pairs. With N, one of N colours. coloraide takes the wrong
half-plane of Brettel's model for the other two deficiencies, so these are left to the vectors in the tests. Tolerances
are those of constants: OKLab's own have ten digits, those of CSS sixteen, which shows in colours that nothing reflects; and
the white of ICC profiles is not quite that of CSS, which shows in CIEDE2000 above 50.
"""

import json
import math
import random
import subprocess
import sys

try:
    from coloraide.everything import ColorAll as Color
except ImportError:
    sys.exit("The check of colours needs python3 with coloraide (pip install coloraide).")

COUNT = 10_000
GROUP = 40
random.seed(19970901)


def text():
    """Returns a random colour in a random notation."""
    u, n = random.uniform, random.randint
    return random.choice([
        lambda: "#%06x" % n(0, 0xffffff),
        lambda: "rgb(%d %d %d)" % (n(0, 255), n(0, 255), n(0, 255)),
        lambda: "hsl(%.2f %.2f%% %.2f%%)" % (u(0, 360), u(0, 100), u(0, 100)),
        lambda: "hwb(%.2f %.2f%% %.2f%%)" % (u(0, 360), u(0, 60), u(0, 60)),
        lambda: "oklch(%.4f %.4f %.2f)" % (u(0.02, 1), u(0, 0.35), u(0, 360)),
        lambda: "oklab(%.4f %.4f %.4f)" % (u(0.02, 1), u(-0.25, 0.25), u(-0.25, 0.25)),
        lambda: "lab(%.2f %.2f %.2f)" % (u(1, 99), u(-70, 70), u(-70, 70)),
        lambda: "lch(%.2f %.2f %.2f)" % (u(1, 99), u(0, 110), u(0, 360)),
        lambda: "color(srgb %.4f %.4f %.4f)" % (u(-0.2, 1.2), u(-0.2, 1.2), u(-0.2, 1.2)),
        lambda: "color(srgb-linear %.4f %.4f %.4f)" % (u(0, 1), u(0, 1), u(0, 1)),
        lambda: "color(display-p3 %.4f %.4f %.4f)" % (u(0, 1), u(0, 1), u(0, 1)),
        lambda: "color(a98-rgb %.4f %.4f %.4f)" % (u(0, 1), u(0, 1), u(0, 1)),
        lambda: "color(xyz-d65 %.4f %.4f %.4f)" % (u(0, 0.9), u(0, 1), u(0, 1)),
        lambda: "color(xyz-d50 %.4f %.4f %.4f)" % (u(0, 0.9), u(0, 1), u(0, 0.8)),
    ])()


faults = 0
checks = 0


def expect(holds, *words):
    global faults, checks
    checks += 1
    if not holds:
        faults += 1
        if faults <= 20:
            print("fault:", *words)


def near(found, expected, tolerance, *words):
    expect(abs(found - expected) <= tolerance, *words, found, "instead of", expected)


def codes(hex, digits):
    return [int(hex[1 + i * digits:1 + (i + 1) * digits], 16) for i in range(3)]


def near_din99o(value, first, second, *words):
    """Checks a difference: primaries are rounded differently, and colours of pairs to codes of 16 bits."""
    expected = first.distance(second, space="din99o")
    near(value, expected, max(0.03, expected * 2e-3), *words)


def shown_by_images(color, found):
    """The colour of 8 bits in sRGB that an image gets: from codes of 16 bits in Display P3, if it is outside sRGB. None if
    a level is nearly between two codes."""
    if found["inside"]:
        return Color(found["hex"])
    levels = [round(value * 65535) / 65535 for value in color.convert("display-p3").coords()]
    clipped = [min(max(value, 0), 1) for value in Color("display-p3", levels).convert("srgb").coords()]
    if any(abs(value * 255 % 1 - 0.5) < 0.1 for value in clipped):
        return None
    return Color("srgb", [math.floor(value * 255 + 0.5) / 255 for value in clipped])


def check_code(hex, color, space, *words, slack=2e-5):
    """Checks clamped codes: the rounding of a level that is nearly between two codes may go either way."""
    digits = (len(hex) - 1) // 3
    top = 16 ** digits - 1
    for code, level in zip(codes(hex, digits), color.convert(space).coords()):
        near(code, min(max(level, 0), 1) * top, 0.5 + slack * top, *words, hex, color)


def luminance(color):
    return color.convert("xyz-d65").coords()[1]


def ratio(a, b):
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def clamped(color, space):
    result = color.convert(space)
    return Color(space, [min(max(value, 0), 1) for value in result.coords()])


def report(gamut, texts):
    run = subprocess.run([gamut, "color", "--format", "json", *texts], capture_output=True, timeout=60)
    if run.returncode != 0:
        sys.exit("gamut color failed: " + run.stderr.decode())
    return json.loads(run.stdout)


def check(gamut, texts):
    own = report(gamut, texts)
    colors = [Color(text) for text in texts]
    for found, color in zip(own["colors"], colors):
        name = found["input"]
        lch = color.convert("oklch")
        near(found["oklch"][0], lch[0], 5e-5, name, "lightness")
        near(found["oklch"][1], lch[1], 3e-4, name, "chroma")
        if lch[1] > 0.01:
            turn = abs(found["oklch"][2] - lch[2]) % 360
            near(min(turn, 360 - turn), 0, 0.02 if lch[0] > 0.2 else 0.3, name, "hue")
        for key, space in [("srgb", "srgb"), ("p3", "display-p3")]:
            check_code(found[key]["hex"], color, space, name)
            check_code(found[key]["hex16"], color, space, name)
            far = max(max(-value, value - 1) for value in color.convert(space).coords()) * 255
            if abs(far - 0.5) > 0.05:
                expect(found[key]["inside"] == (far < 0.5), name, "inside", space, far)
        linear = color.convert("srgb-linear")
        if not found["srgb"]["inside"]:
            near_din99o(found["srgb"]["shift"], color, clamped(color, "srgb"), name, "shift")
            near(found["contrast"]["white"]["p3"], ratio(luminance(clamped(color, "display-p3")), 1), 2e-3, name, "P3")
        shown = clamped(color, "srgb")
        near(found["contrast"]["white"]["srgb"], ratio(luminance(shown), 1), 3e-3, name, "contrast")
        near(found["contrast"]["black"]["srgb"], ratio(luminance(shown), 0), 3e-3, name, "contrast")
        seen = linear.filter("tritan", space="srgb-linear", method="brettel")
        check_code(found.get("seenOriginal", found["seen"])["tritanopia"], seen, "srgb", name, "tritanopia by Brettel", slack=1e-4)
    for pair in own["pairs"]:
        a, b = pair["a"], pair["b"]
        if b != a + 1:
            continue
        names = (texts[a], texts[b])
        near_din99o(pair["difference"], colors[a], colors[b], *names, "DIN99o")
        images = [shown_by_images(colors[index], own["colors"][index]["srgb"]) for index in (a, b)]
        if None not in images:
            near_din99o(pair["srgb"]["difference"], *images, *names, "DIN99o in sRGB")
        linear = [colors[i].convert("srgb-linear") for i in (a, b)]
        # A colour that is outside by less than half a code counts as inside, and is shown as it is.
        inside = [own["colors"][i]["srgb"]["inside"] for i in (a, b)]
        shown = [linear[i] if inside[i] else clamped(linear[i], "srgb").convert("srgb-linear") for i in (0, 1)]
        for member, values in (("seenOriginal", linear), ("seen", shown if "seenOriginal" in pair else linear)):
            if member in pair:
                seen = [color.filter("tritan", space="srgb-linear", method="brettel") for color in values]
                near_din99o(pair[member]["tritanopia"], *seen, *names, "tritanopia")


def main():
    gamut = sys.argv[1]
    count = max(1, COUNT // int(sys.argv[2])) if len(sys.argv) > 2 and sys.argv[2] else COUNT
    for start in range(0, count, GROUP):
        check(gamut, [text() for _ in range(min(GROUP, count - start))])
    print(f"coloraide: {count:,} colours, {checks:,} numbers compared, {faults} faults")
    sys.exit(faults > 0)


main()
