"""What Chromium computes of the expressions of CSS Color 5 that `gamut color` reads.

    expressions.py GAMUT [N]

Random expressions with color-mix(), relative colours and calc(), in each other, and colours of CSS Color 4 in them, also with
`none` and outside sRGB. Chromium serialises what it computes with six digits, and this text is given to gamut as well: both
have the same codes of sRGB and of Display P3, to 160 of 65,535 (0.6 codes of 8 bits: Chromium computes with floats, and
with matrices of profiles), and the same alpha. Where Chromium is known to differ from the specification, nothing is asked: it
has an older curve of rec2020; hues from -180 to 180 degrees of what it converts to lch or oklch, which shows in products and
in paths of hues; relative colours do not carry `none` over; more colours are greys, without a hue; and the roots of what is 0
in a98-rgb or prophoto-rgb magnify the error of floats. With N, one of N expressions.
"""

import json
import os
import random
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "Browser"))
from check_page import Browser  # noqa: E402

COUNT = 2_000
GROUP = 50
random.seed(20260405)
u, n, pick = random.uniform, random.randint, random.choice

RECTANGULAR = ["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "lab", "oklab", "xyz", "xyz-d50",
               "xyz-d65"]
POLAR = ["hsl", "hwb", "lch", "oklch"]
CHANNELS = {"rgb": "rgb", "hsl": "hsl", "hwb": "hwb", "lab": "lab", "lch": "lch", "oklab": "lab", "oklch": "lch"}
# The unit of a change that is seen, for each channel.
SIZES = {"rgb": (60, 60, 60), "hsl": (90, 20, 20), "hwb": (90, 20, 20), "lab": (20, 30, 30), "lch": (20, 30, 90),
         "oklab": (.2, .1, .1), "oklch": (.2, .1, 90)}


def plain(kind):
    """A colour of CSS Color 4: any; one that is `whole`, which misses no component; or one that is `vivid` and inside sRGB,
    for spaces with hues."""
    def none(text):
        return "none" if kind == "any" and random.random() < .08 else text
    alpha = pick(["", "", "", " / %.3g" % u(.1, 1), " / %d%%" % n(10, 100)])
    inside = [
        lambda: "#" + "".join(random.sample(["%02x" % n(20, 70), "%02x" % n(90, 160), "%02x" % n(180, 235)], 3)),
        lambda: pick(["tomato", "rebeccapurple", "seagreen", "orchid", "chocolate"]),
        lambda: "rgb(%d %d %d%s)" % (*random.sample([n(20, 70), n(90, 160), n(180, 235)], 3), alpha),
        lambda: "hsl(%s %d%% %d%%%s)" % (none("%ddeg" % n(0, 360)), n(40, 90), n(30, 70), alpha),
        lambda: "hwb(%s %d%% %d%%%s)" % (none("%.2f" % u(0, 360)), n(10, 30), n(10, 30), alpha),
    ]
    wide = [
        lambda: "lab(%.1f %.1f %s%s)" % (u(25, 80), u(-60, 60), none("%.1f" % u(-60, 60)), alpha),
        lambda: "lch(%.1f %.1f %s%s)" % (u(25, 80), u(1, 70), none("%.1f" % u(0, 360)), alpha),
        lambda: "oklab(%.3f %s %.3f%s)" % (u(.3, .9), none("%.3f" % u(-.15, .15)), u(-.15, .15), alpha),
        lambda: "oklch(%s %.3f %s%s)" % (none("%.3f" % u(.3, .9)), u(.01, .2), none("%.1f" % u(0, 360)), alpha),
        lambda: "color(%s %.3f %s %.3f%s)" % (pick(RECTANGULAR[:5]), u(.1, 1), none("%.3f" % u(.1, 1)), u(.1, 1), alpha),
    ]
    return pick(inside if kind == "vivid" else inside + wide)()


