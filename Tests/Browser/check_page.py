"""Opens a page of gamut in headless Chromium and says, as JSON, what it does there.

    check_page.py PAGE.html [AXE.js | --large]

Of a large page only the list and the filters are tried.

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
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", "--disable-background-networking", "--force-color-profile=srgb",
             "--remote-debugging-port=0", f"--user-data-dir={self.folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "DevTools listening on" in line:
                port = int(line.split(":")[2].split("/")[0])
                break
        # The browser listens before it has a page.
        page, end = None, time.monotonic() + 60
        while not page and time.monotonic() < end:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                page = next((target for target in json.load(answer) if target["type"] == "page"), None)
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
        self.load("Page.navigate", url="file://" + os.path.abspath(path))

    def load(self, method, **parameters):
        """Sends what loads a file, and waits until it is loaded, which the page before may still be."""
        self.events.clear()
        self.send(method, **parameters)
        while not self.is_loaded():
            self.events.append(self.receive())

    def is_loaded(self):
        """Whether the events say that a file was opened, and after that, that a page is loaded."""
        events = iter(self.events)
        has_file = any(event.get("method") == "Page.frameNavigated"
                       and event["params"]["frame"]["url"].startswith("file:") for event in events)
        return has_file and any(event.get("method") == "Page.loadEventFired" for event in events)

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


GROUPS = """Array.from(document.querySelectorAll('.group')).map(g => ({
  level: g.querySelector('h2 .badge').textContent, count: g.querySelector('h2 .count').textContent,
  commands: Array.from(g.querySelectorAll(':scope > .command code')).map(c => c.textContent),
  items: Array.from(g.querySelectorAll('.item')).map(i => i.querySelector('.path').textContent) }))"""
CELLS = "Array.from(card.querySelectorAll('%s tbody tr')).map(r => Array.from(r.cells).map(c => c.innerText.trim()))"
CARD = """((card, path) => ({ path,
  figures: Array.from(card.querySelectorAll('.figures li')).map(f => ['what', 'count', 'why'].map(c => f.querySelector('.' + c).textContent)),
  losses: LOSSES,
  pictures: Array.from(card.querySelectorAll('.layer img')).map(i => [i.naturalWidth, i.naturalHeight]),
  untitled: Array.from(card.querySelectorAll('svg')).filter(s =>
    s.getAttribute('aria-hidden') !== 'true' && !(s.querySelector(':scope > title') && s.querySelector(':scope > desc'))).length }))"""
CARD = CARD.replace("LOSSES", CELLS % ".losses")


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


def wait(browser, condition, seconds=60):
    """Waits until a condition holds: the browser handles a click or a key when it has time."""
    browser.value(f"""new Promise((done, fail) => {{ const end = performance.now() + {1000 * seconds};
      const look = () => {condition} ? done(1) : performance.now() > end ? fail(new Error({json.dumps(condition)})) : requestAnimationFrame(look);
      look(); }})""")


def wait_for_pictures(browser):
    browser.value("Promise.all(Array.from(document.images).map(i => i.decode().catch(() => null))).then(() => 1)")


def cards(browser):
    """What each card shows, one after the other; only open ones are in the document."""
    alone = "document.querySelector('.alone')"
    if browser.value(f"!!{alone}"):
        wait_for_pictures(browser)
        return [browser.value(f"{CARD}({alone}, {alone}.querySelector('h2').firstChild.parentNode.innerText)")]
    while browser.value("(() => { const b = document.querySelector('.items .more:last-child'); b?.click(); return !!b; })()"):
        pass
    found = []
    for index in range(browser.value("document.querySelectorAll('.item').length")):
        item = f"document.querySelectorAll('.item')[{index}]"
        browser.value(f"{item}.querySelector('summary').click()")
        wait(browser, f"{item}.querySelector('.card-body')")
        wait_for_pictures(browser)
        found.append(browser.value(f"{CARD}({item}, {item}.querySelector('.path').textContent)"))
        browser.value(f"{item}.querySelector('summary').click()")
        wait(browser, f"!{item}.querySelector('.card-body')")
    return found


def controls(browser):
    """What the slider of the first card with pictures and the buttons that copy do."""
    result = {}
    if browser.value("!document.querySelector('.alone')"):
        browser.value("""(() => { const i = Array.from(document.querySelectorAll('.item')).find(i => i.querySelector('.thumb'));
          i.querySelector('summary').click(); })()""")
        wait(browser, "document.querySelector('.item[open] .card-body')")
    if browser.value("!document.querySelector('.compared')"):
        return result
    wait_for_pictures(browser)
    read = """[document.querySelector('.slider input').value,
      getComputedStyle(document.querySelector('.compared .original')).clipPath]"""
    browser.value("document.querySelector('.slider input').focus()")
    states = [browser.value(read)]

    for _ in range(5):
        last = browser.value("document.querySelector('.slider input').value")
        browser.press("ArrowRight", 39)
        wait(browser, f"document.querySelector('.slider input').value !== '{last}'")
    wait(browser, f"JSON.stringify({read}) !== {json.dumps(json.dumps(states[-1], separators=(',', ':')))}")
    states.append(browser.value(read))
    result["slider"] = states
    # The clipboard gets the command of every group.
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    result["copied"] = browser.value("""(async () => {
      const all = [];
      for (const command of document.querySelectorAll('.group > .command')) {
        const button = command.querySelector('.copy'), label = button.textContent;
        button.click();
        while (button.textContent === label) await new Promise(requestAnimationFrame);
        all.push([command.querySelector('code').textContent, label, button.textContent,
          await navigator.clipboard.readText().catch(e => String(e))]);
      }
      return all; })()""")
    return result


def choose(browser, name, value):
    browser.value(f"""(() => {{ const c = document.querySelector('.filter [name={name}]'); c.value = {json.dumps(value)};
      c.dispatchEvent(new Event(c.type === 'search' ? 'input' : 'change', {{ bubbles: true }})); }})()""")


def state(browser):
    return {"groups": browser.value(GROUPS), "count": browser.value("document.getElementById('filter-count').textContent"),
            "none": browser.value("document.querySelector('.none')?.textContent ?? null"),
            "without": browser.value("document.querySelector('.without summary')?.textContent ?? null")}


def filters(browser, limit):
    """What each filter leaves, for at most so many values."""
    result = {"all": state(browser), "rule": {}, "severity": {}}
    for value in browser.value("Array.from(document.querySelector('.filter [name=rule]').options).map(o => o.value).filter(Boolean)")[:limit]:
        choose(browser, "rule", value)
        result["rule"][value] = state(browser)
    choose(browser, "rule", "")
    for value in browser.value("Array.from(document.querySelectorAll('.tile[data-severity]:not(:disabled)')).map(t => t.dataset.severity)"):
        for place in ("severity", None):
            browser.value(f"document.querySelector('[data-severity={value}]').click()")
            if place:
                result[place][value] = state(browser)
    choose(browser, "text", "no such name")
    result["nothing"] = state(browser)
    choose(browser, "text", "FLAT-")
    result["text"] = state(browser)
    browser.value("document.querySelector('.clear').click()")
    result["cleared"] = state(browser)
    return result


def look(browser, path, axe):
    result = {}
    browser.width(1240)
    browser.open(path)
    time.sleep(0.2)
    result["scripts"] = browser.value("document.scripts.length")
    result["verdict"] = browser.value("document.querySelector('h1').textContent")
    result["tiles"] = browser.value("Array.from(document.querySelectorAll('.tile')).map(t => [t.querySelector('.what').textContent, t.querySelector('.count').textContent])")
    result["elements"] = browser.value("document.querySelectorAll('*').length")
    if browser.value("!!document.querySelector('.filter')"):
        result["filters"] = filters(browser, 5 if axe == "--large" else 50)
    if axe == "--large":
        for _ in range(15):
            browser.value("document.querySelector('.items .more:last-child').click()")
        result["grown"] = browser.value("document.querySelectorAll('*').length")
        result["faults"] = faults(browser)
        return result
    result["controls"] = controls(browser)
    result["headings"] = browser.value("Array.from(document.querySelectorAll('h1,h2,h3,h4')).map(h => +h.tagName[1])")

    # Nothing is wider than a narrow screen, with a card open; nor at a zoom of 200 %.
    result["overflow"] = {}
    for pixels in (360, 390, 620):
        browser.width(pixels)
        result["overflow"][str(pixels)] = browser.value("document.documentElement.scrollWidth - innerWidth")
    browser.width(1240)
    if axe:
        with open(axe, encoding="utf-8") as file:
            source = file.read()
        result["axe"] = {}
        for scheme in ("light", "dark"):
            browser.media("", prefers_color_scheme=scheme)
            browser.value(source + "; 1")
            result["axe"][scheme] = browser.value("""axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
              .then(r => r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' +
                (n.any[0] ? n.any[0].message : '')).join(' | ')))""")
        browser.media()
    result["foreign"] = browser.value("document.querySelectorAll('img[src=x], [onerror], [onmouseover], main script, b').length")
    browser.open(path)
    result["cards"] = cards(browser)

    result["faults"] = faults(browser)

    # Without script: the summary and the table.
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(path)
    browser.send("Emulation.setScriptExecutionDisabled", value=False)
    result["withoutScript"] = browser.value("""({
      verdict: document.querySelector('h1').textContent,
      findings: Array.from(document.querySelectorAll('table.findings tbody tr')).map(r => Array.from(r.cells).map(c => c.innerText.trim())),
      controls: document.querySelectorAll('button, input, select').length })""")
    return result


if __name__ == "__main__":
    browser = Browser()
    try:
        print(json.dumps(look(browser, sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)))
    finally:
        browser.close()
