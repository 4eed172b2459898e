"""Whether the landing page of a library names every public declaration of it in a topic, and nothing else.

    topics.py LIBRARY CATALOG FOLDER

FOLDER holds the symbol graphs of the library, as `swift symbolgraph-extract` writes them. What is declared inside another
declaration is on the page of that one, and what is added to a type of another library is on a page MODULE/TYPE.
"""

import glob
import json
import os
import re
import sys


def main(library, catalog, folder):
    declared = set()
    for path in glob.glob(os.path.join(folder, f"{library}*.symbols.json")):
        with open(path, encoding="utf-8") as file:
            symbols = json.load(file)["symbols"]
        _, _, extended = os.path.basename(path).removesuffix(".symbols.json").partition("@")
        names = {symbol["pathComponents"][0] for symbol in symbols if len(symbol["pathComponents"]) == 1}
        declared |= {f"{extended}/{name}" if extended else name for name in names}
    with open(os.path.join(catalog, f"{library}.md"), encoding="utf-8") as file:
        topics = file.read().partition("## Topics")[2]
    named = re.findall(r"^- ``([^`]+)``", topics, re.MULTILINE)
    faults = [f"{name} is in no topic" for name in sorted(declared - set(named))]
    faults += [f"{name} is in a topic, but no public declaration" for name in sorted(set(named) - declared)]
    faults += [f"{name} is in two topics" for name in sorted(set(named)) if named.count(name) > 1]
    for fault in faults:
        print(f"{catalog}/{library}.md: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
