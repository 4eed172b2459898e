"""Pictures of pages of gamut, for the documentation.

    gallery.py FOLDER cards PAGE.html...
    gallery.py FOLDER loss PAGE.html
    gallery.py FOLDER screens PAGE.html...

Writes FOLDER/NAME.png for each PAGE of one image: its card, 1100 pixels wide, scaled down by two. Or, of one PAGE, only what is
lost, before and after: FOLDER/loss.png. Or the first screen of each PAGE, wide and narrow, light and dark:
FOLDER/screen-NAME-WIDTH-SCHEME.png.
"""

import base64
import os
import sys
import time

from check_page import Browser, wait_for_pictures


def write(browser, path, x, y, width, height, scale):
    picture = browser.send("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                           clip={"x": x, "y": y, "width": width, "height": height, "scale": scale})
    with open(path, "wb") as file:
        file.write(base64.b64decode(picture["data"]))


def card(browser, page, folder, name, part=".alone", margin=8):
    browser.width(1100)
    browser.media("", prefers_color_scheme="light")
    browser.open(page)
    wait_for_pictures(browser)
    time.sleep(0.2)
    x, y, width, height = (round(value) for value in browser.value(f"""(() => {{
      const b = [...document.querySelectorAll('{part}')].map((part) => part.getBoundingClientRect());
      const [left, top] = [Math.min(...b.map((r) => r.left)), Math.min(...b.map((r) => r.top))];
      return [left + scrollX, top + scrollY, Math.max(...b.map((r) => r.right)) - left,
        Math.max(...b.map((r) => r.bottom)) - top]; }})()"""))
    write(browser, os.path.join(folder, name + ".png"), x - margin, y - margin, width + 2 * margin, height + 2 * margin, 0.5)


def loss(browser, page, folder, name):
    card(browser, page, folder, "loss", ".before-after .view", 2)


def screens(browser, page, folder, name):
    for width, height, scale in ((1400, 900, 0.5), (390, 844, 0.75)):
        for scheme in ("light", "dark"):
            browser.width(width)
            browser.media("", prefers_color_scheme=scheme)
            browser.open(page)
            wait_for_pictures(browser)
            time.sleep(0.2)
            write(browser, os.path.join(folder, f"screen-{name}-{width}-{scheme}.png"), 0, 0, width, height, scale)


if __name__ == "__main__":
    folder, kind, *pages = sys.argv[1:]
    browser = Browser()
    try:
        for page in pages:
            name = os.path.splitext(os.path.basename(page))[0]
            {"cards": card, "loss": loss, "screens": screens}[kind](browser, page, folder, name)
    finally:
        browser.close()
