#!/bin/sh
# One task of a job array: audits one shard of a manifest and writes one part. Slurm and Kubernetes number the tasks.
#   sbatch --array=0-99 audit.sh MANIFEST PARTS        # Slurm
#   audit.sh MANIFEST PARTS                            # an Indexed Job of Kubernetes, with TASKS=100
set -eu
manifest=$1 parts=$2
gamut=${GAMUT:-gamut}
task=${SLURM_ARRAY_TASK_ID:-${JOB_COMPLETION_INDEX:?no task number: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX}}
# That of Slurm is 1 where one task runs again.
tasks=${TASKS:-${SLURM_ARRAY_TASK_COUNT:?no number of tasks: set TASKS}}
part=$parts/part-$(printf %06d "$task").ndjson

[ -s "$manifest" ] && [ -r "$manifest" ] || { echo "$manifest is missing, empty or not readable." >&2; exit 2; }

# A part that is there is complete: it gets its name when it is. One that is older than the manifest is of another list.
[ ! "$part" -nt "$manifest" ] || exit 0
mkdir -p "$parts"
begun=$(mktemp "$parts/.part-XXXXXX")
trap 'rm -f "$begun"' EXIT
trap 'exit 143' TERM

# A path is reported as it is given; a name with a path, and a tab between them, stays. Names are bytes.
tab=$(printf '\t')
status=0
LC_ALL=C sed "/^\$/d; /$tab/!s/.*/&$tab&/" "$manifest" \
  | "$gamut" audit --no-policy --files-from - --shard "$((task + 1))/$tasks" --format ndjson --fail-on never \
    > "$begun" || status=$?
# 2: a file could not be processed, which its row says.
case $status in 0 | 2) ;; *) exit "$status" ;; esac
tail -n 1 "$begun" | grep -q '^{"kind":"summary"' || exit 2
chmod 644 "$begun"
mv "$begun" "$part"
trap - EXIT
