#!/usr/bin/env python3
"""Checks that the rooms of a module use each other in one direction only, and that no module imports what it must not.

    arrows.py [--uses] MODULE...

A module is a folder of Swift files, its folders are its rooms, and its README.md lists them in a table, `| Room | ... |`,
from the top to the ground: a room may use those below it. Reported are arrows against that order, circles, rooms
without a line and lines without a room, and files outside the rooms. --uses prints who uses what.

By text, not by types: a room uses another one where it names what only that one declares: a type, a function, a member
that an extension adds and that stands after a dot, or the first label of an initialiser that an extension adds. Names that
members of other types have, too, are not followed. Comments and strings do not count; what is interpolated into a string does.

Imports are checked of all modules in the folder that the given ones are in, listed or not.
"""
import collections
import os
import re
import sys

MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|final|indirect|static|mutating|nonisolated(?:\(\w+\))?|borrowing|consuming|override)\s+)*"
TYPE = re.compile(r"^" + MODIFIERS + r"(?:struct|enum|class|protocol|actor|typealias|func|let|var)\s+(\w+)")
EXTENSION = re.compile(r"^" + MODIFIERS + r"extension\s+(\w+)")
MEMBER = re.compile(r"^  " + MODIFIERS + r"(?:func|var|let|typealias|struct|enum)\s+(\w+)")

INITIALISER = re.compile(r"^  " + MODIFIERS + r"init[?!]?(?:<[^>]*>)?\(\s*(\w+)")

IMPORT = re.compile(
    r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)", re.M)

# The only folder that may import a module; None where none may. The command links no Foundation, and a program that imports
# another library than GamutAudit no libyaml. The C library has another name on each system, so that one module imports it for all.
IMPORTERS = {
    "CYAML": "GamutAudit", "CSodium": "GamutKit", "Foundation": "LocalizedErrors", "FoundationEssentials": None, "Darwin": "LibC", "Glibc": "LibC", "Musl": "LibC",
}

# Members that the standard library has too.
COMMON = {"contains", "description", "message", "isEmpty", "count", "first", "last", "prefix", "reserveCapacity"}


# What stands between parentheses, with others in it to a depth of four.
NESTED = r"[^()]"
for _ in range(4):
    NESTED = rf"(?:[^()]|\({NESTED}*\))"
INTERPOLATION = re.compile(rf"\\\(({NESTED}*)\)")
COMMENT_OR_STRING = re.compile(
    rf'//[^\n]*|/\*.*?\*/|"""(?:\\\({NESTED}*\)|\\.|.)*?"""|"(?:\\\({NESTED}*\)|\\.|[^"\\\n])*"', re.DOTALL)


def code(text):
    """Swift without comments and without the text of strings; what is interpolated into a string stays."""
    def kept(match):
        return "" if match[0][0] == "/" else " " + " ".join(map(code, INTERPOLATION.findall(match[0]))) + " "

    return COMMENT_OR_STRING.sub(kept, text)


