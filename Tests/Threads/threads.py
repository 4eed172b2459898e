"""usage: threads.py GAMUT [JOBS ...]

Runs every command over many files with 1 to 64 jobs (or JOBS), by a program built with the thread sanitizer: there must
be no report, and the same output and files for each number of jobs. Then two processes write the same files at the same
time. The files are Samples and, if it is set, GAMUT_CORPUS.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
samples = here.parent.parent / 'Samples'


def content(folder):
    """A checksum of all files of a folder."""
    sum = hashlib.sha256()
    for path in sorted(path for path in pathlib.Path(folder).rglob('*') if path.is_file()):
        sum.update(str(path.relative_to(folder)).encode() + b'\0' + path.read_bytes())
    return sum.hexdigest()


class Check:
    def __init__(self, gamut, work):
        self.gamut, self.work = gamut, work
        self.runs = self.faults = 0
        library = os.path.join(work, 'mutex.so')
        subprocess.run(['clang', '-O1', '-shared', '-fPIC', '-o', library, here / 'mutex.c'], check=True)
        self.environment = os.environ | {
            'LD_PRELOAD': library, 'TSAN_OPTIONS': 'exitcode=66', 'SWIFT_BACKTRACE': 'enable=no'}

    def start(self, arguments):
        self.runs += 1
        return subprocess.Popen([self.gamut, *map(str, arguments)], cwd=self.work, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process, statuses=(0, 1, 2)):
        output, errors = process.communicate()
        if process.returncode not in statuses or b'ThreadSanitizer' in errors:
            self.fault(f'{" ".join(process.args[1:4])}: status {process.returncode}', errors)
        return process.returncode, hashlib.sha256(output).hexdigest()

    def fault(self, what, errors=b''):
        self.faults += 1
        start = errors.find(b'WARNING: ThreadSanitizer')
        print(what, errors[max(start, 0):][:2000].decode('utf-8', 'replace'), file=sys.stderr)

    def fresh(self):
        """The files that commands change, as they were."""
        for name in ('out', 'Media.xcassets', 'Samples'):
            shutil.rmtree(os.path.join(self.work, name), ignore_errors=True)
        shutil.copytree(samples / 'Media.xcassets', os.path.join(self.work, 'Media.xcassets'))
        shutil.copytree(samples, os.path.join(self.work, 'Samples'))


def main(gamut, *jobs):
    with tempfile.TemporaryDirectory() as work:
        check = Check(os.path.realpath(gamut), work)
        files = [samples]
        if os.environ.get('GAMUT_CORPUS'):
            files += sorted(path for path in pathlib.Path(os.environ['GAMUT_CORPUS']).iterdir() if path.is_dir())
        else:
            print('GAMUT_CORPUS is not set: only Samples are tried')
        commands = [
            (['inspect', *files, '--format', 'json'], None),
            (['verify', *files, '--profile', 'srgb', '--format', 'json'], None),
            (['report', *files, '--format', 'json'], None),
            (['audit', *files, '--no-policy', '--format', 'json', '--fail-on', 'never'], None),
            (['embed', *files, '--profile', 'srgb', '--assume', 'srgb', '--output-dir', 'out'], 'out'),
            (['convert', *files, '--to', 'srgb', '--output-dir', 'out'], 'out'),
            (['convert', '--catalog', 'Media.xcassets', '--only', 'wide'], 'Media.xcassets'),
            (['audit', 'Samples', '--no-policy', '--fix', '--assume', 'srgb', '--format', 'json'], 'Samples'),
        ]
        known = {}
        for number in jobs or (1, 2, 3, 7, 16, 64):
            for index, (arguments, folder) in enumerate(commands):
                check.fresh()
                result = check.end(check.start([*arguments, '--jobs', number]))
                result += (content(os.path.join(work, folder)) if folder else '',)
                if known.setdefault(index, result) != result:
                    check.fault(f'{" ".join(map(str, arguments[:2]))}: another result with {number} jobs')
        # Two at a time: each file is whole, and one of the two wrote it. Who comes second may refuse to replace it.
        for index, (arguments, folder) in enumerate(commands):
            if not folder:
                continue
            check.fresh()
            for process in [check.start([*arguments, '--jobs', 4]) for _ in range(2)]:
                check.end(process)
            if content(os.path.join(work, folder)) != known[index][2]:
                check.fault(f'{" ".join(map(str, arguments[:2]))}: two at a time leave other files')
        # Runs with one cache at a time, empty and full: each has the output of a run without.
        for number in jobs or (1, 2, 3, 7, 16, 64):
            check.fresh()
            shutil.rmtree(os.path.join(work, 'cache'), ignore_errors=True)
            for command in ('report', 'audit'):
                arguments = [command, *files, '--format', 'json', '--jobs', number]
                plain = check.end(check.start(arguments))
                for _ in range(2):
                    for process in [check.start([*arguments, '--cache', 'cache']) for _ in range(2)]:
                        if check.end(process) != plain:
                            check.fault(f'{command} --cache: another result with {number} jobs')
        print(f'{check.runs} runs, {check.faults} faults')
        sys.exit(check.faults > 0)


if __name__ == '__main__':
    main(*sys.argv[1:])
