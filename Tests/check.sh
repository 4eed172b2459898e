#!/usr/bin/env bash
# The checks beside the tests: `make check WHAT="NAME..."`.
#
#   arrows        which folder of a library uses which, and the imports
#   format        which files are formatted otherwise than `swift format` does; FIX=1 formats them
#   ship          plugins, hooks, actions, snippets, examples and SBOM, by the programs that read them, where installed
#   examples      of these only Examples/
#   integrations  Spark, Dask and job arrays over images, where installed (PySpark 4 with Java 17, Dask, moto with s3fs);
#                 PYTHON may be of a virtual environment; INSTALL=1 makes one with Spark and Dask, 600 MB
#   readers       files, colours and comparisons against Pillow, libvips, ImageMagick, Chromium, aapt2, coloraide and numpy,
#                 where installed
#   arm64         the kernels in C against their definitions, on this machine and, emulated, on arm64, where installed (clang,
#                 qemu-user-static, libc6-dev-arm64-cross, libgcc-12-dev-arm64-cross and binutils-aarch64-linux-gnu)
#   hostile       names and texts that are commands elsewhere, by the parsers of every output, and printed commands in shells
#   faults        kills each command that writes, lets the system fail it at every call, disturbs it, and lets other programs
#                 act in between (strace, Linux); who may read replaced files (root);
#                 OPERATIONS="convert" only those whose names begin like this
#   limits        memory and time for hostile and large files, against Documentation/limits.md (Linux); PARTS="small leaks"
#                 only these
#   threads       all commands with 1 to 64 jobs, by a program with the thread sanitizer (clang, Linux)
#   sanitize      every test, and the commands that tests start, with the address sanitizer: 20 minutes
#   exhaustive    every test, over all colours where `make test` takes every sixteenth
#   release       whether version, changelog, manual and schemas agree; TAG=v1.2.3: whether they are ready for this release
#   dist          whether two builds of a release have the same bytes
#   fresh-root    the release in a fresh Debian (debootstrap, root)
#
# EVERY=10 makes readers, hostile and faults shorter: one of ten. GAMUT is the command to check; without it, it is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PYTHON=${PYTHON:-python3}

built() {
  [ -n "${GAMUT:-}" ] || { eval "$RELEASE --product gamut" && GAMUT=$(eval "$RELEASE --show-bin-path")/gamut; }
  GAMUT=$(readlink -f "$GAMUT")
  export GAMUT
}

arrows() {
  "$PYTHON" Tests/Arrows/arrows.py Sources/Gamut{Audit,Catalogs,Palettes,Kit,Basics,} Sources/{ColorScience,PNGCodec}
}

format() {
  local formatted=(Package.swift Sources Tests Benchmarks/{Package.swift,Sources,Engine} Fuzz/{Package.swift,Sources})
  if [ -n "${FIX:-}" ]; then
    "$SWIFT" format -i -r "${formatted[@]}"
    return
  fi
  # On a copy.
  rm -rf .build/formatted && mkdir -p .build/formatted
  git ls-files -z .swift-format "${formatted[@]}" | xargs -0 cp --parents -t .build/formatted
  (cd .build/formatted && "$SWIFT" format -i -r .)
  local differing
  differing=$(diff -rq .build/formatted . | sed -n 's/^Files .* and \.\/\(.*\) differ$/\1/p' || true)
  [ -z "$differing" ] || {
    echo "$differing" | sed 's/$/ is not formatted: make check WHAT=format FIX=1/'
    return 1
  }
}

ship() {
  local python test
  built
  python=$(Packaging/tools.sh)
  for test in Tests/Ship/test_*.py; do echo "$test" && "$python" "$test"; done
}

examples() { built && "$PYTHON" Tests/Ship/test_examples.py; }

