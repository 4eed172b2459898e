"""Another program acts while an operation on sets of a catalog stands still after one of its system calls: it saves an
image, Contents.json or both, puts a link in the place of the folder, or is a second run. Nothing of the other program's
may be lost, no other folder may change, and the set must be one that a run can read. The runs are judged by faults.py."""

import os
import re
import shutil
import signal
import subprocess
import time

import operations

# After which calls the operation stands still.
calls = ('fsync', 'fdatasync', 'syncfs', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat',
         'flock', 'newfstatat', 'openat')
theirs = operations.squares(200)
empty = b'{ "images" : [ ], "info" : { "author" : "other", "version" : 1 } }'


def runs(operation, places):
    """The runs of an operation: a function, and its arguments after the check."""
    if not operation.sets or '--force' in operation.arguments:
        return
    for call in calls:
        for occurrence in places.get(call, ()):
            for act in (image, contents, save, folder, second):
                yield swap, operation, call, occurrence, act


def put(path, data):
    """Saves as an editor does: a new file takes the name."""
    with open(path + '~', 'wb') as file:
        file.write(data)
    os.rename(path + '~', path)


def variant(operation, place):
    """The path of the image that the operation makes in a set."""
    return os.path.join(place, operation.sets[0], 'badge-srgb.png')


def image(_, operation, place):
    put(variant(operation, place), theirs)


def contents(_, operation, place):
    put(os.path.join(place, operation.sets[0], 'Contents.json'), empty)


def save(check, operation, place):
    image(check, operation, place)
    contents(check, operation, place)


def folder(_, operation, place):
    own = os.path.join(place, operation.sets[0])
    os.rename(own, place + '/away')
    os.symlink(place + '/other', own)


def second(check, operation, place):
    process = subprocess.Popen([check.gamut, *operation.arguments], cwd=place, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        pass
    return process


def swap(check, operation, call, occurrence, act):
    place, trace = check.folder(), check.folder() + '.trace'
    operations.write(place, operation.files)
    other = {path: theirs if path.endswith('.png') else empty for path in ('badge.png', 'badge-srgb.png', 'Contents.json')}
    operations.fill(place, {'other/' + path: data for path, data in other.items()})
    if os.path.exists(trace):
        os.remove(trace)
    process = subprocess.Popen(
        ['strace', '-f', '-qq', '-o', trace, '-e', f'trace={call}', '-e',
         f'inject={call}:signal=STOP:when={occurrence}', check.gamut, *operation.arguments],
        cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done, started = 0, None
    while process.poll() is None:
        stops = stopped(trace)
        if len(stops) > done:
            started = act(check, operation, place) if done == 0 else started
            done = len(stops)
            if stops[-1]:
                os.kill(stops[-1], signal.SIGCONT)
        time.sleep(0.001)
    statuses = {operations.wait(started), process.returncode} if started else {operation.status}
    what = f'{act.__name__} after call {occurrence} of {call}'
    if not done:
        return check.note(operation, 'not reached', what, [])
    found = [] if statuses == {operation.status} else [f'one of two runs has status {max(statuses)}']
    check.note(operation, 'swap: ' + act.__name__, what, found + faults(check, operation, place, act, other))


def stopped(trace):
    """The processes that have stopped so far, one for each time; None for one that has ended since."""
    try:
        with open(trace, encoding='utf-8', errors='replace') as lines:
            threads = re.findall(r'^(\d+) +--- stopped by SIGSTOP', lines.read(), re.M)
    except FileNotFoundError:
        return []
    groups = []
    for thread in threads:
        try:
            with open(f'/proc/{thread}/status', encoding='utf-8') as lines:
                groups.append(int(re.search(r'Tgid:\s+(\d+)', lines.read())[1]))
        except (FileNotFoundError, ProcessLookupError):
            groups.append(None)
    return groups


def faults(check, operation, place, act, other):
    """What is wrong after the run and the next one."""
    found = []
    if {path: data for path, data in operations.read(place + '/other').items()} != other:
        found.append('the other folder is changed')
    if act in (image, save):
        with open(variant(operation, place), 'rb') as file:
            if file.read() != theirs:
                found.append('the image of the other program is overwritten')
    if act in (contents, save):
        with open(os.path.join(place, operation.sets[0], 'Contents.json'), 'rb') as file:
            if file.read() != empty:
                found.append('the Contents.json of the other program is overwritten')
    if act is folder:
        os.unlink(os.path.join(place, operation.sets[0]))
        os.rename(place + '/away', os.path.join(place, operation.sets[0]))
    shutil.rmtree(place + '/other')
    # The image of another program that no slot names is in the way of the next run.
    status = operation.run(check.gamut, place, again=True)
    if status != operation.status and act is not image:
        found.append(f'the next run has status {status}')
    audit = ['audit', '.', '--no-policy', '--select', 'catalog-broken,catalog-missing-file', '--fail-on', 'warning']
    run = subprocess.run([check.gamut, *audit], cwd=place, capture_output=True, check=False)
    if run.returncode:
        found.append('afterwards ' + run.stdout.decode(errors='replace')[:200])
    left = [path for path in operations.read(place) if operations.temporary.search(path)]
    return found + [f'{path} left' for path in left]
