"""Makes the site of `make docs`: static pages of the Markdown in this repository, readable without script.

    pages.py GAMUT SITE [GRAPHS]

GAMUT is the built command, which explains its rules: each has a page of its own. GRAPHS holds the symbol graphs of the
libraries, as `swift symbolgraph-extract` writes them: they become plain lists of the declarations, for readers without
script. A page has the path of its file, with the extension html; README.md becomes index.html. Needs cmarkgfm (PyPI).
"""

import glob
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys

import cmarkgfm
from cmarkgfm.cmark import Options

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DOCS = "Documentation/"
# The pages in their order in the list of each page, with the words for those whose heading is long.
GUIDES = [
    ("Start", [("README.md", "gamut"), "Samples/README.md", "Examples/README.md", DOCS + "builds.md",
               ("integrations/swiftpm/README.md", "Swift packages")]),
    ("Checking images", [(DOCS + "definitions.md", "What is lost"), DOCS + "rules.md", DOCS + "audit.md",
                         DOCS + "policy.md", DOCS + "catalogs.md", DOCS + "palettes.md",
                         (DOCS + "Gallery/README.md", "Gallery")]),
    ("Tagging and converting", [DOCS + "writing.md", DOCS + "mappings.md", ("Profiles/README.md", "Profiles")]),
    ("Reference", [(DOCS + "formats.md", "Output"), DOCS + "limits.md"]),
    ("Figures", [DOCS + "reliability.md", ("Benchmarks/README.md", "Speed"), ("Fuzz/README.md", "Fuzzing")]),
    ("Programs", [DOCS + "library.md", DOCS + "architecture.md", "CONTRIBUTING.md", "Packaging/README.md", "SECURITY.md", "CHANGELOG.md"]),
]
STYLE = """
:root { color-scheme: light dark; --line: #8884; --link: #06c; }
@media (prefers-color-scheme: dark) { :root { --link: #6cf; } }
body { display: flex; flex-wrap: wrap; gap: 0 3rem; max-width: 76rem; margin: 0 auto; padding: 1rem;
  font: 1rem/1.55 system-ui, sans-serif; }
nav { flex: 1 0 13rem; } nav p { margin: 1.2rem 0 .2rem; font-weight: 600; } nav ul { margin: 0; padding: 0; list-style: none; }
.pages { display: none; flex: 1 0 100%; } @media (max-width: 58rem) { .pages { display: block; } nav { order: 1; } }
main { flex: 3 1 40rem; min-width: 0; } a { color: var(--link); } img { max-width: 100%; height: auto; }
pre, table { display: block; overflow-x: auto; } pre { padding: .8rem; border: 1px solid var(--line); border-radius: .4rem; }
code { font: .9em/1.45 ui-monospace, monospace; } table { border-collapse: collapse; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
"""


def place(path):
    """Returns the place of a page in the site, or of any other file."""
    if posixpath.basename(path) == "README.md":
        return posixpath.join(posixpath.dirname(path), "index.html")
    return path[:-3] + ".html" if path.endswith(".md") else path


