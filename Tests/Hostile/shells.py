"""The commands that gamut prints, in real shells."""

import os
import re
import shutil
import subprocess

# A command in gamut's place: it writes down its arguments.
STUB = "#!/bin/sh\n{ printf '%s\\0' \"$@\"; printf '\\001\\0'; } >>\"$RECORD\"\n"
SHELLS = {"bash": ["bash"], "zsh": ["zsh", "-f"], "dash": ["dash"], "fish": ["fish", "--no-config"]}


def printed(text):
    """The commands in an output for people."""
    return re.findall(r"^ +\$ (gamut .*)$", text, re.MULTILINE)


def installed():
    return [shell for shell in SHELLS if shutil.which(shell)]


def records(case):
    """The shell, the command and a fault or None, for each command of a case and each shell."""
    commands = sorted(set(case.commands))
    for shell in installed():
        # The quotation marks of POSIX.1-2024 that hold escapes are not known to each shell.
        known = [command for command in commands if shell in ("bash", "zsh") or "$'" not in command]
        for command, fault in zip(known, run(case, shell, known)):
            yield shell, command, fault


def run(case, shell, commands):
    folder = os.path.join(case.reports, shell)
    os.makedirs(folder)
    with open(os.path.join(folder, "gamut"), "w") as file:
        file.write(STUB)
    os.chmod(os.path.join(folder, "gamut"), 0o755)
    # One shell for all; what one command does to the next is seen in their arguments.
    lines = []
    for index, command in enumerate(commands):
        assign = "set -gx RECORD '%s/%d'" if shell == "fish" else "export RECORD='%s/%d'"
        lines += [assign % (folder, index), command]
    before = snapshot(case)
    done = subprocess.run(SHELLS[shell] + ["-c", "\n".join(lines)], cwd=case.folder, capture_output=True, timeout=60,
                          env={"PATH": folder + ":/usr/bin:/bin", "HOME": folder})
    if snapshot(case) != before:
        yield "the folder has changed, by one of %d commands" % len(commands)
        return
    for index, command in enumerate(commands):
        path = "%s/%d" % (folder, index)
        if not os.path.exists(path):
            yield "no command ran: " + ascii(done.stderr[-200:])
            continue
        with open(path, "rb") as file:
            calls = [call.split(b"\0")[:-1] for call in file.read().split(b"\1\0")[:-1]]
        yield next((fault for fault in (wrong(case, words) for words in calls) if fault), None)


def wrong(case, words):
    """Whether the arguments name another file than one of the case."""
    own = case.name
    for place, word in enumerate(words):
        before = words[place - 1] if place else b""
        if before in (b"--output", b"--output-dir", b"--policy") or place == 1 and not word.startswith(b"--"):
            name = word.removeprefix(b"./").removeprefix(case.folder.encode() + b"/").removeprefix(b"out-")
            if not name.startswith(own) and name not in (b".", b"-"):
                return "names %r" % words
            if before == b"" or place == 1:
                if not os.path.exists(os.path.join(case.folder.encode(), word)) or word.startswith(b"-"):
                    return "names no file: %r" % words
    return None


def snapshot(case):
    return sorted(os.listdir(case.folder.encode()))
