"""Packs a folder as a zip whose bytes depend on its contents and on SOURCE_DATE_EPOCH alone.

    zip.py PARENT FOLDER FILE
"""

import os
import stat
import sys
import time
import zipfile


def main(parent, folder, target):
    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(target, "w") as archive:
        for path, folders, files in sorted(os.walk(os.path.join(parent, folder))):
            for name in sorted(files):
                file = os.path.join(path, name)
                info = zipfile.ZipInfo(os.path.relpath(file, parent), date)
                info.compress_type = zipfile.ZIP_DEFLATED
                is_program = os.stat(file).st_mode & stat.S_IXUSR
                info.external_attr = (stat.S_IFREG | (0o755 if is_program else 0o644)) << 16
                with open(file, "rb") as contents:
                    archive.writestr(info, contents.read(), compresslevel=9)


if __name__ == "__main__":
    main(*sys.argv[1:])
