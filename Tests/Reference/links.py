"""Checks a site: every link within it leads to a file, and to a part of the page that is there; no page needs script.

    links.py SITE
"""

import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.scripts, self.texts = [], set(), 0, 0
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.scripts += tag == "script" or any(name.startswith("on") for name in found)
        self.links += [found[name] for name in ("href", "src") if found.get(name)]
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}

    def handle_data(self, data):
        self.texts += len(data.split())


def main(site):
    pages, faults, checked = {}, [], 0
    for folder, _, names in os.walk(site):
        # DocC's pages are made by a script of theirs.
        if os.path.relpath(folder, site).split(os.sep)[0] == "reference":
            continue
        for name in names:
            # The page of the example and its copy of the site are beside each other.
            isCopy = os.path.basename(folder) == "website" and name != "index.html"
            if name.endswith(".html") and not isCopy:
                path = os.path.normpath(os.path.join(folder, name))
                pages[path] = Page(path)
    for path, page in sorted(pages.items()):
        shown = os.path.relpath(path, site)
        if page.scripts:
            faults.append(f"{shown}: it has script")
        if page.texts < 20:
            faults.append(f"{shown}: it has hardly a word")
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            checked += 1
            there = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path \
                else path
            if there.startswith(os.path.normpath(os.path.join(site, "reference")) + os.sep):
                # Made by another step; a site without it has no such link to check.
                if os.path.isdir(os.path.join(site, "reference")) and not os.path.exists(there):
                    faults.append(f"{shown}: {link} leads nowhere")
            elif not os.path.isfile(there):
                faults.append(f"{shown}: {link} leads nowhere")
            elif parts.fragment and there in pages and parts.fragment not in pages[there].anchors:
                faults.append(f"{shown}: {link} leads to no part of the page")
    for fault in faults:
        print(fault)
    print(f"{len(pages)} pages, {checked} links, {len(faults)} faults")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
