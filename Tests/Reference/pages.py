"""Makes a DocC catalog of the pages in Documentation/, for the site of `make docs`.

    pages.py DOCUMENTATION CATALOG

Links between the pages become links of the site. Links to other files of the repository become their names, because the
site does not contain them.
"""

import glob
import os
import re
import shutil
import sys

# The pages in their order on the landing page.
GUIDES = [
    ("Checking images", ["definitions", "rules", "audit", "builds", "policy", "gallery"]),
    ("Tagging and converting", ["equivalence", "writing", "mappings"]),
    ("Reference", ["page", "formats", "limits", "library", "architecture"]),
]


def pages(documentation):
    """Returns the name and the path of each page."""
    found = {os.path.basename(path)[:-3]: path for path in glob.glob(os.path.join(documentation, "*.md"))}
    found["gallery"] = os.path.join(documentation, "Gallery", "README.md")
    return found


def translated(text, name, found):
    """Returns the text of a page with links of the site."""
    here = os.path.dirname(found[name])
    by_path = {os.path.normpath(path): page for page, path in found.items()}

    def link(match):
        words, target = match.groups()
        if "://" in target:
            return match[0]
        page = by_path.get(os.path.normpath(os.path.join(here, target.partition("#")[0])))
        return f"<doc:{page}>" if page else words

    def picture(match):
        return f"![{match[1]}]({os.path.basename(match[2])})"

    text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", picture, text)
    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)]+)\)", link, text)


def main(documentation, catalog):
    found = pages(documentation)
    listed = [name for _, names in GUIDES for name in names]
    faults = [f"{name} is not on the landing page" for name in sorted(set(found) - set(listed))]
    faults += [f"{name} is on the landing page, but there is no such file" for name in sorted(set(listed) - set(found))]
    for fault in faults:
        print(f"Tests/Reference/pages.py: {fault}")
    if faults:
        return 1
    shutil.rmtree(catalog, ignore_errors=True)
    os.makedirs(catalog)
    for name, path in found.items():
        with open(path, encoding="utf-8") as file:
            text = translated(file.read(), name, found)
        with open(os.path.join(catalog, f"{name}.md"), "w", encoding="utf-8") as file:
            file.write(text)
    for picture in glob.glob(os.path.join(documentation, "*", "*.svg")) + glob.glob(
            os.path.join(documentation, "*", "*.png")):
        shutil.copy(picture, catalog)
    with open(os.path.join(catalog, "Guide.md"), "w", encoding="utf-8") as file:
        file.write("# Guide\n\nHow gamut checks, tags and converts the colours of PNG files.\n\n")
        file.write("@Metadata {\n  @TechnologyRoot\n}\n\n## Topics\n")
        for title, names in GUIDES:
            file.write(f"\n### {title}\n\n" + "".join(f"- <doc:{name}>\n" for name in names))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
