#!/usr/bin/env bash
# Runs fuzzing targets, each for so many seconds, and as many at a time as there are processors. Ends with 1 if one of
# them finds a crash.
#
#   Fuzz/run.sh SECONDS [TARGET...]
#
# An input may take 5 seconds, or FUZZ_TIMEOUT. What a run learns stays in Fuzz/.build/corpus, from which the next one
# goes on.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2

seconds=$1
shift
program=$PWD/.build/release/Fuzz
corpus=.build/corpus
crashes=.build/crashes
mkdir -p "$corpus" "$crashes" || exit 2

# Swift hides pointers in the spare bits of enums, which the search for leaks does not see. Where memory was allocated is
# not recorded, which takes up to a third of the time.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export SWIFT_BACKTRACE=enable=no

"$program" prepare "$corpus" >"$corpus/targets" || exit 2
printf '%-10s %12s %9s %10s  %s\n' target executions coverage 'last new' crashes

try() {
  local target=$1 size=$2 log=.build/$1.log
  mkdir -p "$corpus/$target.found"
  "$program" "$target" -max_total_time="$seconds" -max_len="$size" -dict="$corpus/$target.words" \
    -timeout="${FUZZ_TIMEOUT:-5}" -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1 \
    -artifact_prefix="$PWD/$crashes/$target-" \
    "$corpus/$target.found" "$corpus/$target" "../Tests/Regressions/$target" </dev/null >"$log" 2>&1
  local code=$? executions coverage latest crash
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  # The last line about coverage, and the number of executions when it last rose.
  coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  latest=$(sed -n 's/^#\([0-9]*\)[[:space:]]*NEW .*/\1/p' "$log" | tail -n 1)
  crash=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  # At once, because others print too.
  echo "$(
    printf '%-10s %12s %9s %10s  %s\n' \
      "$target" "${executions:--}" "${coverage:--}" "${latest:--}" "${crash:-none}"
    if [ "$code" != 0 ]; then
      grep -m 3 -E "^$target: |Fatal error|ERROR: |runtime error" "$log" | cut -c 1-300
      [ -n "$crash" ] || echo "it ended with $code: see Fuzz/$log"
    fi
  )"
  [ "$code" = 0 ]
}

found=0
running=0
while read -r target size; do
  [ $# = 0 ] || [[ " $* " == *" $target "* ]] || continue
  if [ "$running" = "$(nproc)" ]; then
    wait -n || found=1
    running=$((running - 1))
  fi
  try "$target" "$size" &
  running=$((running + 1))
done <"$corpus/targets"
while [ "$running" -gt 0 ]; do
  wait -n || found=1
  running=$((running - 1))
done
exit $found
