#!/usr/bin/env bash
# Whether two builds of this commit, in two clones in folders with names of different lengths, give the same bytes.
# The result is copied to .build/dist. GAMUT_CLONES names the folder of the clones, which is kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

clones=${GAMUT_CLONES:-$(mktemp -d)}
mkdir -p "$clones"
[ -n "${GAMUT_CLONES:-}" ] || trap 'rm -rf "$clones"' EXIT
commit=$(git rev-parse HEAD)
for folder in one another/folder; do
  rm -rf "${clones:?}/$folder"
  git clone -q . "$clones/$folder"
  git -C "$clones/$folder" checkout -q "$commit"
  make -C "$clones/$folder" dist
done
if diff "$clones/one/.build/dist/SHA256SUMS" "$clones/another/folder/.build/dist/SHA256SUMS"; then
  mkdir -p .build
  rm -rf .build/dist
  cp -a "$clones/one/.build/dist" .build/dist
  echo "Both builds of $commit gave the same bytes."
else
  echo "The builds of $commit differ: compare $clones/one/.build/dist with $clones/another/folder/.build/dist." >&2
  exit 1
fi
