#!/usr/bin/env python3
"""Audits the files of a manifest with Spark: each task audits one shard and writes one part."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import manifest  # noqa: E402


def audit(session, names, folder, gamut="gamut", arguments=("--no-policy",), options=None, size=manifest.SHARD_SIZE):
    """Audits files by name; returns the places of the parts."""
    session.sparkContext.addPyFile(manifest.__file__)
    shards = list(enumerate(manifest.shards(names, size))) or [(0, [])]

    def work(tasks):
        for index, shard in tasks:
            yield manifest.make_part(index, shard, folder, gamut, arguments, options)

    return sorted(session.sparkContext.parallelize(shards, len(shards)).mapPartitions(work).collect())


def audit_binary(session, pattern, folder, gamut="gamut", arguments=("--no-policy",), partitions=2):
    """Audits files that Spark itself reads, with binaryFile: what is beside an image, as a variant, is not seen."""
    session.sparkContext.addPyFile(manifest.__file__)
    files = session.read.format("binaryFile").load(pattern).select("path", "content")

    def work(index, rows):
        import tempfile

        pairs = []
        with tempfile.TemporaryDirectory(prefix="gamut-") as copies:
            for row in rows:
                path = os.path.join(copies, str(len(pairs)))
                with open(path, "wb") as file:
                    file.write(row.content)
                pairs.append((row.path, path))
            target = manifest.part_name(folder, index)
            manifest.write_part(manifest.audit(sorted(pairs), gamut, arguments), target)
        yield target

    return sorted(files.repartition(partitions, "path").rdd.mapPartitionsWithIndex(work).collect())


def main():
    given = manifest.parser(__doc__).parse_args()

    from pyspark.sql import SparkSession

    names = manifest.begin(given)
    session = SparkSession.builder.appName("gamut").getOrCreate()
    for part in audit(session, names, given.parts, given.gamut):
        print(part)
    session.stop()


if __name__ == "__main__":
    main()
