#!/usr/bin/env bash
# Builds a release for this machine's kind of Linux into .build/dist: the archive, the artifact bundle for SwiftPM, the
# SBOM, the formula, and SHA256SUMS. The same commit gives the same bytes in every folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "Packaging/dist.sh: $*" >&2
  exit 1
}
[ "$(uname -s)" = Linux ] || fail 'this makes archives for Linux only; on macOS, use the formula.'
git rev-parse -q --verify HEAD >/dev/null 2>&1 || fail 'this is no git repository: a release is made from a commit.'
[ -z "$(git status --porcelain)" ] || fail 'some files differ from the commit: commit or undo the changes, and run it again.'

version=$(sed -n 's/^public let gamutVersion = "\(.*\)"$/\1/p' Sources/GamutKit/Run/Version.swift)
[ -n "$version" ] || fail 'Sources/GamutKit/Run/Version.swift has no version.'
name=gamut-$version-linux-$(uname -m)
out=.build/dist
root=$out/$name
build=.build/dist-build
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

# A folder with archives for what goes into the command, and with the two libraries that have none. SwiftPM passes the
# folder of each library on, so the descriptions of all of them name this one.
archives=$PWD/$build/archives
rm -rf "$out" "$archives"
mkdir -p "$root/bin" "$root/lib/gamut" "$archives/pkgconfig"
for pair in libstdc++.a:libstdc++.a libgcc_eh.a:libgcc_s.a libz.a:libz.a libyaml.a:libyaml.a \
  libsodium.a:libsodium.a libdeflate.a:libdeflate.a liblcms2.so:liblcms2.so libisal.so:libisal.so; do
  file=$(clang -print-file-name="${pair%:*}")
  [ -e "$file" ] || fail "${pair%:*} is missing: install the -dev packages (make deps) and a C++ compiler."
  ln -s "$file" "$archives/${pair#*:}"
done
for module in lcms2 zlib libisal libdeflate yaml-0.1 libsodium; do
  sed "s|^libdir *=.*|libdir=$archives|; s|^sharedlibdir *=.*|sharedlibdir=$archives|" \
    "$(pkg-config --variable=pcfiledir $module)/$module.pc" >"$archives/pkgconfig/$module.pc"
done
export PKG_CONFIG_PATH=$archives/pkgconfig

# Paths of this folder are not part of the result, and the libraries are found beside the command.
flags="-c release --scratch-path $build --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -gnone"
flags+=" -Xswiftc -no-toolchain-stdlib-rpath -Xswiftc -file-prefix-map -Xswiftc '$PWD=/gamut'"
flags+=" -Xcc '-ffile-prefix-map=$PWD=/gamut' -Xlinker '-L$archives'"
flags+=" -Xlinker --build-id=none"
flags+=" -Xlinker '-rpath=\$\$ORIGIN/../lib/gamut'"
make docs WHAT="manual completions" DOCS="$build/docs" RELEASE="${SWIFT:-swift} build $flags"

bin=$(readlink -f $build/release)
install -m 755 "$bin/gamut" "$root/bin/gamut"
for library in liblcms2.so.2 libisal.so.2; do
  install -m 644 "$(readlink -f "$(clang -print-file-name=$library)")" "$root/lib/gamut/$library"
done
# The hashes of the modules tell compilers whether to compile again; they include the paths that are mapped.
strip --strip-all --remove-section=.swift_modhash "$root/bin/gamut"
python3 Packaging/elf.py "$root/bin/gamut" "$PWD"

install -d "$root/share/man/man1" "$root/share/bash-completion/completions" "$root/share/zsh/site-functions" \
  "$root/share/fish/vendor_completions.d" "$root/share/gamut/schemas" "$root/share/doc/gamut/licences"
install -m 644 $build/docs/man/man1/*.1 "$root/share/man/man1"
install -m 644 $build/docs/completions/gamut "$root/share/bash-completion/completions"
install -m 644 $build/docs/completions/_gamut "$root/share/zsh/site-functions"
install -m 644 $build/docs/completions/gamut.fish "$root/share/fish/vendor_completions.d"
install -m 644 Schemas/*.json "$root/share/gamut/schemas"
install -m 644 README.md CHANGELOG.md "$root/share/doc/gamut"

# The parts, with their versions and licences: both are for whoever receives the archive.
python3 Packaging/sbom.py "$version" $build "$root/share/doc/gamut/licences" >"$out/$name.cdx.json"
install -m 644 "$out/$name.cdx.json" "$root/share/doc/gamut/gamut.cdx.json"

pack() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$1" -cf - "$2"
}
pack "$out" "$name" | gzip -n -9 >"$out/$name.tar.gz"

# The bundle contains the same folder, so that the command finds its libraries.
bundle=$out/gamut.artifactbundle
mkdir -p "$bundle"
cp -a "$root" "$bundle/"
triple=$("${SWIFT:-swift}" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p' | head -n 1)
cat >"$bundle/info.json" <<JSON
{
  "schemaVersion": "1.0",
  "artifacts": {
    "gamut": {
      "type": "executable",
      "version": "$version",
      "variants": [{"path": "$name/bin/gamut", "supportedTriples": ["$triple"]}]
    }
  }
}
JSON
python3 Packaging/zip.py "$out" gamut.artifactbundle "$out/gamut.artifactbundle.zip"
rm -rf "$bundle"

(cd "$out" && sha256sum "$name.tar.gz" "$name.cdx.json" gamut.artifactbundle.zip >SHA256SUMS)
python3 Packaging/formula.py "$version" "$out/SHA256SUMS" >"$out/gamut.rb"
cat "$out/SHA256SUMS"
