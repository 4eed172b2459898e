"""The operations that the faults are tried on, and what must hold of their files after each fault."""

import json
import os
import pathlib
import re
import select
import shutil
import struct
import subprocess
import sys
import time
import zlib

root = pathlib.Path(__file__).resolve().parent.parent.parent
samples = root / 'Samples'
noise = (root / 'Tests/GamutKitTests/Golden/noise_8.png').read_bytes()
temporary = re.compile(r'\.gamut-[0-9a-f]{16}\.tmp')


def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def squares(other, size=16):
    """An untagged PNG of squares in red and another red, which become one in sRGB if the file is in Display P3."""
    row = [[bytes((255, 0, 0)) if (x // 4 + y // 4) % 2 else bytes((other, 0, 0)) for x in range(size)]
           for y in range(size)]
    data = zlib.compress(b''.join(b'\0' + b''.join(pixels) for pixels in row))
    header = struct.pack('>IIBBBBB', size, size, 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', data) + chunk(b'IEND', b'')


def is_whole(path, data):
    """Whether a file ends as its format does. A report on a file that could not be read is whole, too."""
    if path.endswith('.png'):
        return is_whole_png(data)
    if path.endswith('.html'):
        return data.startswith(b'<!') and data.endswith(b'</html>\n')
    if path.endswith('.xml'):
        return data.endswith(b'</testsuites>\n')
    try:
        json.loads(data)
        return True
    except ValueError:
        return False


def is_whole_png(data):
    place = 8
    while place + 12 <= len(data):
        length = struct.unpack('>I', data[place:place + 4])[0]
        kind, body = data[place + 4:place + 8], data[place + 8:place + 8 + length]
        if data[place + 8 + length:place + 12 + length] != struct.pack('>I', zlib.crc32(kind + body)):
            return False
        place += 12 + length
        if kind == b'IEND':
            return place == len(data)
    return False


def write(folder, files):
    """Makes a folder with nothing but these files."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    fill(folder, files)


def fill(folder, files):
    """Adds files to a folder."""
    for path, data in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), 'wb') as file:
            file.write(data)


def read(folder):
    """All files of a folder, without the path of the folder itself, which reports name."""
    files = {}
    own = os.path.realpath(folder).encode()
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, 'rb') as file:
                files[os.path.relpath(path, folder)] = file.read().replace(own, b"FOLDER")
    return files


def wait(process, seconds=60):
    """Waits for the end of a process, without looking again and again as Popen.wait does, and returns its status."""
    if process.poll() is not None:
        return process.returncode
    descriptor = os.pidfd_open(process.pid)
    try:
        if not select.select([descriptor], [], [], seconds)[0]:
            process.kill()
            print(f'after {seconds} s there is no end of', *process.args, file=sys.stderr)
    finally:
        os.close(descriptor)
    return process.wait()


class Operation:
    """A command that writes files, started in their folder.

    `again` is the next run: the same command, unless that one refuses to replace what it has written. `reports` are
    files that report on a run: if it could not read everything, they say so and have other bytes. `sets` are folders
    that change as a whole or not at all. `reads_back`: it finds out if a write says that it wrote more than it did.
    """

    def __init__(self, name, files, arguments, again=None, reports=(), sets=(), reads_back=False, status=0):
        self.name, self.files, self.arguments = name, files, arguments
        self.again, self.reports, self.sets = again or arguments, reports, sets
        self.reads_back, self.status = reads_back, status
        self.new = {}
        self.seconds = 0

    def run(self, gamut, folder, again=False, wrapper=(), **options):
        """Runs it and returns the status; a signal is a negative one."""
        options = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL} | options
        arguments = self.again if again else self.arguments
        return wait(subprocess.Popen([*wrapper, gamut, *arguments], cwd=folder, **options))

    def learn(self, gamut, folder):
        """Notes what it writes, and that this is the same each time, and that a second run changes nothing."""
        for turn in range(2):
            write(folder, self.files)
            start = time.monotonic()
            status = self.run(gamut, folder)
            self.seconds = time.monotonic() - start
            new = read(folder)
            if status != self.status or new == self.files or any(map(temporary.search, new)):
                raise SystemExit(f'{self.name}: without a fault the status is {status}, or the files are wrong')
            if turn and new != self.new:
                raise SystemExit(f'{self.name}: the files of two runs differ')
            self.new = new
        status = self.run(gamut, folder, again=True)
        if status != self.status or read(folder) != self.new:
            raise SystemExit(f'{self.name}: the second run has status {status}, or changes files')

    def pages(self, size):
        """The pages of a file system that the files need: before the run, and while all new ones are made again."""
        def pages(files):
            return sum((len(data) + size - 1) // size for data in files)
        changed = [data for path, data in self.new.items() if data != self.files.get(path)]
        before = pages(self.files.values())
        return before, max(before, pages(self.new.values())) + pages(changed)

    def faults(self, folder, status, killed=False, may_leave=False):
        """What is wrong in a folder after a run with a fault, and with its status.

        `killed`: it had no time to end. `may_leave`: what should remove a file could not.
        """
        now = read(folder)
        left = [path for path in now if temporary.search(path)]
        faults = []
        for path in sorted({*now, *self.files, *self.new}.difference(left)):
            data = now.get(path)
            if data in (self.files.get(path), self.new.get(path)):
                continue
            if path in self.reports and status == 2 and data is not None and is_whole(path, data):
                continue
            faults.append(f'{path} is neither as before nor complete')
        is_complete = all(now.get(path) == data for path, data in self.new.items())
        if status in (0, 1) and not is_complete:
            faults.append(f'status {status} without the new files')
        elif status in (0, 1) and status != self.status:
            faults.append(f'status {status} instead of {self.status}')
        for name in self.sets:
            faults += self.set_faults(name, now, killed)
        if left and not killed and not may_leave:
            faults.append(f'{", ".join(left)} left')
        return faults

    def set_faults(self, name, now, killed):
        """What is wrong in a set: its file may only name images that are there. New images without it are left over
        only if the run had no time to remove them."""
        changed = [path for path in self.new if path.startswith(name + '/') and self.new[path] != self.files.get(path)]
        contents = name + '/Contents.json'
        done = [path for path in changed if now.get(path) == self.new[path]]
        if contents in done and len(done) != len(changed):
            return [f'{contents} names images that are not there']
        if done and len(done) != len(changed) and not killed:
            return [f'{name} is neither as before nor complete']
        return []

    def next_faults(self, gamut, folder):
        """What is wrong after the next run, which finishes the work and cleans up."""
        status = self.run(gamut, folder, again=True)
        now = read(folder)
        faults = [] if status == self.status else [f'the next run has status {status}']
        left = sorted(set(now) - set(self.new))
        if left:
            faults.append(f'the next run leaves {", ".join(left)}')
        missing = [path for path, data in self.new.items() if now.get(path) != data]
        if missing:
            faults.append(f'the next run does not finish {", ".join(missing)}')
        return faults


def operations(gamut, folder):
    """All operations. `folder` is for files that have to be made first."""

    def made(files, *arguments):
        """The files after a command."""
        write(folder, files)
        subprocess.run([gamut, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        return read(folder)

    untagged = made({'noise.png': noise}, 'embed', 'noise.png', '--profile', 'none', '--in-place')['noise.png']
    wide = made({'a.png': squares(236)}, 'embed', 'a.png', '--profile', 'display-p3', '--in-place')['a.png']
    other = made({'a.png': squares(238)}, 'embed', 'a.png', '--profile', 'display-p3', '--in-place')['a.png']

    def eight(data):
        return {f'{index}.png': data for index in range(8)}

    embed = ['embed', '.', '--profile', 'display-p3', '--in-place', '--jobs', '1']
    # Files of `--compression fast` may have one of two streams.
    convert = ['convert', '.', '--to', 'srgb', '--compression', 'default', '--in-place', '--jobs', '1']
    yield Operation('embed', {'0.png': untagged}, embed, reads_back=True)
    # Eight files are synchronised together.
    yield Operation('embed, 8 files', eight(squares(236)), embed, reads_back=True)
    yield Operation('convert', {'0.png': noise}, convert, reads_back=True)
    yield Operation('convert, 8 files', eight(wide), convert, reads_back=True)

    # A new folder, in which folders are made.
    tree = ['embed', 'in', '--profile', 'display-p3', '--output-dir', 'out', '--jobs', '1']
    yield Operation('embed --output-dir', {'in/a/0.png': squares(236), 'in/b/1.png': squares(238)}, tree,
                    again=tree + ['--force'], reads_back=True)
    output = ['convert', 'a.png', '--to', 'srgb', '--output', 'out.png', '--jobs', '1']
    yield Operation('convert --output', {'a.png': wide}, output, again=output + ['--force'], reads_back=True)

    catalog = {'C.xcassets/' + str(path.relative_to(samples / 'Media.xcassets')): path.read_bytes()
               for name in ('Badge.imageset', 'Colours/Alarm.colorset', 'Colours/AlarmPressed.colorset')
               for path in (samples / 'Media.xcassets' / name).iterdir()}
    catalog['C.xcassets/Badge.imageset/badge.png'] = wide
    for name in ('Contents.json', 'badge.png'):
        catalog[f'C.xcassets/Second.imageset/{name}'] = catalog[f'C.xcassets/Badge.imageset/{name}']
    sets = ['C.xcassets/Badge.imageset', 'C.xcassets/Second.imageset',
            'C.xcassets/Colours/Alarm.colorset', 'C.xcassets/Colours/AlarmPressed.colorset']
    # All colours, because whether one collapses depends on what became of the others.
    write_catalog = ['convert', '--catalog', 'C.xcassets', '--only', 'wide', '--jobs', '1']
    yield Operation('catalog', catalog, write_catalog, sets=sets)
    # Another image has the name of the new one, and is replaced.
    replaced = {path: data for path, data in catalog.items() if '/Badge.imageset/' in path}
    replaced['C.xcassets/Badge.imageset/badge-srgb.png'] = other
    yield Operation('catalog --force', replaced, write_catalog + ['--force'], sets=sets[:1])

    yield Operation('audit --fix', {'a.png': wide, 'b/c.png': squares(238)},
                    ['audit', '--fix', '--assume', 'srgb', '--jobs', '1'])

    pictures = {'a.png': wide, 'b/c.png': other}
    reports = ['old.json', 'new.sarif', 'new.xml']
    audit = ['audit', '.', '--report', 'json=old.json', '--report', 'sarif=new.sarif', '--report', 'junit=new.xml',
             '--jobs', '1']
    earlier = {'old.json': made({'a.png': wide}, *audit)['old.json']}
    yield Operation('audit --report', pictures | earlier, audit, reports=reports, status=1)
    # Whatever becomes of the cache, the report is the same.
    cached = ['audit', '.', '--report', 'json=new.json', '--cache', '../cache', '--jobs', '1']
    yield Operation('audit --cache', pictures, cached, reports=['new.json'], status=1)
    baseline = ['audit', '.', '--write-baseline', 'known.json', '--jobs', '1']
    earlier = {'known.json': made({'a.png': wide}, *baseline)['known.json']}
    yield Operation('audit --write-baseline', pictures | earlier, baseline, reports=['known.json'])

    report = ['report', 'a.png', '--heatmap', 'map.png', '--report', 'json=report.json', '--report', 'html=page.html',
              '--jobs', '1']
    yield Operation('report --heatmap', {'a.png': wide}, report, reports=['map.png', 'report.json', 'page.html'])
    part = made(pictures, 'audit', '.', '--report', 'ndjson=part.ndjson')['part.ndjson']
    yield Operation('merge --report', pictures | {'part.ndjson': part},
                    ['merge', 'part.ndjson', '--report', 'html=page.html'], reports=['page.html'], status=1)
    palette = ['palette', 'brand.json', '--report', 'json=report.json', '--report', 'html=page.html']
    yield Operation('palette --report', {'brand.json': (samples / 'Palettes/brand.tokens.json').read_bytes()}, palette,
                    reports=['report.json', 'page.html'], status=1)
    yield Operation('init', pictures, ['init'], again=['init', '--force'], reports=['.gamut.yml'])
