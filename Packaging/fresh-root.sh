#!/usr/bin/env bash
# Tries .build/dist in a fresh Debian 12 without Swift and without any -dev package: downloads the archive, checks its sum,
# unpacks it, and runs every command over Samples. It needs debootstrap and root. GAMUT_MIRROR is the mirror, and GAMUT_ROOT a
# folder with such a root, which is made once and kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v debootstrap >/dev/null || [ "$(id -u)" != 0 ]; then
  echo 'The fresh root is skipped: it needs debootstrap (apt-get install debootstrap) and root.'
  exit "${REQUIRED:-0}"
fi
archive=$(basename "$(ls .build/dist/gamut-*-linux-"$(uname -m)".tar.gz)")
fresh=${GAMUT_ROOT:-$(mktemp -d)}
mirror=${GAMUT_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' 2>/dev/null | grep -v security |
  head -n 1 || true)}
server=
cleanup() {
  [ -z "$server" ] || kill "$server"
  [ -n "${GAMUT_ROOT:-}" ] || rm -rf "$fresh"
}
trap cleanup EXIT
if [ ! -e "$fresh/etc/debian_version" ]; then
  # A mirror that this machine trusts by its own settings needs no keys here.
  debootstrap --variant=minbase --no-check-gpg bookworm "$fresh" "${mirror:-http://deb.debian.org/debian}" >"$fresh.log" 2>&1 || {
    tail -n 5 "$fresh.log" >&2
    exit 1
  }
fi
if chroot "$fresh" sh -c 'dpkg -l | grep -E "^ii +[^ ]*-dev[: ]"; command -v swift'; then
  echo 'The fresh root has -dev packages or Swift.' >&2
  exit 1
fi
rm -rf "$fresh/try"
mkdir "$fresh/try"
cp -R Samples "$fresh/try/Samples"

python3 -m http.server --bind 127.0.0.1 --directory .build/dist 0 >"$fresh/try/server" 2>&1 &
server=$!
for _ in $(seq 50); do
  port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$fresh/try/server")
  [ -z "$port" ] || break
  sleep 0.1
done

# With /proc, as every running system has it: the dynamic linker finds the folder of a command there.
in_root() {
  unshare --mount sh -c 'root=$1; shift; mount --bind /proc "$root/proc" && exec chroot "$root" "$@"' sh "$fresh" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/try LC_ALL=C.UTF-8 http_proxy= no_proxy=127.0.0.1 "$@"
}
cat >"$fresh/try/install.sh" <<SCRIPT
set -eu
cd /try
umask 022
/usr/lib/apt/apt-helper download-file http://127.0.0.1:$port/$archive $archive >/dev/null 2>&1
/usr/lib/apt/apt-helper download-file http://127.0.0.1:$port/SHA256SUMS SHA256SUMS >/dev/null 2>&1
sha256sum -c --ignore-missing SHA256SUMS
tar -xzf $archive
mv ${archive%.tar.gz} gamut
gamut/bin/gamut report Samples/two-reds.png
SCRIPT
TIMEFORMAT='download, sum, one command, a report: %R s, %U s user and %S s system'
time in_root sh /try/install.sh

echo 'libraries:'
in_root sh -c 'ldd /try/gamut/bin/gamut' | sed 's/ (0x.*//; s/^[[:space:]]*/  /'
if in_root sh -c 'ldd /try/gamut/bin/gamut' | grep -vE 'linux-vdso|ld-linux|/lib(c|m|pthread|dl|rt)\.so|/try/gamut/bin/\.\./lib/gamut/lib(lcms2|isal)\.so'; then
  echo 'The command has other libraries than these of glibc and its two.' >&2
  exit 1
fi

# Each command, with the status that it must have.
cat >"$fresh/try/commands.sh" <<'SCRIPT'
cd /try
ran=0
run() {
  expected=$1
  shift
  status=0
  "$@" >out 2>err || status=$?
  ran=$((ran + 1))
  if [ "$status" != "$expected" ]; then
    echo "$*: status $status instead of $expected" >&2
    cat err >&2
    exit 1
  fi
}
g=gamut/bin/gamut
run 0 $g --version --verbose
run 0 $g help audit
run 0 $g spaces
run 0 $g color 'color(display-p3 1 0 0)'
run 0 $g report Samples --format ndjson --report html=page.html --heatmap-dir maps
run 0 $g inspect Samples
run 1 $g verify Samples/srgb.png Samples/two-reds.png --profile srgb
run 1 $g audit Samples --no-policy --report json=audit.json --report gitlab=gl.json --report sarif=a.sarif
run 1 $g audit Samples --no-policy --shard 1/1 --format ndjson
mv out part.ndjson
run 1 $g merge part.ndjson --report html=again.html
run 1 $g palette Samples/Palettes/theme.css --no-policy
run 0 $g embed Samples/untagged.png --profile srgb --output tagged.png
run 0 $g convert Samples/two-reds.png --to srgb --mapping preserve --output srgb.png
run 0 $g convert Samples --variants --exclude '*.xcassets' --output-dir Variants
run 0 $g convert --catalog Samples/Media.xcassets/Badge.imageset
mkdir policy
cp Samples/srgb.png policy
run 0 $g init policy
for page in gamut/share/man/man1/*.1; do [ -s "$page" ] || exit 1; done
echo "$ran commands have the status that they must have"
SCRIPT
in_root sh /try/commands.sh
