#!/usr/bin/env bash
# An array of jobs: `sbatch --array=0-63 slurm.sh DOCUMENTS TEXT`. A part that was interrupted goes on when it is queued again.
#SBATCH --job-name=reader
#SBATCH --cpus-per-task=4
#SBATCH --mem=6G
#SBATCH --time=04:00:00
#SBATCH --requeue
# Two minutes before the end of its time, the program gets the signal to finish what is under way.
#SBATCH --signal=B:TERM@120
set -uo pipefail
documents=$1
text=$2
reader batch "$documents" --out "$text" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --concurrency "$SLURM_CPUS_PER_TASK" --take-over --quiet &
program=$!
trap 'kill -TERM "$program"' TERM
wait "$program"
status=$?
# The first wait ends when the signal comes; the second one when the program has finished.
if [ "$status" -gt 128 ]; then
  wait "$program"
  status=$?
fi
# 130: interrupted, so that the rest is queued again. 1: documents failed, and are in failures.jsonl;
# the part is complete. 3: it stopped, for example because the disk is full.
if [ "$status" -eq 130 ]; then scontrol requeue "$SLURM_ARRAY_JOB_ID"_"$SLURM_ARRAY_TASK_ID"; fi
[ "$status" -le 1 ]
