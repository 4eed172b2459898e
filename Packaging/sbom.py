"""Prints what a release contains, as CycloneDX 1.6, and copies the licence of each part.

    sbom.py VERSION BUILD LICENCES

BUILD is the folder of the Swift build. The versions are those of the packages that this machine linked.
"""

import datetime
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import uuid

# The name, the file that is linked or copied, its licence, and whether it is inside the command or beside it.
LIBRARIES = [
    ("lcms2", "liblcms2.so.2", "MIT", "beside"),
    ("isa-l", "libisal.so.2", "BSD-3-Clause", "beside"),
    ("zlib", "libz.a", "Zlib", "inside"),
    ("libdeflate", "libdeflate.a", "MIT", "inside"),
    ("libyaml", "libyaml.a", "MIT", "inside"),
    ("libsodium", "libsodium.a", "ISC", "inside"),
    ("libstdc++", "libstdc++.a", "GPL-3.0-or-later WITH GCC-exception-3.1", "inside"),
    ("libgcc", "libgcc_eh.a", "GPL-3.0-or-later WITH GCC-exception-3.1", "inside"),
]
SWIFT = "Apache-2.0 WITH Swift-exception"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def package(file):
    """Returns the path of a library, and the Debian package that it is from, with its version and architecture."""
    path = output("clang", f"-print-file-name={file}")
    if not os.path.isabs(path):
        sys.exit(f"Packaging/sbom.py: {file} is missing.")
    owners = subprocess.run(["dpkg", "-S", path, os.path.realpath(path)], capture_output=True, text=True).stdout
    if not owners:
        sys.exit(f"Packaging/sbom.py: no package of this system has {path}: a release is built with Debian's libraries.")
    name = owners.split(": ")[0].split(",")[0].split(":")[0]
    version, source, architecture = output("dpkg-query", "-Wf", "${Version} ${source:Package} ${Architecture}\n",
                                           name).splitlines()[0].split()
    return os.path.realpath(path), name, version, source, architecture


def component(name, version, expression, purl, where, path=None):
    made = {"type": "library", "bom-ref": purl, "name": name, "version": version,
            "licenses": [{"expression": expression}], "purl": purl,
            "properties": [{"name": "gamut:linked", "value": where}]}
    if path:
        with open(path, "rb") as file:
            made["hashes"] = [{"alg": "SHA-256", "content": hashlib.sha256(file.read()).hexdigest()}]
    return made


def upstream(version):
    """Returns the version of the library in that of its Debian package."""
    version = version.split(":", 1)[-1]
    version = version.rpartition("-")[0] or version
    # What is really inside, as in "1:1.3.dfsg+really1.3.1-1".
    return re.sub(r"[+~.](dfsg|ds|deb).*", "", version.rpartition("+really")[2])


def swift(build, licences):
    """Returns the runtime of Swift, and the packages that the build resolved, with their licences."""
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    root = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))
    shutil.copyfile(f"{root}/share/swift/LICENSE.txt", f"{licences}/swift.txt")
    yield component("swift", version, SWIFT, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", "inside")
    with open(f"{build}/workspace-state.json", encoding="utf-8") as file:
        dependencies = json.load(file)["object"]["dependencies"]
    for dependency in sorted(dependencies, key=lambda each: each["packageRef"]["identity"]):
        name, version = dependency["packageRef"]["identity"], dependency["state"]["checkoutState"]["version"]
        owner = dependency["packageRef"]["location"].split("/")[-2]
        found = sorted(glob.glob(f"{build}/checkouts/{dependency['subpath']}/LICENSE*"))
        shutil.copyfile(found[0], f"{licences}/{name}.txt")
        yield component(name, version, SWIFT, f"pkg:github/{owner}/{name}@{version}", "inside")


def main(version, build, licences):
    shutil.copyfile("LICENSE", f"{licences}/gamut.txt")
    parts = list(swift(build, licences))
    for name, file, expression, where in LIBRARIES:
        path, debian, exact, source, architecture = package(file)
        shutil.copyfile(f"/usr/share/doc/{debian}/copyright", f"{licences}/{name}.txt")
        purl = f"pkg:deb/debian/{debian}@{exact}?arch={architecture}&distro=debian".replace("+", "%2B")
        parts.append(component(name, upstream(exact), expression, purl, where, path))
    for name in os.listdir(licences):
        os.chmod(f"{licences}/{name}", 0o644)
    commit = output("git", "rev-parse", "HEAD")
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    machine = os.uname().machine
    gamut = f"pkg:generic/gamut@{version}?arch={machine}"
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
        "serialNumber": "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, f"{gamut}#{commit}")), "version": 1,
        "metadata": {
            "timestamp": date.isoformat().replace("+00:00", "Z"),
            "component": {"type": "application", "bom-ref": gamut, "name": "gamut", "version": version, "purl": gamut,
                          "licenses": [{"license": {"id": "Apache-2.0"}}],
                          "properties": [{"name": "gamut:commit", "value": commit}]}},
        "components": parts,
        "dependencies": [{"ref": gamut, "dependsOn": [part["bom-ref"] for part in parts]}]
        + [{"ref": part["bom-ref"]} for part in parts],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main(*sys.argv[1:])
