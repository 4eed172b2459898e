"""Opens a page of gamut in headless Chromium and says, as JSON, what it does there.

    check_page.py PAGE.html [AXE.js]

Speaks the DevTools protocol over a WebSocket (RFC 6455) with the standard library alone.
"""

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request


class Browser:
    """A browser with one page."""

    def __init__(self):
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        self.folder = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
             "--disable-background-networking", "--force-color-profile=srgb", "--remote-debugging-port=0",
             f"--user-data-dir={self.folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "DevTools listening on" in line:
                port = int(line.split(":")[2].split("/")[0])
                break
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        path = "/" + page["webSocketDebuggerUrl"].split("/", 3)[3]
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        self.number = 0
        self.events = []
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.send(domain + ".enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self):
        message = b""
        while True:
            first, second = self.stream.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.stream.read(8))
            message += self.stream.read(size)
            if first & 0x80:
                return json.loads(message)

    def send(self, method, **parameters):
        self.number += 1
        data = json.dumps({"id": self.number, "method": method, "params": parameters}).encode()
        size = len(data)
        head = (bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + struct.pack(">H", size)
                if size < 65536 else bytes([0x81, 0xFF]) + struct.pack(">Q", size))
        # The mask of zeros leaves the data as they are.
        self.socket.sendall(head + bytes(4) + data)
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]
            self.events.append(answer)

    def open(self, path):
        self.events.clear()
        self.send("Page.navigate", url="file://" + os.path.abspath(path))
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def value(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def press(self, key, code):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def media(self, kind="", **features):
        self.send("Emulation.setEmulatedMedia", media=kind,
                  features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def width(self, pixels):
        self.send("Emulation.setDeviceMetricsOverride", width=pixels, height=900, deviceScaleFactor=1, mobile=False)


ROWS = """Array.from(document.querySelectorAll('#images-table tbody tr')).filter(r => !r.hidden).map(r =>
  Array.from(r.cells).map(c => c.innerText.trim()))"""


def faults(browser):
    """What the browser complains of, and what it fetched."""
    found = []
    for event in browser.events:
        method, parameters = event.get("method"), event.get("params", {})
        if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
            found.append(json.dumps(parameters)[:300])
        if method == "Network.requestWillBeSent" and parameters["type"] != "Document":
            if not parameters["request"]["url"].startswith("data:"):
                found.append("request: " + parameters["request"]["url"])
    return found


def look(browser, path, axe):
    result = {}
    browser.width(1240)
    browser.open(path)
    time.sleep(0.2)
    result["faults"] = faults(browser)
    result["scripts"] = browser.value("document.scripts.length")
    result["rows"] = browser.value(ROWS)
    result["headings"] = browser.value("Array.from(document.querySelectorAll('h1,h2,h3,h4')).map(h => +h.tagName[1])")
    result["cards"] = browser.value("""Array.from(document.querySelectorAll('.card')).map(card => ({
      path: card.querySelector('h2,h3').textContent,
      legend: Array.from(card.querySelectorAll('.legend tbody tr')).map(r => Array.from(r.cells).map(c => c.innerText.trim())),
      channels: Array.from(card.querySelectorAll('.channels tbody tr')).map(r => Array.from(r.cells).map(c => c.innerText.trim())),
      groups: Array.from(card.querySelectorAll('.groups tbody tr')).map(r => Array.from(r.cells).map(c => c.innerText.trim())),
      regions: Array.from(card.querySelectorAll('.regions tbody tr')).map(r => Array.from(r.cells).map(c => c.innerText.trim())),
      pictures: Array.from(card.querySelectorAll('img')).map(i => [i.naturalWidth, i.naturalHeight]) }))""")
    result["untitled"] = browser.value("""Array.from(document.querySelectorAll('svg')).filter(s =>
      s.getAttribute('aria-hidden') !== 'true' && !(s.querySelector(':scope > title') && s.querySelector(':scope > desc'))).length""")

    # The slider, from the keyboard.
    if browser.value("!!document.querySelector('.slider input')"):
        read = """[document.querySelector('.slider input').value,
          getComputedStyle(document.querySelector('.pair .shown img')).clipPath]"""
        browser.value("document.querySelector('.slider input').focus()")
        before = browser.value(read)
        for _ in range(5):
            browser.press("ArrowRight", 39)
        result["slider"] = [before, browser.value(read)]
        shown = """['uv', 'xy'].map(k => getComputedStyle(document.querySelector('.diagram .' + k)).display)"""
        if browser.value("!!document.querySelector('.diagram')"):
            before = browser.value(shown)
            browser.value("document.querySelector('.diagram input:nth-of-type(2)').click()")
            result["diagram"] = [before, browser.value(shown)]

    # Sorting by each heading, both ways, and filtering.
    if result["rows"]:
        result["sorted"] = {}
        names = browser.value("Array.from(document.querySelectorAll('#images-table thead button')).map(b => b.innerText.trim())")
        for index, name in enumerate(names):
            orders = []
            for _ in range(2):
                browser.value(f"document.querySelectorAll('#images-table thead button')[{index}].click()")
                orders.append([browser.value(f"document.querySelectorAll('#images-table thead th')[{index}].ariaSort"),
                               browser.value(ROWS)])
            result["sorted"][name] = orders
        browser.value("document.getElementById('filter-text').focus()")
        browser.send("Input.insertText", text="FLAT-")
        result["filtered"] = browser.value(ROWS)
        result["filterCount"] = browser.value("document.getElementById('filter-count').textContent")
        browser.value("""{const t = document.getElementById('filter-text'); t.value = '';
          t.dispatchEvent(new Event('input'));
          document.querySelector('.filter input[value=fits]').click()}""")
        result["withoutFits"] = browser.value(ROWS)

    # Which words about the screen are shown.
    words = "['narrow-screen', 'wide-screen', 'unknown-screen'].filter(c => getComputedStyle(document.querySelector('.' + c)).display !== 'none')"
    result["screens"] = {}
    for name, (kind, gamut) in {"srgb": ("", "srgb"), "p3": ("", "p3"), "print": ("print", "srgb")}.items():
        browser.media(kind, color_gamut=gamut)
        result["screens"][name] = browser.value(words)
    browser.media()

    # Nothing is wider than a narrow screen.
    browser.width(360)
    result["overflow"] = browser.value("document.documentElement.scrollWidth - innerWidth")
    browser.width(1240)

    if axe:
        with open(axe, encoding="utf-8") as file:
            source = file.read()
        result["axe"] = {}
        for scheme in ("light", "dark"):
            browser.media("", prefers_color_scheme=scheme)
            browser.open(path)
            browser.value(source + "; 1")
            result["axe"][scheme] = browser.value("""axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})
              .then(r => r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' +
                (n.any[0] ? n.any[0].message : '')).join(' | ')))""")
        browser.media()

    # Without script: both pictures, nothing that does nothing.
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(path)
    browser.send("Emulation.setScriptExecutionDisabled", value=False)
    result["withoutScript"] = browser.value("""({
      pictures: Array.from(document.querySelectorAll('.pair:first-of-type img')).slice(0, 2).map(i => i.getBoundingClientRect().width > 0),
      clip: Array.from(document.querySelectorAll('.pair img')).map(i => getComputedStyle(i).clipPath).filter(c => c !== 'none').length,
      controls: Array.from(document.querySelectorAll('.slider, .filter, thead button')).filter(e => e.getClientRects().length).length })""")
    return result


if __name__ == "__main__":
    browser = Browser()
    try:
        print(json.dumps(look(browser, sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)))
    finally:
        browser.close()