def anchor(text):
    """Returns the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


def text_of(markup):
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


class Site:
    def __init__(self, gamut, target, graphs):
        self.gamut, self.target, self.graphs = gamut, target, graphs
        self.pages, self.files, self.faults = {}, set(), []
        self.rules = re.findall(r"^\w+ +([a-z0-9-]+) ", self.run("audit", "--list-rules", "--no-policy"), re.MULTILINE)

    def run(self, *arguments):
        return subprocess.run([self.gamut, *arguments], capture_output=True, text=True, check=True).stdout

    def make(self):
        listed = [entry if isinstance(entry, str) else entry[0] for _, entries in GUIDES for entry in entries]
        for path in sorted(glob.glob(f"{ROOT}/{DOCS}*.md")):
            name = os.path.relpath(path, ROOT)
            if name not in listed:
                self.faults.append(f"{name} is not in the list of Tests/Reference/pages.py")
        waiting = list(listed)
        while waiting:
            name = waiting.pop(0)
            if name not in self.pages:
                self.pages[name] = self.markdown(name)
                waiting += [page for page in self.pages[name][2] if page not in self.pages]
        navigation = [(title, [self.entry(entry) for entry in entries]) for title, entries in GUIDES]
        libraries = self.libraries()
        if libraries:
            navigation[-1][1].append(("reference-plain/index.html", "Library reference"))
        for old in glob.glob(f"{self.target}/*"):
            if os.path.basename(old) != "reference":
                shutil.rmtree(old) if os.path.isdir(old) else os.remove(old)
        for name, (title, body, _) in self.pages.items():
            self.write(place(name), title, body, navigation)
        for rule in self.rules:
            self.write(f"{DOCS}rules/{rule}.html", rule, self.rule(rule), navigation)
        for name, title, body in libraries:
            self.write(f"reference-plain/{name}.html", title, body, navigation)
        for name in sorted(self.files):
            os.makedirs(os.path.dirname(f"{self.target}/{name}"), exist_ok=True)
            shutil.copyfile(f"{ROOT}/{name}", f"{self.target}/{name}")
        return self.faults

    def entry(self, entry):
        name, words = entry if isinstance(entry, tuple) else (entry, None)
        return place(name), words or self.pages[name][0]

    def markdown(self, name):
        """Returns the title of a page, its body, and the pages that it links to."""
        with open(f"{ROOT}/{name}", encoding="utf-8") as file:
            body = cmarkgfm.github_flavored_markdown_to_html(file.read(), Options.CMARK_OPT_UNSAFE)
        linked, seen = [], {}

        def heading(match):
            own = anchor(text_of(match[2]))
            count = seen[own] = seen.get(own, -1) + 1
            own += f"-{count}" if count else ""
            return f'<h{match[1]} id="{own}">{match[2]}</h{match[1]}>'

        def link(match):
            attribute, target = match[1], html.unescape(match[2])
            if re.match(r"[a-z]+:|#", target):
                return match[0]
            path, _, fragment = target.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            there = f"{ROOT}/{path}"
            if os.path.isdir(there) and os.path.exists(there + "/README.md"):
                path += "/README.md"
            elif not os.path.isfile(there):
                self.faults.append(f"{name}: there is no {target}")
                return match[0]
            if path.endswith(".md"):
                linked.append(path)
            else:
                self.files.add(path)
            return f'{attribute}="{self.relative(name, place(path))}' + (f'#{fragment}"' if fragment else '"')

        body = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, body, flags=re.DOTALL)
        body = re.sub(r'\b(href|src)="([^"]*)"', link, body)
        if name == DOCS + "rules.md":
            for rule in self.rules:
                body = body.replace(f"<td><code>{rule}</code></td>",
                                    f'<td><a href="rules/{rule}.html"><code>{rule}</code></a></td>', 1)
        title = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.DOTALL)
        return text_of(title[1]) if title else name, body, linked

    def relative(self, page, target):
        return posixpath.relpath(target, posixpath.dirname(place(page)) or ".")

    def rule(self, rule):
        head, _, text = self.run("audit", "--explain", rule, "--no-policy").partition("\n")
        severity, _, text = text.partition("\n")
        parts = [f"<h1><code>{html.escape(rule)}</code></h1>", f"<p>{html.escape(head.partition(': ')[2])}.</p>",
                 f"<p>{html.escape(severity)}. A <a href=\"../policy.html\">policy</a> changes it; "
                 f"<a href=\"../rules.html\">all rules</a>.</p>"]
        for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
            is_command = paragraph.lstrip().startswith("$ ")
            parts.append(f"<pre><code>{html.escape(paragraph)}</code></pre>" if is_command else
                         f"<p>{html.escape(paragraph)}</p>")
        return "\n".join(parts)

    def libraries(self):
        """Returns a page for each library with its public declarations, and one that lists the libraries."""
        pages, index = [], []
        for folder in sorted(glob.glob(f"{self.graphs}/*/")) if self.graphs else []:
            library = os.path.basename(folder.rstrip("/"))
            symbols = []
            for path in sorted(glob.glob(f"{folder}{library}*.symbols.json")):
                with open(path, encoding="utf-8") as file:
                    symbols += json.load(file)["symbols"]
            if not symbols:
                continue
            rows = []
            for symbol in sorted(symbols, key=lambda each: each["pathComponents"]):
                declaration = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
                comment = " ".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
                summary = re.split(r"(?<=[.:])\s+(?=[A-Z-])", comment.strip())[0]
                rows.append(f"<dt><code>{html.escape('.'.join(symbol['pathComponents']))}</code></dt>"
                            f"<dd><code>{html.escape(declaration)}</code><br>{html.escape(summary)}</dd>")
            pages.append((library, library, f"<h1>{library}</h1>\n<p><a href=\"index.html\">All libraries</a></p>\n<dl>\n"
                          + "\n".join(rows) + "\n</dl>"))
            index.append(f'<li><a href="{library}.html">{library}</a>: {len(symbols)} declarations</li>')
        if pages:
            pages.append(("index", "Library reference", "<h1>Library reference</h1>\n<p>Every public declaration, with the "
                          "first sentence about it. <a href=\"../reference/index.html\">The full reference</a> needs "
                          "script.</p>\n<ul>\n" + "\n".join(index) + "\n</ul>"))
        return pages

    def write(self, path, title, body, navigation):
        here = posixpath.dirname(path) or "."
        lists = []
        for heading, entries in navigation:
            items = []
            for target, words in entries:
                current = ' aria-current="page"' if target == path else ""
                items.append(f'<li><a href="{posixpath.relpath(target, here)}"{current}>{html.escape(words)}</a></li>')
            lists.append(f"<p>{heading}</p>\n<ul>" + "".join(items) + "</ul>")
        full = title if title == "gamut" else f"{title} - gamut"
        text = (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                f'<meta name="viewport" content="width=device-width">\n<title>{html.escape(full)}</title>\n'
                f'<style>{STYLE}</style>\n</head>\n<body>\n'
                '<p class="pages"><a href="#pages">All pages</a></p>\n<nav id="pages">\n' + "\n".join(lists)
                + f"\n</nav>\n<main>\n{body}\n</main>\n</body>\n</html>\n")
        os.makedirs(os.path.dirname(f"{self.target}/{path}"), exist_ok=True)
        with open(f"{self.target}/{path}", "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    found = Site(sys.argv[1], sys.argv[2].rstrip("/"), sys.argv[3] if len(sys.argv) > 3 else None).make()
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)