def number(channel, size, turns=False):
    """A value for a channel, which keeps it near that of the other colour; if it `turns`, only a sum."""
    return pick([
        lambda: channel,
        lambda: "calc(%s + %.3g)" % (channel, u(-size, size)),
        lambda: "calc(%.3g - -1 * %s)" % (u(-size, size), channel),
    ] if turns else [
        lambda: channel,
        lambda: channel,
        lambda: "calc(%s + %.3g)" % (channel, u(-size, size)),
        lambda: "calc(%s * %.2f)" % (channel, u(.5, 1.3)),
        lambda: "calc((%s - %.3g) / %.2f)" % (channel, u(0, size), u(.8, 2)),
        lambda: "min(%s, %.3g * 2)" % (channel, size),
        lambda: "max(%s, %.3g)" % (channel, u(0, size)),
        lambda: "clamp(%.3g, %s, %.3g)" % (size * .2, channel, size * 3),
    ])()


def mix(depth, kind):
    space = pick(RECTANGULAR + POLAR)
    if space in POLAR:
        depth, kind = 0, "vivid"
    if space in ("hsl", "hwb"):
        space += pick(["", "", " shorter hue", " longer hue", " increasing hue", " decreasing hue"])
    shares = pick([("", ""), (" %d%%" % n(0, 100), ""), ("", " %.1f%%" % u(0, 100)), (" %d%%" % n(1, 60), " %d%%" % n(1, 60))])
    return "color-mix(in %s, %s%s, %s%s)" % (space, color(depth, kind), shares[0], color(depth, kind), shares[1])


def relative(depth, _):
    alpha = pick(["", "", " / alpha", " / calc(alpha * %.2f)" % u(.2, 1), " / %.2f" % u(.2, 1)])
    name = pick(list(CHANNELS) + ["color"])
    if name == "color":
        space = pick(RECTANGULAR[:5])
        values = " ".join(number(channel, .3) for channel in "rgb")
        return "color(from %s %s %s%s)" % (color(depth, "whole"), space, values, alpha)
    values = " ".join(
        number(channel, size, channel == "h" and name in ("lch", "oklch"))
        for channel, size in zip(CHANNELS[name], SIZES[name]))
    origin = color(depth, "whole") if name in ("rgb", "lab", "oklab") else plain("vivid")
    return "%s(from %s %s%s)" % (name, origin, values, alpha)


def color(depth, kind):
    if depth <= 0 or random.random() < .6:
        return plain(kind)
    return pick([mix, relative])(depth - 1, kind)


def report(gamut, texts):
    run = subprocess.run([gamut, "color", "--format", "json", *texts], capture_output=True, timeout=60)
    if run.returncode != 0:
        sys.exit("gamut color failed: " + run.stderr.decode())
    return json.loads(run.stdout)["colors"]


def codes(hex):
    return [int(hex[1 + 4 * index:5 + 4 * index], 16) for index in range(3)]


def main(gamut, every="1"):
    texts = [pick([mix, relative])(2, "any") for _ in range(COUNT // int(every))]
    computed = json.loads(Browser().value("""(() => {
      const element = document.body.appendChild(document.createElement('p'));
      return JSON.stringify(%s.map(text => {
        element.style.color = '';
        element.style.color = text;
        return element.style.color === '' ? null : getComputedStyle(element).color;
      }));
    })()""" % json.dumps(texts)))
    faults = 0
    for start in range(0, len(texts), GROUP):
        pairs = [(text, other) for text, other in zip(texts[start:start + GROUP], computed[start:start + GROUP])]
        for text, other in pairs:
            if other is None:
                sys.exit("Chromium does not read " + text)
        own = report(gamut, [text for text, _ in pairs])
        theirs = report(gamut, [other for _, other in pairs])
        for (text, other), one, two in zip(pairs, own, theirs):
            off = max(
                abs(a - b) for space in ("srgb", "p3")
                for a, b in zip(codes(one[space]["hex16"]), codes(two[space]["hex16"])))
            # Chromium's legacy colours have alpha in 8 bits.
            if off > 160 or abs(one.get("alpha", 1) - two.get("alpha", 1)) > .003:
                faults += 1
                if faults <= 20:
                    print("fault:", text, "is", other, "and not", one["srgb"]["hex16"], one.get("alpha", 1), "by", off)
    print("%d expressions, %d faults" % (len(texts), faults))
    sys.exit(1 if faults else 0)


main(*sys.argv[1:])
