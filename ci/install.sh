#!/usr/bin/env bash
# Installs a release of gamut:
#
#     install.sh ARCHIVES FOLDER
#
# ARCHIVES keeps the archive, which is used again if its sum is right; FOLDER gets bin/gamut and what belongs to it. GAMUT_VERSION is the
# version. GAMUT_RELEASES is the address of the folder with the files of the release, or GAMUT_REPOSITORY that of the
# repository. GAMUT_SHA256 is the sum that the archive must have; without one it is that of the release's SHA256SUMS.
set -euo pipefail

fail() {
  echo "gamut: $*" >&2
  exit 2
}
archives=$1
folder=$2
version=${GAMUT_VERSION:?}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "'$version' is no version: give three numbers, as in 1.2.3."
releases=${GAMUT_RELEASES:-${GAMUT_REPOSITORY:?}/releases/download/v$version}
[ "$(uname -s)" = Linux ] || fail "there is no archive for $(uname -s): install it with Homebrew, or build it (make install)."
name=gamut-$version-linux-$(uname -m)

download() {
  curl --fail --silent --show-error --location --retry 3 --output "$archives/$1.part" "$releases/$1" ||
    fail "$releases/$1 cannot be downloaded. Is $version a release, for $(uname -m)?"
  mv "$archives/$1.part" "$archives/$1"
}
mkdir -p "$archives"
[ -e "$archives/$name.tar.gz" ] || download "$name.tar.gz"
if [ -n "${GAMUT_SHA256:-}" ]; then
  expected=$GAMUT_SHA256
  [[ $expected =~ ^[0-9a-f]{64}$ ]] || fail "'$expected' is no SHA-256: give its 64 digits, in lower case."
else
  # The sums of a cache are those of whoever filled it.
  download SHA256SUMS
  expected=$(sed -n "s/^\([0-9a-f]*\)  $name\.tar\.gz$/\1/p" "$archives/SHA256SUMS")
fi
# Also what comes from a cache.
if ! printf '%s  %s\n' "$expected" "$archives/$name.tar.gz" | sha256sum --check --status 2>/dev/null; then
  rm -f "$archives/$name.tar.gz" "$archives/SHA256SUMS"
  fail "$name.tar.gz does not have the expected SHA-256 ${expected:-(none)}: nothing was installed."
fi
rm -rf "$folder"
mkdir -p "$folder"
tar -xzf "$archives/$name.tar.gz" -C "$folder" --strip-components=1
"$folder/bin/gamut" --version
