"""usage: access.py GAMUT

Replaces files that have access control lists (POSIX) and extended attributes in place: the new file has the same ones, but
none that its folder gives to new files, and none that give privileges or sign the old contents (Linux, root).
"""

import os
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import operations  # noqa: E402

nobody = 0xffffffff
lists = 'system.posix_acl_access'


def acl(*entries):
    """The attribute of a list: tag, permissions and number of each entry (linux/posix_acl_xattr.h)."""
    return struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *entry) for entry in entries)


def entries(user, group, mask, others):
    return acl((1, 6, nobody), (2, user, 1000), (4, group, nobody), (16, mask, nobody), (32, others, nobody))


# What a file has before, and the attributes that it has afterwards.
kinds = {
    'a user may, the group may not': {lists: entries(6, 0, 6, 0)},
    'a mask of reading': {lists: entries(6, 0, 4, 0)},
    'a user may not, others may': {lists: entries(0, 4, 4, 4)},
    'a mask narrower than the group': {lists: entries(6, 6, 0, 0)},
    'attributes of the user': {'user.note': b'hello', 'user.empty': b''},
    'a label': {'security.selinux': b'system_u:object_r:private_t:s0\0'},
    'nothing': {},
}
# Attributes that the new file does not get.
left = {'security.capability': struct.pack('<5I', 0x02000000, 1 << 10, 0, 0, 0), 'trusted.overlay.origin': b'x'}
folder_list = acl((1, 7, nobody), (2, 6, 1000), (4, 5, nobody), (16, 7, nobody), (32, 0, nobody))


def attributes(path):
    return {name: os.getxattr(path, name) for name in os.listxattr(path)}


def main(gamut):
    if os.geteuid():
        return print('access: skipped, not root')
    gamut = os.path.realpath(gamut)
    faults = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'files', 'a.png')
        for kind, given in kinds.items():
            for inherited in (False, True):
                for mode in (0o600, 0o640):
                    operations.write(os.path.dirname(path), {'a.png': operations.squares(236)})
                    os.chmod(path, mode)
                    for name, value in (given | left).items():
                        os.setxattr(path, name, value)
                    if inherited:
                        os.setxattr(os.path.dirname(path), 'system.posix_acl_default', folder_list)
                    before, number = os.stat(path), os.stat(path).st_ino
                    subprocess.run([gamut, 'embed', path, '--profile', 'display-p3', '--in-place', '--quiet'], check=True)
                    after = os.stat(path)
                    runs += 1
                    same = (before.st_mode, before.st_uid, before.st_gid) == (after.st_mode, after.st_uid, after.st_gid)
                    if after.st_ino == number or attributes(path) != given or not same:
                        faults += 1
                        print(f'FAILED: {kind}, default list {inherited}, {mode:o}: {attributes(path)}, {after.st_mode:o}')
    print(f'access: {runs} runs, {faults} failures')
    sys.exit(faults > 0)


if __name__ == '__main__':
    main(*sys.argv[1:])
