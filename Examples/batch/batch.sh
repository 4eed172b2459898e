#!/bin/sh
# Converts the images in Incoming to sRGB, into Outgoing: for a shop, a press or an archive that takes nothing else.
# It stops at the first step that fails, and a second run changes nothing.
set -eu
cd "$(dirname "$0")"

# What is wrong with the images, for later; errors are for their author.
gamut audit Incoming --quiet --report json=report.json
# Images without a declaration are scans in sRGB.
gamut embed Incoming --profile srgb --only-untagged --in-place --quiet
# Colours that look different stay different.
gamut convert Incoming --to srgb --depth 8 --mapping preserve --output-dir Outgoing --force --quiet
# The results are in sRGB, by the numbers of their profiles.
gamut verify Outgoing --profile srgb
