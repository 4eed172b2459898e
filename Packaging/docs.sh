#!/usr/bin/env bash
# What is written from the code: `make docs WHAT="NAME..."`. Without names, the first five.
#
#   manual        pages for man(1), of the day of the last change
#   completions   for bash, zsh and fish
#   gallery       Documentation/Gallery: a picture of the page for each sample (Chromium)
#   reference     DocC of the libraries, as the part reference/ of the site
#   site          the guide, readable without script, and the check of all links
#
# and what is written into this repository, byte for byte the same on every machine:
#
#   mappings      the tables of the gamut mappings in Documentation/mappings.md
#   rules         the lists of the rules in the schemas and in the documentation, and the help texts that tests compare
#   profiles      Profiles/
#
# or the same with the same programs:
#
#   tools         the table in Documentation/definitions.md of what Pillow, libvips, ImageMagick and Chromium do to a file
#
# DOCS is the folder of the first ones, and BASE the path of the site on its server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
site=$DOCS/site

build() { eval "$RELEASE --product $1"; }
bin() { eval "$RELEASE --show-bin-path"; }

manual() {
  build gamut && build MakeAssets
  rm -rf "$DOCS/man" && mkdir -p "$DOCS/man/man1"
  "$(bin)/gamut" --experimental-dump-help |
    "$(bin)/MakeAssets" manual "$DOCS/man/man1" "$(git log -1 --format=%cs 2>/dev/null || true)"
}

completions() {
  build gamut
  rm -rf "$DOCS/completions" && mkdir -p "$DOCS/completions"
  local gamut
  gamut=$(bin)/gamut
  "$gamut" --generate-completion-script bash >"$DOCS/completions/gamut"
  "$gamut" --generate-completion-script zsh >"$DOCS/completions/_gamut"
  "$gamut" --generate-completion-script fish >"$DOCS/completions/gamut.fish"
}

gallery() {
  if ! command -v python3 >/dev/null || ! command -v chromium >/dev/null; then
    echo 'The gallery needs python3 and Chromium (apt-get install chromium); it stays as it is.'
    return
  fi
  build gamut
  local gamut pages=$PWD/.build/gallery sample image folder count=0
  gamut=$(readlink -f "$(bin)/gamut")
  rm -rf "$pages" && mkdir -p "$pages/cards"
  for sample in Samples/*.png; do
    "$gamut" report "$sample" --quiet --report html="$pages/cards/$(basename "$sample" .png).html" >/dev/null
  done
  cp "$pages/cards/two-reds.html" "$pages/image.html"
  "$gamut" report Samples --quiet --report html="$pages/samples.html" >/dev/null
  while [ $count -lt 300 ]; do
    for image in Samples/*.png Tests/GamutKitTests/Golden/*.png; do
      [ $count -lt 300 ] || break
      folder=$pages/tree/App/Assets-$((count / 25))
      mkdir -p "$folder"
      cp "$image" "$folder/$count-$(basename "$image")"
      count=$((count + 1))
    done
  done
  (cd "$pages/tree" && "$gamut" audit --no-policy --root . --fail-on never --report html=../audit-of-300.html >/dev/null)
  python3 Tests/Browser/gallery.py Documentation/Gallery cards "$pages"/cards/*.html
  python3 Tests/Browser/gallery.py Documentation/Gallery loss "$pages/cards/two-reds.html"
  python3 Tests/Browser/gallery.py Documentation/Gallery screens "$pages"/*.html
}

# From the modules of the release build, in seconds: a plugin would be a dependency of every build, and would build all of it
# once more.
reference() {
  build gamut
  local libraries=(GamutKit GamutAudit GamutCatalogs GamutBasics Gamut ColorScience PNGCodec LittleCMS) library graph bin target
  local docc=(docc) options=()
  bin=$(bin)
  target=$("$SWIFT" -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)
  if [ "$(uname -s)" = Darwin ]; then
    docc=(xcrun docc)
    options+=(-sdk "$(xcrun --show-sdk-path)")
  fi
  local map flag
  for map in Sources/*/module.modulemap; do options+=(-I "$(dirname "$map")"); done
  for flag in $(pkg-config --cflags-only-I lcms2 zlib libisal libdeflate yaml-0.1 libsodium); do options+=(-Xcc "$flag"); done
  for map in "$bin"/*.build/module.modulemap; do options+=(-Xcc "-fmodule-map-file=$map"); done
  rm -rf "$site/reference" .build/reference && mkdir -p "$site"
  for library in "${libraries[@]}"; do
    graph=.build/reference/$library && mkdir -p "$graph"
    "$SWIFT" symbolgraph-extract -module-name "$library" -minimum-access-level public -skip-synthesized-members \
      -emit-extension-block-symbols -target "$target" -I "$bin/Modules" "${options[@]}" -output-dir "$graph"
    python3 Tests/Reference/topics.py "$library" "Sources/$library/$library.docc" "$graph"
    "${docc[@]}" convert "Sources/$library/$library.docc" --fallback-display-name "$library" \
      --fallback-bundle-identifier "$library" --additional-symbol-graph-dir "$graph" \
      --output-path "$graph.doccarchive" --transform-for-static-hosting --hosting-base-path "${BASE:-}reference"
  done
  "${docc[@]}" merge --synthesized-landing-page-name gamut --synthesized-landing-page-kind Package \
    --output-path "$site/reference" $(printf ".build/reference/%s.doccarchive " "${libraries[@]}")
}

site() {
  build gamut
  "$(Packaging/tools.sh)" Tests/Reference/pages.py "$(bin)/gamut" "$site" .build/reference
  python3 Tests/Reference/links.py "$site"
}

mappings() { GAMUT_RECORD_MAPPINGS=1 eval "$TEST --filter MappingTableTests"; }
rules() { GAMUT_RECORD_RULES=1 GAMUT_RECORD_HELP=1 eval "$QUICK --filter 'RuleListTests|versionAndHelp'"; }
profiles() { build MakeAssets && "$(bin)/MakeAssets" profiles Profiles; }
tools() { build gamut && "${PYTHON:-python3}" Tests/Readers/tools.py "$(bin)/gamut" --write; }

[ $# -gt 0 ] || set -- manual completions gallery reference site
for what; do
  grep -q "^#   $what  " "$0" || {
    echo "There is no '$what' among the documents: $(sed -n 's/^#   \([a-z]*\)  .*/\1/p' "$0" | paste -sd ' ')." >&2
    exit 2
  }
done
for what; do "$what"; done
