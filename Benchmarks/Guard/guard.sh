#!/bin/sh
# guard.sh check|record GAMUT INPUTS FILE
# Counts the instructions of three fixed cases with callgrind. `record` writes them to FILE, `check` fails where a case
# needs over 3 % more than recorded. Instructions do not depend on what else the machine does; but on the compiler, the
# standard library and the vector instructions there are (valgrind has AVX2 and no AVX-512): elsewhere it is skipped.
set -eu
verb=$1 gamut=$2 inputs=$3 file=$4

skip() {
  echo "guard: skipped: $1"
  exit 0
}
command -v valgrind >/dev/null || skip 'valgrind is not installed'
grep -qw avx2 /proc/cpuinfo 2>/dev/null || skip 'the counts are those of a processor with AVX2'
compiler=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
if [ "$verb" = check ] && ! grep -qx "swift $compiler" "$file"; then
  skip "the counts are those of $(grep '^swift' "$file"), this is $compiler"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# valgrind cannot read the debugging information that Swift writes.
strip -g -o "$scratch/gamut" "$gamut"

# One thread, and hashes that do not change from run to run.
count() {
  if ! env -i SWIFT_DETERMINISTIC_HASHING=1 PATH="$PATH" valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$scratch/gamut" report --format json --jobs 1 "$@" >/dev/null 2>"$scratch/log"; then
    cat "$scratch/log" >&2
    exit 1
  fi
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$scratch/log"
}
{
  echo "photo16 $(count "$inputs/photo16.png")"
  echo "ui16 $(count "$inputs/ui16.png")"
  echo "icons $(count "$inputs/icons")"
} >"$scratch/counts"

if [ "$verb" = record ]; then
  { echo '# Instructions, by `make bench WHAT=guard-record`.' && echo "swift $compiler" && cat "$scratch/counts"; } >"$file"
  cat "$file"
  exit 0
fi
awk '
  NR == FNR { recorded[$1] = $2; next }
  {
    percent = ($2 / recorded[$1] - 1) * 100
    bad = percent > 3
    printf "%-8s %13d instructions, %+.2f %% of %d recorded%s\n", $1, $2, percent, recorded[$1], bad ? ": TOO MANY" : ""
    failed = failed || bad
  }
  END { exit failed }' "$file" "$scratch/counts" || {
  echo 'guard: a case needs over 3 % more instructions. If that is meant, say why and run make bench WHAT=guard-record.' >&2
  exit 1
}
