#!/usr/bin/env bash
# Audits in a job of GitHub Actions:
#
#     github.sh GAMUT SARIF
#
# GAMUT_PATHS has the paths and GAMUT_ARGS further arguments, one on each line; GAMUT_FAIL_ON, GAMUT_POLICY, GAMUT_BASELINE and
# GAMUT_ONLY_CHANGED are the options. The status is that of the audit.
set -uo pipefail
gamut=$1
sarif=$2
mapfile -t paths < <(grep . <<<"${GAMUT_PATHS:-.}")
mapfile -t further < <(grep . <<<"${GAMUT_ARGS:-}")
options=(--format github --report "sarif=$sarif" --fail-on "${GAMUT_FAIL_ON:-error}")
[ -z "${GAMUT_POLICY:-}" ] || options+=(--policy "$GAMUT_POLICY")
[ -z "${GAMUT_BASELINE:-}" ] || options+=(--baseline "$GAMUT_BASELINE")
[ -z "${GAMUT_ONLY_CHANGED:-}" ] || options+=(--only-changed "$GAMUT_ONLY_CHANGED")
rm -f "$sarif"
"$gamut" audit "${options[@]}" "${further[@]}" -- "${paths[@]}"
status=$?
if [ -e "$sarif" ]; then echo "sarif=$sarif" >>"${GITHUB_OUTPUT:-/dev/null}"; fi
exit "$status"