class Module:
    def __init__(self, folder):
        self.folder = folder
        self.files = {}
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                if name.endswith(".swift"):
                    path = os.path.join(place, name)
                    self.files[path] = code(open(path, encoding="utf-8").read())
        self.rooms = sorted({self.room(path) for path in self.files})
        self.order = self.listed()

    def room(self, path):
        parts = os.path.relpath(path, self.folder).split(os.sep)
        return parts[0] if len(parts) > 1 else "."

    def listed(self):
        readme = os.path.join(self.folder, "README.md")
        if not os.path.exists(readme):
            return []
        lines = open(readme, encoding="utf-8").read().splitlines()
        rows = [line.split("|")[1].strip() for line in lines if line.startswith("| ")]
        return [row.strip("`") for row in rows[1:]]

    def declared(self):
        """The room that alone declares a name, of types and functions, and of members that extensions add."""
        types, members, found, initialisers = {}, {}, [], []

        def add(names, name, room):
            names[name] = room if names.get(name, room) == room else None

        for path, text in self.files.items():
            room, extended, own = self.room(path), None, None
            for line in text.splitlines():
                if line and not line[0].isspace() and line[0] != "}":
                    extended = (match := EXTENSION.match(line)) and match[1]
                    own = None
                    if match := TYPE.match(line):
                        add(types, match[1], room)
                        own = match[1]
                elif (match := INITIALISER.match(line)) and match[1] != "_" and (extended or own):
                    initialisers.append((f"{extended or own}({match[1]}:", room, extended))
                elif match := MEMBER.match(line):
                    found.append((match[1], room, extended))
        # A member says where it comes from only if it is added to a type of another room, and nothing else has its name.
        for name, room, extended in found:
            add(members, name, room if extended and types.get(extended) != room else "")
        for name, room, extended in initialisers:
            add(members, name, room if extended and types.get(extended) != room else "")
        return types, {name: room for name, room in members.items() if name not in COMMON}

    def uses(self):
        """For each pair of rooms, the names that the first one uses of the second."""
        types, members = self.declared()
        uses = collections.defaultdict(collections.Counter)
        for path, text in self.files.items():
            room = self.room(path)
            found = {name for name in re.findall(r"(?<![.\w])[A-Za-z_]\w*", text) if types.get(name)}
            found |= {name for name in re.findall(r"\.([A-Z]\w*)", text) if types.get(name)}
            pairs = [(types[name], name) for name in found]
            pairs += [
                (members[name], "." + name) for name in set(re.findall(r"\.([A-Za-z]\w*)", text)) if members.get(name)
            ]
            calls = {f"{name}({label}:" for name, label in re.findall(r"\b([A-Z]\w*)\(\s*(\w+):", text)}
            pairs += [(members[call], call + ")") for call in calls if members.get(call)]
            for other, name in pairs:
                if other != room:
                    uses[room, other][name] += 1
        return uses


def circles(rooms, uses):
    """Sets of rooms each of which leads to all the others."""
    below = {room: {room} for room in rooms}
    changed = True
    while changed:
        changed = False
        for room, other in uses:
            if not below[other] <= below[room]:
                below[room] |= below[other]
                changed = True
    found = {frozenset(other for other in below[room] if room in below[other]) for room in rooms}
    return [sorted(circle) for circle in found if len(circle) > 1]


def check(folder, prints_uses):
    module = Module(folder)
    uses = module.uses()
    faults = []
    if prints_uses:
        for (room, other), names in sorted(uses.items()):
            print(f"{folder}: {room} -> {other}: " + ", ".join(sorted(names)))
    if not module.files:
        faults.append("no Swift files")
    if "." in module.rooms:
        faults.append("files outside the rooms")
    rooms = [room for room in module.rooms if room != "."]
    faults += [f"{room} has no line in README.md" for room in rooms if room not in module.order]
    faults += [f"README.md has a line for {room}, which is no room" for room in module.order if room not in rooms]
    faults += ["a circle: " + ", ".join(circle) for circle in circles(module.rooms, uses)]
    for (room, other), names in sorted(uses.items()):
        if room in module.order and other in module.order and module.order.index(room) > module.order.index(other):
            faults.append(f"{room} uses {', '.join(sorted(names))} of {other}, which is above it")
    for fault in faults:
        print(f"{folder}: {fault}")
    if not faults:
        print(f"{folder}: {len(rooms)} rooms, {len(uses)} arrows, all downward")
    return not faults


def check_imports(sources):
    faults = []
    for name in sorted(os.listdir(sources)):
        for path, text in Module(os.path.join(sources, name)).files.items():
            for imported in IMPORT.findall(text):
                if IMPORTERS.get(imported, name) != name:
                    only = IMPORTERS[imported]
                    faults.append(f"{path} imports {imported}, which {f'only {only} may' if only else 'no module may'}")
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{sources}: no forbidden import")
    return not faults


def main():
    folders = [os.path.normpath(argument) for argument in sys.argv[1:] if argument != "--uses"]
    if not folders or any(folder.startswith("-") for folder in folders):
        sys.exit(__doc__)
    results = [check(folder, "--uses" in sys.argv) for folder in folders]
    results += [check_imports(sources) for sources in sorted({os.path.dirname(folder) for folder in folders})]
    sys.exit(0 if all(results) else 1)


main()
