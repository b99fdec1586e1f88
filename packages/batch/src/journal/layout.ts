/** The folder of the state of a run, in the output folder. Programs that read data skip names with an underscore. */
export const runFolder = "_run";

/** The files of a run, relative to the output folder. */
export const runFiles = {
  options: "_run/run.json",
  plan: "_run/plan.jsonl",
  journal: "_run/journal.jsonl",
  /** What all shards have in common. Written when they are planned. */
  shared: "_run/shards.json",
  /** Files that grow: the current part, and the failures. */
  staged: "_run/staged",
  success: "_SUCCESS",
  summary: "_summary.json",
  failures: "failures.jsonl",
  deleted: "deleted.jsonl",
} as const;

/** The path of a file while it grows. */
export function stagedPath(file: string): string {
  return `${runFiles.staged}/${file}`;
}
