"""Pictures of pages of gamut, for the documentation.

    gallery.py FOLDER cards PAGE.html...
    gallery.py FOLDER screens PAGE.html...

Writes FOLDER/NAME.png for each PAGE of one image: its card, 1100 pixels wide, scaled down by two. Or the first screen of each
PAGE, wide and narrow, light and dark: FOLDER/screen-NAME-WIDTH-SCHEME.png.
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


def card(browser, page, folder, name):
    browser.width(1100)
    browser.media("", prefers_color_scheme="light")
    browser.open(page)
    wait_for_pictures(browser)
    time.sleep(0.2)
    x, y, width, height = (round(value) for value in browser.value("""(() => {
      const b = document.querySelector('.alone').getBoundingClientRect();
      return [b.left + scrollX, b.top + scrollY, b.width, b.height]; })()"""))
    write(browser, os.path.join(folder, name + ".png"), x - 8, y - 8, width + 16, height + 16, 0.5)


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
            (card if kind == "cards" else screens)(browser, page, folder, os.path.splitext(os.path.basename(page))[0])
    finally:
        browser.close()
