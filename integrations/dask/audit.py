#!/usr/bin/env python3
"""Audits the files of a manifest with Dask: each task audits one shard and writes one part."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import manifest  # noqa: E402


def audit(client, names, folder, gamut="gamut", arguments=("--no-policy",), options=None, size=manifest.SHARD_SIZE):
    """Audits files by name; returns the places of the parts."""
    client.upload_file(manifest.__file__)
    shards = manifest.shards(names, size) or [[]]
    tasks = [
        client.submit(manifest.make_part, index, shard, folder, gamut, arguments, options, pure=False, retries=2)
        for index, shard in enumerate(shards)
    ]
    return client.gather(tasks)


def main():
    parser = manifest.parser(__doc__)
    parser.add_argument("--scheduler", help="the address of the scheduler; without one, this machine does the work")
    given = parser.parse_args()

    from dask.distributed import Client

    names = manifest.begin(given)
    with Client(given.scheduler) as client:
        for part in audit(client, names, given.parts, given.gamut):
            print(part)


if __name__ == "__main__":
    main()
