#!/bin/sh
# Builds the fuzzers with the sanitizers: of addresses in all code, and of undefined behaviour in C. Arguments are added:
# with -Xswiftc -Onone, the build takes half of the time.
exec "${SWIFT:-swift}" build -c release --package-path "$(dirname "$0")" --product Fuzz -Xswiftc -gline-tables-only \
  -Xswiftc -use-ld=lld -Xswiftc -sanitize=fuzzer --sanitize=address -Xcc -fsanitize=fuzzer-no-link,undefined "$@"
