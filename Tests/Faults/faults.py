"""usage: faults.py GAMUT [EVERY [OPERATION ...]]

Kills the operations of operations.py at every system call that has to do with files, and lets each such call fail, by
strace's fault injection (Linux); then disturbs them in the ways of disturbances.py, and by another program as swaps.py
says. Whatever happens, every name must
hold all of the old file or all of the new one, the status must be right, and the next run must finish the work and
clean up. With EVERY, only one of so many runs is made, at places that differ from call to call. OPERATION is the
beginning of a name.
"""

import collections
import concurrent.futures
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True

import disturbances  # noqa: E402
import operations  # noqa: E402
import swaps  # noqa: E402

# What makes a call fail, and the beginnings of the names of the calls for which the system does so.
errors = {
    'EIO': ('',),
    'EACCES': ('access', 'faccess', 'getcwd', 'link', 'mkdir', 'newfstat', 'open', 'readlink', 'rename', 'stat',
               'unlink'),
    'ENOSPC': ('close', 'fdatasync', 'fsync', 'link', 'mkdir', 'open', 'pwrite', 'rename', 'syncfs', 'write'),
    'EINTR': ('close', 'fcntl', 'fdatasync', 'flock', 'fstatfs', 'fsync', 'ioctl', 'open', 'pread', 'pwrite', 'read',
              'syncfs', 'write'),
    'EXDEV': ('link', 'rename'),
}
crashes = [-signal.SIGSEGV, -signal.SIGILL, -signal.SIGTRAP, -signal.SIGABRT, -signal.SIGBUS]


class Check:
    """Counts the runs of all operations, and the faults that they show."""

    def __init__(self, gamut, every, work):
        self.gamut, self.every, self.work = gamut, every, work
        self.planned = 0
        self.chance = random.Random(1)
        self.runs = collections.Counter()
        self.failures = collections.Counter()
        self.lock = threading.Lock()
        self.local = threading.local()

    def chosen(self, tries):
        """One of `every` tries, at random, but the same each time."""
        for one in tries:
            self.planned += 1
            if self.chance.random() * self.every < 1:
                yield one

    def folder(self):
        """A folder for the files of this thread."""
        if not hasattr(self.local, 'folder'):
            self.local.folder = tempfile.mkdtemp(dir=self.work)
        return os.path.join(self.local.folder, 'files')

    def note(self, operation, kind, what, faults):
        with self.lock:
            self.runs[operation.name, kind] += 1
            self.failures[operation.name, kind] += bool(faults)
            for fault in faults:
                print(f'FAILED: {operation.name}, {what}: {fault}', file=sys.stderr, flush=True)

    def judge(self, operation, kind, what, status, may_crash=False, **options):
        """Notes what is wrong in the folder of this thread after a run, and after the next one."""
        faults = operation.faults(self.folder(), status, **options)
        if status in crashes and not may_crash:
            faults.append(f'it crashed with signal {-status}')
        self.note(operation, kind, what, faults + operation.next_faults(self.gamut, self.folder()))


