"""What else can go wrong while an operation runs: signals at any time, full disks, short reads and writes, and an output
that is closed early. The runs are judged by faults.py."""

import functools
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time

import operations

# The number of random times for each operation.
times = 200
# The size of the full file system, if that is enough, and of its pages.
disk, page = 64 << 10, 4 << 10


def runs(operation):
    """The runs of an operation: a function, and its arguments after the check."""
    chance = random.Random(operation.name)
    for index in range(times):
        yield interrupt, operation, (signal.SIGINT, signal.SIGTERM)[index % 2], chance.random()
    for size in sorted({len(data) * part // 4 for path, data in operation.new.items()
                        if data != operation.files.get(path) for part in (0, 1, 2, 3)}):
        yield limit, operation, size
    if can_mount():
        before, most = operation.pages(page)
        size = max(disk // page, most)
        for free in range(size - before):
            yield fill, operation, size, free
    if short_library():
        for piece in (1, 100, 4096):
            yield short, operation, piece
    yield close, operation, True
    yield close, operation, False
    yield full_output, operation


def interrupt(check, operation, number, part):
    """A signal at a random time."""
    folder = check.folder()
    operations.write(folder, operation.files)
    process = subprocess.Popen([check.gamut, *operation.arguments], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(part * operation.seconds * 1.1)
    process.send_signal(number)
    status = operations.wait(process)
    name = signal.Signals(number).name
    what = f'{name} at {part:.3f} of the run'
    faults = []
    if status not in (-number, operation.status):
        faults.append(f'status {status} instead of {-number}')
    # What was being written is removed at once. A set whose images are in place is finished by the next run.
    faults += operation.faults(folder, status, killed=True)
    faults += [f'{path} left' for path in operations.read(folder) if operations.temporary.search(path)]
    check.note(operation, name, what, faults + operation.next_faults(check.gamut, folder))


def limit(check, operation, size):
    """Writes that are short and then fail, because no file may grow beyond a size."""
    def prepare():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    operations.write(check.folder(), operation.files)
    status = operation.run(check.gamut, check.folder(), preexec_fn=prepare)
    check.judge(operation, 'file size', f'ulimit of {size} bytes for a file', status)


@functools.cache
def can_mount():
    """Whether a file system can be mounted; prints a message if not."""
    with tempfile.TemporaryDirectory() as folder:
        command = ['mount', '-t', 'tmpfs', '-o', f'size={disk}', 'none', folder]
        try:
            done = subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
        except OSError:
            done = False
        if done:
            subprocess.run(['umount', folder], check=True)
        else:
            print('No file system can be mounted (not root?): full disks are skipped.')
        return done


def fill(check, operation, size, free):
    """A small file system of so many pages, of which some are free."""
    folder = check.folder()
    operations.write(folder, {})
    subprocess.run(['mount', '-t', 'tmpfs', '-o', f'size={size * page}', 'none', folder], check=True)
    try:
        operations.fill(folder, operation.files)
        rest = os.statvfs(folder).f_bavail - free
        filler = os.path.join(folder, 'filler')
        with open(filler, 'wb') as file:
            file.write(bytes(max(0, rest) * page))
        status = operation.run(check.gamut, folder)
        os.remove(filler)
        check.judge(operation, 'full disk', f'{free} of {size} pages of 4 KiB free on a file system', status)
    finally:
        subprocess.run(['umount', folder], check=True)


@functools.cache
def short_library():
    """A library that makes reads and writes short; None, and a word, if there is no compiler."""
    compiler = shutil.which('cc') or shutil.which('clang')
    if not compiler:
        print('There is no C compiler: short reads and writes are skipped.')
        return None
    library = os.path.join(os.environ['TMPDIR'], '..', 'short.so')
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'short.c')
    subprocess.run([compiler, '-shared', '-fPIC', '-O1', '-o', library, source], check=True)
    return os.path.realpath(library)


def short(check, operation, piece):
    """Reads and writes of no more than so many bytes at a time. Nothing fails, so all must be done."""
    operations.write(check.folder(), operation.files)
    environment = os.environ | {'LD_PRELOAD': short_library(), 'SHORT': str(piece)}
    status = operation.run(check.gamut, check.folder(), env=environment)
    faults = [] if status == operation.status else [f'status {status} instead of {operation.status}']
    faults += operation.faults(check.folder(), status)
    check.note(operation, 'short', f'reads and writes of {piece} bytes', faults)


def close(check, operation, at_once):
    """Standard output is a pipe whose reader goes away, at once or after a byte, as with `| head -c 1`."""
    operations.write(check.folder(), operation.files)
    reader, writer = os.pipe()
    if at_once:
        os.close(reader)
    process = subprocess.Popen([check.gamut, *operation.arguments], cwd=check.folder(), stdin=subprocess.DEVNULL,
                               stdout=writer, stderr=subprocess.DEVNULL)
    os.close(writer)
    if not at_once:
        os.read(reader, 1)
        os.close(reader)
    status = operations.wait(process)
    check.judge(operation, 'closed', 'output closed ' + ('at once' if at_once else 'after a byte'), status)


def full_output(check, operation):
    """Standard output cannot be written at all."""
    operations.write(check.folder(), operation.files)
    with open('/dev/full', 'wb') as output:
        status = operation.run(check.gamut, check.folder(), stdout=output)
    faults = [] if status == 2 else [f'status {status} instead of 2']
    faults += operation.faults(check.folder(), status) + operation.next_faults(check.gamut, check.folder())
    check.note(operation, '/dev/full', 'output to /dev/full', faults)
