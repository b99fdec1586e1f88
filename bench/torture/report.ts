import { markdownTable } from "../src/quality/markdown-table.ts";
import type { Finding, Minimised } from "./findings.ts";
import { findingKinds } from "./judge.ts";
import type { Tally } from "./tally.ts";

/** The faults of which a run must have none; a run with one is not passed. */
const zeros = findingKinds;

/** True if every part had inputs or was left out for a reason of its own, and none found a fault. */
export function isPassed(tallies: readonly Tally[]): boolean {
  return tallies.every(
    (tally) => whyNotRun(tally) !== noTime && zeros.every((kind) => (tally.faults.get(kind) ?? 0) === 0),
  );
}

const noTime = "not enough time";

/** Why a part had no inputs; `undefined` if it had some. */
function whyNotRun({ inputs, leftOut }: Tally): string | undefined {
  return inputs > 0 ? undefined : (leftOut ?? noTime);
}

/** The table at the end of a run, in Markdown. */
export function tortureTable(tallies: readonly Tally[]): string {
  const head = ["part", "inputs", "answers by ending", ...zeros, "p50", "p99", "memory: start → end", "time"];
  return markdownTable(head, tallies.map(rowOf));
}

function rowOf(tally: Tally): string[] {
  const endings = [...tally.endings].map(([ending, count]) => `${ending} ${count}`).join(", ");
  const notRun = whyNotRun(tally);
  return [
    tally.part,
    String(tally.inputs),
    notRun === undefined ? endings : `not run: ${notRun}`,
    ...zeros.map((kind) => (notRun === undefined ? String(tally.faults.get(kind) ?? 0) : "–")),
    milliseconds(tally.p50Ms),
    milliseconds(tally.p99Ms),
    memoryWords(tally),
    `${tally.seconds.toFixed(0)} s`,
  ];
}

function milliseconds(ms: number | undefined): string {
  if (ms === undefined) return "–";
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(0)} ms`;
}

function memoryWords({ memoryAtStart, memoryAtEnd }: Tally): string {
  if (memoryAtStart === undefined || memoryAtEnd === undefined) return "–";
  const words = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)}`;
  return `heap ${words(memoryAtStart.heapBytes)} → ${words(memoryAtEnd.heapBytes)} MB, resident ${words(memoryAtStart.residentBytes)} → ${words(memoryAtEnd.residentBytes)} MB`;
}

/** Findings that are described in full. */
const maxDescribed = 30;

/** What was found, a paragraph each, with the command that shows it again. */
export function findingWords(findings: readonly Finding[], minimised: readonly Minimised[], seed: number): string {
  const paragraphs = findings.slice(0, maxDescribed).map((finding) => {
    const small = minimised.find((each) => each.finding === finding);
    const heading = `${finding.kind} × ${finding.count}: ${finding.message.slice(0, 600)}`;
    return [heading, `  ${commandFor(finding, seed)}`, ...minimisedWords(small)].join("\n");
  });
  const rest = findings.length - paragraphs.length;
  return [...paragraphs, ...(rest > 0 ? [`${rest} more findings are not described here.`] : [])].join("\n\n");
}

function minimisedWords(small: Minimised | undefined): readonly string[] {
  if (small === undefined) return [];
  if (small.folder === undefined) return ["  It did not show again when its batch was read once more."];
  return [`  minimised from ${small.bytesBefore} to ${small.bytes} bytes: ${small.folder}`];
}

/** The case; if the fault was seen in the sound file after a batch, all cases of the batch; if it has none, the part. */
function commandFor({ id, batch }: Finding, seed: number): string {
  if (batch.ids.length === 0) return `in ${id}; pnpm torture --seed ${seed}`;
  const ids = batch.ids.includes(id) ? [id] : batch.ids;
  return `pnpm torture ${ids.map((each) => `--case '${each}'`).join(" ")}`;
}