def calls(check, operation, skips_start):
    """The system calls of an operation: for each name, the numbers of its occurrences in one thread.

    `skips_start`: without those before its own first act, which are the same for all.
    """
    folder, trace = check.folder(), check.folder() + '.trace'
    operations.write(folder, operation.files)
    operation.run(check.gamut, folder, wrapper=['strace', '-f', '-o', trace, '-e', 'trace=%file,%desc,rt_sigaction'])
    counts = collections.defaultdict(collections.Counter)
    started = collections.Counter()
    with open(trace, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            match = re.match(r'(\d+) +(\w+)\((\w*)', line)
            if not match:
                continue
            thread, call, first = match.groups()
            if call == 'rt_sigaction':
                # The first thing that the command itself does is to ignore this signal.
                if first == 'SIGPIPE' and skips_start and not started:
                    started = counts[thread].copy()
            elif call != 'execve':
                counts[thread][call] += 1
    names = sorted({call for thread in counts.values() for call in thread})
    return {call: range(started[call] + 1, max(thread[call] for thread in counts.values()) + 1) for call in names}


def tries(operation, places):
    """All faults of an operation: call, its occurrence, kind, what strace injects."""
    for call, occurrences in places.items():
        for occurrence in occurrences:
            yield call, occurrence, 'SIGKILL', 'signal=KILL'
            for error, beginnings in errors.items():
                if call.startswith(beginnings):
                    yield call, occurrence, error, f'error={error}'
            # The call says that it wrote a part, and wrote none of it.
            if call == 'write' and operation.reads_back:
                yield call, occurrence, 'a lie', 'retval=100'


def inject(check, operation, call, occurrence, kind, fault):
    """One run with a fault."""
    operations.write(check.folder(), operation.files)
    injection = f'inject={call}:{fault}:when={occurrence}'
    trace = check.folder() + '.trace'
    wrapper = ['strace', '-f', '-o', trace, '-e', f'trace={call}', '-e', injection]
    is_kill = fault == 'signal=KILL'
    # This is faster, but then some versions of strace send no signals.
    status = operation.run(check.gamut, check.folder(), wrapper=wrapper if is_kill else wrapper + ['--seccomp-bpf'])
    with open(trace, 'rb') as lines:
        if status != -signal.SIGKILL if is_kill else b'(INJECTED)' not in lines.read():
            check.note(operation, 'not reached', injection, [])
    # A failure that is not a kill cleans up at once; only a call that removes a file can leave it. Without memory,
    # nothing can go on.
    check.judge(operation, kind, injection, status, killed=is_kill, may_leave=call.startswith('unlink'),
                may_crash=call == 'mmap')


def table(check, names):
    """Prints runs and failures by operation and kind of fault."""
    kinds = list(dict.fromkeys(kind for _, kind in check.runs))
    rows = [['', *kinds]]
    for name in names:
        row = [name]
        for kind in kinds:
            runs, failures = check.runs[name, kind], check.failures[name, kind]
            row.append((f'{runs}, {failures} FAILED' if failures else str(runs)) if runs else '-')
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print('  '.join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main(gamut, every=1, *beginnings):
    start = time.monotonic()
    if not shutil.which('strace'):
        sys.exit('strace is missing: apt-get install strace')
    # A shell may have made it ignore the signal, and with it all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # In memory, where that is possible: thousands of runs wait for the disk otherwise.
    memory = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as work:
        os.environ['TMPDIR'] = os.path.join(work, 'temporary')
        os.mkdir(os.environ['TMPDIR'])
        check = Check(os.path.realpath(gamut), int(every), work)
        chosen = [operation for operation in operations.operations(check.gamut, check.folder())
                  if not beginnings or operation.name.startswith(beginnings)]
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            list(pool.map(lambda operation: operation.learn(check.gamut, check.folder()), chosen))
            places = list(pool.map(lambda one: calls(check, *one), [(one, one is not chosen[0]) for one in chosen]))
            runs = []
            for operation, of_operation in zip(chosen, places):
                runs += [pool.submit(inject, check, operation, *one)
                         for one in check.chosen(tries(operation, of_operation))]
                others = [*disturbances.runs(operation), *swaps.runs(operation, of_operation)]
                runs += [pool.submit(run, check, *one) for run, *one in check.chosen(others)]
            for run in runs:
                run.result()
        left = os.listdir(os.environ['TMPDIR'])
    table(check, [operation.name for operation in chosen])
    failures = sum(check.failures.values())
    print(f'{sum(check.runs.values())} runs of {check.planned}, {failures} failures, {time.monotonic() - start:.0f} s')
    if left:
        print('left in the folder for temporary files, which may be by kills:', *left)
    sys.exit(failures > 0)


if __name__ == '__main__':
    main(*sys.argv[1:])
