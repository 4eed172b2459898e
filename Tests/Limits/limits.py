"""usage: limits.py GAMUT [NAME ...]

Measures, from outside, what the hardest files that are known to us cost (Linux): memory as the largest resident set, and
time of the processor. It makes these files, prints a table, and ends with status 1 if a figure is over its limit of
Documentation/limits.md. NAME is the beginning of a part: small, chunks, pixels, narrow, texts, lists, batch, leaks.
"""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import hostile  # noqa: E402
from measure import run, slowness  # noqa: E402


class Table:
    """The rows: what, its figure and its limit."""

    def __init__(self):
        self.over = 0
        print(f'{"what":72} | {"figure":>12} | {"limit":>9}')

    def add(self, what, figure, limit, unit):
        """A figure without a limit is only stated."""
        over = limit is not None and figure > limit
        self.over += over
        text = '' if limit is None else f'{limit:g} {unit}'
        if unit == 'ns' or figure == int(figure):
            number = f'{figure:,.0f}'
        else:
            number = f'{figure:.3g}' if figure < 2 else f'{figure:.1f}'
        print(f'{what[:100]:72} | {number:>9} {unit:2} | {text:>9}{"  OVER" if over else ""}', flush=True)


class Measurement:
    def __init__(self, gamut, folder):
        self.gamut, self.folder = gamut, folder
        self.table = Table()

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        pathlib.Path(path).write_bytes(data)
        return path

    def gamut_run(self, *arguments, statuses=(0, 1, 2), **options):
        result = run([self.gamut, *arguments], **options)
        if result.status not in statuses:
            self.table.add(f'{" ".join(arguments)[:50]}: status {result.status}', 1, 0, '')
            print(result.errors)
        return result

    # MARK: Parts

    def small(self):
        """Files of at most a megabyte."""
        limits, worst = {'MB': 32, 's': 0.2}, {}
        for name, data in hostile.megabyte():
            file = self.write('a.icc' if name.startswith('a file') else 'a.png', data)
            assert len(data) <= 1 << 20, name
            kind = '57 bytes' if len(data) == 57 else 'profile' if name.startswith('a profile, ') \
                else 'declarations' if name.startswith('declarations: ') else 'other'
            for command in (['inspect'], ['inspect', '--format', 'json'], ['verify', '--profile', 'srgb']):
                # Memory is the most and time the least of the runs: another process may have slowed one down.
                results = [self.gamut_run(command[0], file, *command[1:])]
                times = [results[0].seconds]
                while times[-1] > limits['s'] and len(results) < 5:
                    results.append(self.gamut_run(command[0], file, *command[1:]))
                    times.append(results[-1].seconds / slowness())
                for unit, figure in (('MB', max(result.megabytes for result in results)), ('s', min(times))):
                    key = command[0], kind, unit
                    worst[key] = max(worst.get(key, (0, '')), (figure, name))
        for (command, kind, unit), (figure, name) in sorted(worst.items()):
            self.table.add(f'{command}, {kind} ({name})', figure, limits[unit], unit)

    def chunks(self):
        """A file of nothing but faulty chunks: memory."""
        faulty = hostile.chunk(b'eXIf', b'x')
        file = self.write('a.png', hostile.small((faulty[:-1] + bytes([faulty[-1] ^ 1])) * 3_000_000))
        output = ('--force', '--output', os.path.join(self.folder, 'out.png'))
        for limit, command in (
                (32, ('inspect',)), (32, ('verify', '--profile', 'srgb')), (64 + 32, ('report', '--memory', '64M')),
                (64 + 32, ('embed', '--profile', 'srgb', '--assume', 'srgb', *output)),
                (64 + 32, ('convert', '--assume', 'p3', '--to', 'srgb', '--memory', '64M', *output))):
            result = self.gamut_run(command[0], file, *command[1:])
            what = f'{command[0]} of a file of 3,000,000 faulty chunks'
            self.table.add(f'{what}: memory', result.megabytes, limit, 'MB')
            self.table.add(f'{what}: time', result.seconds, None, 's')

    def pixels(self):
        """Processor time for each declared pixel, beyond half a second, and memory."""
        images = [
            ('flat', 16000 * 20000, lambda: hostile.flat(16000, 20000)),
            ('1-bit noise', 8000 * 8000, lambda: hostile.noise(8000, 8000, 1, 0)),
            ('palette noise', 3000 * 3000, lambda: hostile.noise(3000, 3000, 8, 3)),
            ('8-bit noise', 4000 * 4000, lambda: hostile.noise(4000, 4000, 8, 2)),
            ('16-bit noise', 3000 * 3000, lambda: hostile.noise(3000, 3000, 16, 6)),
            ('16-bit noise of 256 levels, opaque', 3000 * 3000, lambda: hostile.levels(3000, 3000, 256, alpha=False)),
            ('16-bit noise of 16 levels', 3000 * 3000, lambda: hostile.levels(3000, 3000, 16)),
            ('16-bit noise of 2 levels', 3000 * 3000, lambda: hostile.levels(3000, 3000, 2)),
            ('repeated words', 3000 * 3000, lambda: hostile.repeated(3000, 3000, 512)),
            ('gradient', 4000 * 4000, lambda: hostile.gradient(4000, 4000)),
        ]
        output = os.path.join(self.folder, 'out.png')
        convert = ('--to', 'srgb', '--force', '--output', output)
        for name, pixels, make in images:
            file = self.write('a.png', make())
            for what, limit, arguments in (
                    ('report', 200, ('report', file)),
                    ('convert --compression fast', 80, ('convert', file, *convert, '--compression', 'fast')),
                    ('convert --compression default', 160, ('convert', file, *convert)),
                    ('convert --compression small', None, ('convert', file, *convert, '--compression', 'small')),
                    ('convert --mapping preserve, fast', None, ('convert', file, *convert, '--compression', 'fast',
                                                                '--mapping', 'preserve'))):
                result = self.gamut_run(*arguments, statuses=(0,))
                self.table.add(f'{what}: {name}', max(0, result.seconds - 0.5) / pixels * 1e9, limit, 'ns')
            # The command itself takes up to 32 MB.
            for what, arguments in (
                    ('report', ('report', file)),
                    ('report --heatmap', ('report', file, '--heatmap', output)),
                    ('report --report html', ('report', file, '--report', f'html={output}.html')),
                    ('convert --mapping preserve', ('convert', file, *convert, '--mapping', 'preserve'))):
                for left in (output, output + '.html'):
                    if os.path.exists(left):
                        os.remove(left)
                result = self.gamut_run(*arguments, '--memory', '64M', '--jobs', '1', statuses=(0,))
                self.table.add(f'{what} --memory 64M: {name}', result.megabytes, 64 + 32, 'MB')
                self.table.add(f'{what} --memory 64M: {name}', max(0, result.seconds - 0.5) / pixels * 1e9, None, 'ns')

    def narrow(self):
        """Processor time for each declared pixel of images with few columns, beyond half a second; for a report they have 64."""
        images = [
            ('8 columns of noise', 8, 2_000_000, lambda: hostile.noise(8, 2_000_000, 8, 2)),
            ('8 columns of bits', 8, 2_000_000, lambda: hostile.noise(8, 2_000_000, 1, 0)),
            ('a column, interlaced', 1, 12_000_000, lambda: hostile.narrow(12_000_000, 8, 2)),
            ('a column of bits, interlaced', 1, 20_000_000, lambda: hostile.narrow(20_000_000, 1, 0)),
            ('a column of noise', 1, 6_000_000, lambda: hostile.noise(1, 6_000_000, 8, 2)),
            ('a column of 16-bit noise', 1, 6_000_000, lambda: hostile.noise(1, 6_000_000, 16, 6)),
            ('3 columns of noise', 3, 4_000_000, lambda: hostile.noise(3, 4_000_000, 8, 2)),
        ]
        convert = ('--to', 'srgb', '--force', '--output', os.path.join(self.folder, 'out.png'))
        for name, columns, rows, make in images:
            file = self.write('a.png', make())
            for what, limit, arguments in (
                    ('report', 200, ('report', file)),
                    ('convert --compression fast', 80, ('convert', file, *convert, '--compression', 'fast')),
                    ('convert --compression default', 160, ('convert', file, *convert))):
                result = self.gamut_run(*arguments, statuses=(0,))
                pixels = rows * (64 if what == 'report' else columns)
                self.table.add(f'{what}: {name}', max(0, result.seconds - 0.5) / pixels * 1e9, limit, 'ns')

    def texts(self):
        """Files with many texts: output, and memory."""
        folder = os.path.join(self.folder, 'texts')
        os.mkdir(folder)
        for index in range(200):
            # Each file has a profile of its own.
            profile = hostile.matrix(description=hostile.texts(1, 512 + index),
                                     extra=[(b't%03d' % tag, hostile.texts(1, 512)) for tag in range(90)])
            self.write(f'texts/{index}.png', hostile.small(
                hostile.iccp(profile), hostile.chunk(b'iTXt', b'a\0\0\0\0\0' + '\u202e'.encode() * 1800)))
        for command in (('inspect',), ('report',), ('audit', '--no-policy', '--fail-on', 'never')):
            result = self.gamut_run(*command, folder, '--format', 'json')
            self.table.add(f'{command[0]} of 200 files with long texts: JSON', result.output / 200 / 1024, 64, 'KB')
            self.table.add(f'{command[0]} of 200 files with long texts: memory', result.megabytes, 64, 'MB')
        # A part of 54 MB.
        for index in range(8000):
            os.link(os.path.join(folder, '199.png'), os.path.join(folder, f'more-{index}.png'))
        audit = os.path.join(self.folder, 'part.ndjson')
        with open(audit, 'wb') as output:
            subprocess.run([self.gamut, 'audit', folder, '--no-policy', '--format', 'ndjson'], stdout=output, check=False)
        result = self.gamut_run('merge', audit, '--format', 'json', statuses=(0, 1))
        self.table.add(f'merge of {os.path.getsize(audit) // 1000000} MB, one part', result.seconds, 10, 's')
        self.table.add('the same', result.megabytes, 256, 'MB')

    @staticmethod
    def themes(names, count):
        """Names of colours, and 199 themes that change one of them."""
        return b':root{' + b''.join(names(index) for index in range(count)) + b'}' + b''.join(
            b'.t%d{--b1:#%06x}' % (index, index) for index in range(199))

    def lists(self):
        """Policies, palettes, folders and open files."""
        image = hostile.small(hostile.chunk(b'cICP', b'\x0c\x0d\0\1'))
        folder = os.path.join(self.folder, 'files')
        os.mkdir(folder)
        for index in range(200):
            self.write(f'files/{index}.png', image)
        stars = ['- "' + '*a' * 16 + f'{index:03}"' for index in range(900)]
        policies = {
            '200 KB of comments': '#' * 200_000,
            'aliases': 'exclude: &a [a]\n' + ''.join(f'x{i}: &x{i} [*a, *a, *a]\n' for i in range(8000)),
            '100,000 levels': 'exclude: ' + '[' * 100_000,
            'stars': 'exclude:\n' + '\n'.join(stars) + '\n',
            'mappings': 'expect:\n' + '\n'.join(f'- paths: ["{i}*.png"]\n  ignore: [untagged]' for i in range(5000)),
            'unknown members': '\n'.join(f'member{index}: 1' for index in range(14000)),
        }
        for name, text in policies.items():
            policy = self.write('policy.yml', text.encode())
            result = self.gamut_run('audit', folder, '--policy', policy, '--fail-on', 'never')
            self.table.add(f'audit of 200 files, a policy of {len(text) // 1000} KB: {name}', result.seconds, 3, 's')
            self.table.add('the same', result.megabytes, 128, 'MB')
        deep_folder = os.path.join(self.folder, 'deep-files')
        deep = '/'.join(['a' * 200] * 16)
        os.makedirs(os.path.join(deep_folder, deep))
        for index in range(200):
            self.write(f'deep-files/{deep}/{index}.png', image)
        policy = self.write('policy.yml', ('exclude:\n' + f'- "{"**/*/" * 8}x"\n' * 600).encode())
        result = self.gamut_run('audit', deep_folder, '--policy', policy, '--fail-on', 'never')
        self.table.add('audit of 200 files with paths of 3,200 bytes, 600 patterns of folders', result.seconds, 3, 's')
        self.table.add('the same', result.megabytes, 128, 'MB')
        media = os.path.join(self.folder, 'Media.xcassets')
        for index in range(20_000):
            name = f'{index}.imageset'
            os.makedirs(os.path.join(media, name))
            self.write(f'Media.xcassets/{name}/Contents.json', b'{"images":[{"filename":"a.png","idiom":"universal"}]}')
            self.write(f'Media.xcassets/{name}/a.png', image)
        result = self.gamut_run('audit', media, '--no-policy', '--fail-on', 'never')
        self.table.add('audit of a catalog with 20,000 sets of the same image', result.seconds, 20, 's')
        self.table.add('the same', result.megabytes, 128, 'MB')
        shutil.rmtree(media)
        documents = {
            'dark.css': b'@media (prefers-color-scheme:dark){' + b''.join(
                b':root[data-x="%d"] .y%d:not(.z){--c%d:#123}' % (index, index, index) for index in range(190_000)) + b'}',
            'media.css': b''.join(
                b'@media (min-width:%dpx){@supports (x:y){.a%d{--c:#123}}}' % (index, index) for index in range(190_000)),
            'selectors.css': (b','.join(b'.s%d' % index for index in range(2000)) + b'{--a:red;--b:blue}') * 1200,
            'deep.json': b'[' * 8_000_000, 'deep.tokens.json': b'{"a":' * 1_500_000,
            'wide.json': b'{"a":[' + b'1,' * 8_000_000, 'deep.css': b'a{' * 8_000_000, 'variables.css': b':root{' + b''.join(
                b'--v%d:var(--v%d);' % (index, index + 1) for index in range(100_000)) + b'}',
            'themes.css': self.themes(lambda index: b'--b%d:#%06x;' % (index, index * 1601 & 0xffffff), 99_800),
            'aliases.css': self.themes(lambda index: b'--a%d:var(--b1);--b%d:#336699;' % (index, index), 49_900),
        }
        for name, data in documents.items():
            result = self.gamut_run('palette', self.write(name, data), '--no-policy')
            self.table.add(f'palette of {len(data) // 1000000} MB: {name}', result.seconds, 10, 's')
            self.table.add('the same', result.megabytes, 512, 'MB')
        for command in (('inspect',), ('report',), ('verify', '--profile', 'p3'), ('audit', '--no-policy', '--fail-on', 'never'),
                        ('convert', '--to', 'srgb', '--output-dir', os.path.join(self.folder, 'converted'))):
            result = self.gamut_run(*command, folder, files=20)
            self.table.add(f'{command[0]} of 200 files with 20 open files: status', result.status, 0, '')
        subprocess.run(['mkdir', '-p', 'd/' * 1900], cwd=folder, check=True)
        for command in (('report',), ('audit', '--no-policy', '--fail-on', 'never')):
            result = self.gamut_run(*command, folder)
            self.table.add(f'{command[0]} of a folder with 1,900 levels', result.seconds, 5, 's')
            self.table.add('the same', result.megabytes, 128, 'MB')

    def batch(self):
        """10,000 files with 1 and 64 jobs: the same results, and memory that does not grow."""
        folder = os.path.join(self.folder, 'batch')
        os.mkdir(folder)
        images = [hostile.noise(side, side, depth, kind) for side in (1, 8, 16, 24, 32, 48, 64, 96, 128, 200)
                  for depth, kind in ((8, 2), (16, 6), (1, 0), (8, 3))]
        for index in range(10_000):
            self.write(f'batch/{index:04}.png', images[index * 7 % len(images)])
        output = os.path.join(self.folder, 'batch-out')
        for command in (('inspect',), ('report',), ('audit', '--no-policy', '--fail-on', 'never'),
                        ('embed', '--profile', 'srgb', '--assume', 'srgb', '--output-dir', output),
                        ('convert', '--assume', 'p3', '--to', 'srgb', '--output-dir', output)):
            results = set()
            for jobs in (1, 64):
                growth, digest = self.growth(folder, *command, '--format', 'ndjson', '--jobs', str(jobs))
                self.table.add(f'{command[0]} of 10,000 files, {jobs} jobs: memory after 1,000', growth, 1.2, '')
                for path in sorted(pathlib.Path(output).glob('*')):
                    digest.update(path.name.encode() + path.read_bytes())
                results.add(digest.hexdigest())
                shutil.rmtree(output, ignore_errors=True)
            self.table.add(f'{command[0]} of 10,000 files: other results with 64 jobs', len(results) - 1, 0, '')

    def growth(self, folder, *arguments):
        """The most memory after the first 1,000 rows, divided by the most before, and the digest of the output."""
        row, before, after, digest = -1, 0, 0, hashlib.sha256()
        with subprocess.Popen([self.gamut, arguments[0], '.', *arguments[1:]], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as process:
            for row, line in enumerate(process.stdout):
                digest.update(line)
                if row % 50 == 0:
                    with open(f'/proc/{process.pid}/statm', encoding='ascii') as status:
                        # A process that has ended has no numbers.
                        pages = int((status.read().split() + ['0', '0'])[1])
                    before, after = (max(before, pages), after) if row < 1000 else (before, max(after, pages))
        assert row >= 9_999, (arguments, process.returncode)
        return after / before, digest

    def leaks(self):
        """The blocks of memory that a command has at its end: as many for any number of files. A search for blocks without
        a pointer would not do, because Swift stores bits in pointers."""
        if not shutil.which('valgrind') or not shutil.which('objcopy'):
            return print('valgrind or objcopy is not installed: leaks are skipped')
        # Valgrind cannot read the debugging information of lld.
        program = os.path.join(self.folder, 'gamut')
        subprocess.run(['objcopy', '--strip-debug', self.gamut, program], check=True)
        samples = pathlib.Path(__file__).parents[2] / 'Samples'
        faulty = [image for seed in (hostile.noise(9, 7, 8, 6), hostile.small(hostile.iccp(hostile.matrix())))
                  for image in list(hostile.damaged(seed))[::40]]
        trees = []
        for copies in (1, 3):
            trees.append(os.path.join(self.folder, f'leaks-{copies}'))
            for copy in range(copies):
                shutil.copytree(samples, os.path.join(trees[-1], str(copy)))
                for index, image in enumerate(faulty):
                    self.write(f'leaks-{copies}/{copy}/faulty-{index}.png', image)
        output, cache = os.path.join(self.folder, 'leaks-out'), os.path.join(self.folder, 'leaks-cache')
        audit = ('audit', '--no-policy', '--fail-on', 'never')
        for command in (
                ('inspect',), ('inspect', '--format', 'json'), ('verify', '--profile', 'srgb'), ('report',),
                ('report', '--format', 'json'), ('report', '--format', 'html'), audit, (*audit, '--format', 'json'),
                (*audit, '--format', 'sarif'), (*audit, '--format', 'html'), (*audit, '--cache', cache),
                (*audit, '--cache', cache), ('embed', '--profile', 'srgb', '--assume', 'srgb', '--output-dir', output),
                ('convert', '--assume', 'p3', '--to', 'srgb', '--output-dir', output),
                ('convert', '--catalog', '--dry-run')):
            blocks = []
            for tree in trees:
                result = subprocess.run(['valgrind', program, command[0], tree, *command[1:], '--jobs', '1'],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
                found = re.findall(rb'in use at exit: [\d,]+ bytes in ([\d,]+) blocks', result.stderr)
                assert found and result.returncode in (0, 1, 2), (command, result.stderr[-1000:])
                blocks.append(int(found[-1].replace(b',', b'')))
                shutil.rmtree(output, ignore_errors=True)
            what = ' '.join(word for word in command if word not in (output, cache))
            self.table.add(f'{what}: more blocks at the end of thrice the files', blocks[1] - blocks[0], 0, '')

    def all(self, names):
        for part in (self.small, self.chunks, self.pixels, self.narrow, self.texts, self.lists, self.batch, self.leaks):
            if not names or any(part.__name__.startswith(name) for name in names):
                part()
        return self.table.over


if len(sys.argv) < 2:
    sys.exit(__doc__)
work = tempfile.mkdtemp(prefix='gamut-limits-')
try:
    over = Measurement(os.path.abspath(sys.argv[1]), work).all(sys.argv[2:])
finally:
    # Not by Python, which calls itself for each level.
    subprocess.run(['rm', '-rf', work], check=False)
print(f'{over} over their limits' if over else 'All within their limits.')
sys.exit(1 if over else 0)
