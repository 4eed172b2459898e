"""Pictures of the cards of a page of gamut, for the documentation.

    gallery.py FOLDER PAGE.html...

Writes FOLDER/NAME.png for each PAGE: the first card, 1100 pixels wide, scaled down by two.
"""

import base64
import os
import sys
import time

from check_page import Browser

if __name__ == "__main__":
    folder = sys.argv[1]
    browser = Browser()
    try:
        for page in sys.argv[2:]:
            browser.width(1100)
            browser.media("", prefers_color_scheme="light")
            browser.open(page)
            time.sleep(0.3)
            box = browser.value("""(() => { const b = document.querySelector('.card').getBoundingClientRect();
              return [b.left + scrollX, b.top + scrollY, b.width, b.height]; })()""")
            x, y, width, height = (round(value) for value in box)
            picture = browser.send(
                "Page.captureScreenshot", format="png", captureBeyondViewport=True,
                clip={"x": x - 8, "y": y - 8, "width": width + 16, "height": height + 16, "scale": 0.5})
            name = os.path.splitext(os.path.basename(page))[0] + ".png"
            with open(os.path.join(folder, name), "wb") as file:
                file.write(base64.b64decode(picture["data"]))
    finally:
        browser.close()
