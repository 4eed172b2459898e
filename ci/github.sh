#!/usr/bin/env bash
# Audits in a job of GitHub Actions:
#
#     github.sh GAMUT SARIF
#
# GAMUT_PATHS has the paths, one on each line; GAMUT_FAIL_ON and GAMUT_POLICY are the options. The status is that of the audit.
set -uo pipefail
gamut=$1
sarif=$2
mapfile -t lines <<<"${GAMUT_PATHS:-.}"
paths=()
for line in "${lines[@]}"; do
  [ -z "$line" ] || paths+=("$line")
done
options=(--format github --report "sarif=$sarif" --fail-on "${GAMUT_FAIL_ON:-error}")
[ -z "${GAMUT_POLICY:-}" ] || options+=(--policy "$GAMUT_POLICY")
rm -f "$sarif"
"$gamut" audit "${options[@]}" -- "${paths[@]}"
status=$?
if [ -e "$sarif" ]; then echo "sarif=$sarif" >>"${GITHUB_OUTPUT:-/dev/null}"; fi
exit "$status"