integrations() {
  local test
  built
  if [ -n "${INSTALL:-}" ]; then
    command -v java > /dev/null || apt-get install -y --no-install-recommends openjdk-17-jre-headless
    "$PYTHON" -m venv .build/integrations
    PYTHON=$PWD/.build/integrations/bin/python
    "$PYTHON" -m pip install --quiet 'pyspark==4.*' distributed
  fi
  for test in integrations/*/test_*.py; do "$PYTHON" "$test"; done
}

readers() {
  built
  if command -v aapt2 >/dev/null; then "$PYTHON" Tests/Readers/android.py "$GAMUT"; else
    echo 'aapt2 is not installed: the check of Android resources is skipped'
  fi
  if "$PYTHON" -c 'import coloraide' 2>/dev/null; then "$PYTHON" Tests/Readers/colors.py "$GAMUT" "${EVERY:-1}"; else
    echo 'coloraide is not installed: the check of colours is skipped'
  fi
  if command -v chromium google-chrome >/dev/null; then
    "$PYTHON" Tests/Readers/expressions.py "$GAMUT" "${EVERY:-1}"
  else
    echo 'Chromium is not installed: the check of expressions is skipped'
  fi
  "$PYTHON" Tests/Readers/readers.py "$GAMUT" "${EVERY:-1}"
  "$PYTHON" Tests/Readers/compare.py "$GAMUT" "${EVERY:-1}"
  "$PYTHON" Tests/Readers/tools.py "$GAMUT"
}

arm64() {
  local cross=(clang --target=aarch64-linux-gnu -static -isystem /usr/aarch64-linux-gnu/include)
  local kernels=(-O2 Tests/Kernels/kernels.c Sources/{CGamutKernels,CPNGFilters}/*.c
    -I Sources/CGamutKernels/include -I Sources/CPNGFilters/include -lm)
  command -v clang >/dev/null || {
    echo 'clang is not installed: the check of kernels is skipped'
    return
  }
  mkdir -p .build
  clang "${kernels[@]}" -o .build/kernels
  .build/kernels
  if command -v qemu-aarch64-static >/dev/null &&
    "${cross[@]}" -x c - -o .build/kernels-arm64 2>/dev/null <<<'int main(void) {}'; then
    "${cross[@]}" "${kernels[@]}" -o .build/kernels-arm64
    qemu-aarch64-static .build/kernels-arm64
  else
    echo 'qemu-user-static or cross libraries are not installed: the check of kernels on arm64 is skipped'
  fi
}

hostile() { built && "$PYTHON" Tests/Hostile/hostile.py "$GAMUT" "${EVERY:-1}"; }

# The words are separate arguments.
# shellcheck disable=SC2086
faults() { built && "$PYTHON" Tests/Faults/access.py "$GAMUT" && "$PYTHON" Tests/Faults/faults.py "$GAMUT" "${EVERY:-1}" ${OPERATIONS:-}; }
# shellcheck disable=SC2086
limits() { built && "$PYTHON" Tests/Limits/limits.py "$GAMUT" ${PARTS:-}; }

# The mutex of Swift is seen by the sanitizer only with the library dynamic.
threads() {
  "$SWIFT" build -c release --sanitize=thread --scratch-path .build/threads --product gamut
  "$PYTHON" Tests/Threads/threads.py .build/threads/release/gamut
}

# Without the check for leaks: it does not find what Swift refers to by pointers with a tag in their high bits.
sanitize() {
  export ASAN_OPTIONS=detect_leaks=0 GAMUT_FUZZ_SECONDS=1
  eval "${TEST/.build\/tests/.build/sanitized} --sanitize=address"
}

exhaustive() { export GAMUT_EXHAUSTIVE=1 && eval "$TEST"; }

# The words are separate arguments.
# shellcheck disable=SC2086
release() {
  built
  Packaging/docs.sh manual
  "$PYTHON" Packaging/release_check.py . "$GAMUT" "$DOCS/man/man1" ${TAG:-}
}

dist() { Packaging/dist-check.sh; }
fresh-root() { Packaging/fresh-root.sh; }

[ $# -gt 0 ] || set -- arrows format
for what; do
  grep -q "^#   $what  " "$0" || {
    sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" >&2
    echo "There is no check '$what'." >&2
    exit 2
  }
done
for what; do "$what"; done
