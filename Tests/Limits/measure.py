"""Runs commands, and measures them from outside.

The largest resident set of a process includes that of the process that started it. So a second Python, which stays small,
starts the commands: this file, as a program.
"""

import collections
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

Run = collections.namedtuple('Run', 'status seconds wall megabytes output lines errors')
starter = None
# Seconds for a million powers, on the slowest machine that the limits were measured on: an EPYC of 2021 at half its speed.
usual = 0.1


def run(arguments, folder=None, files=None, seconds=120):
    """Status (a negative one is a signal), seconds of processor and of the clock, the most memory in use, and the bytes and
    lines of output."""
    global starter
    if starter is None:
        starter = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    starter.stdin.write(json.dumps([arguments, folder, files, seconds]) + '\n')
    starter.stdin.flush()
    return Run(*json.loads(starter.stdout.readline()))


def slowness():
    """How many times longer than usual a million powers take now, at least 1: on a machine that is slower than the one whose
    limits of time are documented, or that is busy with other work."""
    def seconds():
        start = time.process_time()
        sum((index / 1e6) ** 2.2 for index in range(1_000_000))
        return time.process_time() - start
    return max(1, min(seconds() for _ in range(3)) / usual)


def measured(arguments, folder, files, seconds):
    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        process = subprocess.Popen(
            arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, preexec_fn=prepare)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        output.seek(0)
        lines = sum(part.count(b'\n') for part in iter(lambda: output.read(1 << 20), b''))
        return [process.returncode, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024,
                os.fstat(output.fileno()).st_size, lines, errors.read(2000).decode(errors='replace')]


if __name__ == '__main__':
    for line in sys.stdin:
        print(json.dumps(measured(*json.loads(line))), flush=True)
