#!/usr/bin/env bash
# usage: [EVERY=N] run.sh GAMUT [embed] [convert]
#
# Kills `gamut embed --in-place` and `gamut convert --in-place` at every system call that has to do with files, lets each
# of them fail with ENOSPC and EIO, and lets writes be short, by strace's fault injection (Linux). Whatever happens, every
# name must hold all of the old file or all of the new one, success must mean the new one, and the next run must finish
# the work and clean up. With EVERY, only one of N such runs is made, at places that differ from call to call.
set -uo pipefail

gamut=$(realpath "$1")
shift
[ $# = 0 ] && set -- embed convert
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command -v strace >/dev/null || { echo 'strace is missing: apt-get install strace' >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
old=$work/old.png
new=$work/new.png
noise=$here/../GamutKitTests/Golden/noise_8.png

every=${EVERY:-1}
planned=0
runs=0
failures=0
folder=$work/files

fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# Fresh old files. As many as $1.
prepare() {
  rm -rf "$folder"
  mkdir "$folder"
  for ((index = 0; index < $1; index++)); do cp "$old" "$folder/$index.png"; done
}

# What is done to all files of a folder, in place; `action` says which of the two it is.
act() { "${action[@]}" --recursive "$folder" --in-place --jobs 1 --quiet; }

# Both make several writes of one file: of several windows, or pieces.
choose() {
  case "$1" in
    embed)
      "$gamut" embed "$noise" --profile none --output "$old" --force --quiet >/dev/null || exit 1
      action=("$gamut" embed --profile display-p3)
      ;;
    convert)
      cp "$noise" "$old"
      action=("$gamut" convert --to srgb --compression fast)
      ;;
  esac
  "${action[@]}" "$old" --output "$new" --force --quiet >/dev/null || exit 1
}

# One run with a fault: number of files, system call, its occurrence, the fault.
try() {
  local count=$1 call=$2 occurrence=$3 fault=$4 status name what="${action[1]} $1 files, $2 $3: $4" changed=0
  planned=$((planned + 1))
  [ $((planned % every)) = 0 ] || return 0
  prepare "$count"
  # In braces, so that the shell's word about a kill goes nowhere too.
  {
    strace -f -o /dev/null -e trace="$call" -e inject="$call:$fault:when=$occurrence" \
      "${action[@]}" --recursive "$folder" --in-place --jobs 1 --quiet >/dev/null
    status=$?
  } 2>/dev/null
  runs=$((runs + 1))
  for ((index = 0; index < count; index++)); do
    name=$folder/$index.png
    if cmp -s "$name" "$new"; then
      changed=$((changed + 1))
    elif ! cmp -s "$name" "$old"; then
      fail "$what: $index.png is neither the old nor the new file"
    fi
  done
  if [ "$status" = 0 ] && [ "$changed" != "$count" ]; then fail "$what: success without the new files"; fi
  # A failure that is not a kill cleans up at once; only a call that removes a file can leave it.
  case "$fault" in
    signal=KILL) ;;
    *)
      if [ "$call" != unlink ] && [ -n "$(find "$folder" -name '.gamut-*')" ]; then fail "$what: left a file"; fi
      ;;
  esac
  act >/dev/null 2>&1 || fail "$what: the next run fails"
  for ((index = 0; index < count; index++)); do
    cmp -s "$folder/$index.png" "$new" || fail "$what: the next run does not finish $index.png"
  done
  [ "$(find "$folder" -type f | wc -l)" = "$count" ] || fail "$what: the next run leaves a file"
}

# One file, which is synced by itself; and nine, which are synced together.
for verb in "$@"; do
  choose "$verb"
  for count in 1 9; do
    prepare "$count"
    strace -f -o "$work/trace" -e trace=%file,%desc "${action[@]}" --recursive "$folder" --in-place --jobs 1 --quiet \
      >/dev/null || fail "$verb $count files without a fault"
    sed -n 's/^[0-9]* *\([a-z0-9_]*\)(.*/\1/p' "$work/trace" | sort | uniq -c >"$work/calls"
    while read -r times call <&3; do
      [ "$call" = execve ] && continue
      for ((occurrence = 1; occurrence <= times; occurrence++)); do
        try "$count" "$call" "$occurrence" signal=KILL
        try "$count" "$call" "$occurrence" error=ENOSPC
        try "$count" "$call" "$occurrence" error=EIO
        # The call says that it wrote a part, and wrote none of it: what is missing must be found when it is read back.
        [ "$call" = write ] && try "$count" "$call" "$occurrence" retval=100
      done
    done 3<"$work/calls"
    echo "$verb $count files: $(awk '{ sum += $1 } END { print sum }' "$work/calls") system calls," \
      "$(awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }' "$work/calls")"
  done

  # A write that is really short, and fails the next time: the file may not grow beyond 50 KiB, and the signal for that
  # is ignored.
  prepare 1
  (
    trap '' XFSZ
    ulimit -f 50
    act >/dev/null 2>&1
  )
  status=$?
  runs=$((runs + 1))
  [ "$status" = 2 ] && cmp -s "$folder/0.png" "$old" && [ "$(find "$folder" -type f | wc -l)" = 1 ] \
    || fail "$verb, a limit of the file size: status $status"
done

echo "$runs runs of $planned, $failures failures"
[ "$failures" = 0 ]
