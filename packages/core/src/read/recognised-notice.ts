import type { Notice } from "../contract/notices.ts";
import type { PlacedLine } from "../contract/recognition.ts";
import type { ResultPart } from "../contract/result.ts";

/** Below this a line is more often wrong than right. */
const unsureConfidence = 60;

/** Runs of unsure lines that are told; whoever has more of them should look at the picture. */
const maxRuns = 20;

/** What is to be said of the recognised lines of an answer, for each recogniser that had a part in it. */
export function recognisedNotices(parts: readonly ResultPart[]): readonly Notice[] {
  const linesBy = new Map<string, PlacedLine[]>();
  for (const part of parts) {
    if (part.type !== "text" || part.recognised === undefined) continue;
    const { by, lines } = part.recognised;
    linesBy.set(by, [...(linesBy.get(by) ?? []), ...lines]);
  }
  return Array.from(linesBy, ([by, lines]) => noticeOf(by, lines));
}

function noticeOf(by: string, lines: readonly PlacedLine[]): Notice {
  // By characters, as recognisers count: a speck that is taken for a word of one letter says little of a page.
  const weights = lines.map(({ words }) => words.reduce((sum, { text }) => sum + text.length, 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = lines.reduce((so, { confidence }, index) => so + confidence * (weights[index] ?? 1), 0);
  const unsure = runsOf(lines.filter(({ confidence }) => confidence < unsureConfidence).map(({ line }) => line));
  return {
    type: "notice",
    code: "text-recognised",
    by,
    lines: lines.length,
    confidence: Math.round(sum / total),
    ...(unsure.length === 0 ? {} : { unsureLines: listOf(unsure) }),
  };
}

type Run = readonly [first: number, last: number];

function listOf(runs: readonly Run[]): string {
  const shown = runs.slice(0, maxRuns).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return [...shown, ...(runs.length > maxRuns ? ["…"] : [])].join(", ");
}

/** An empty line between two paragraphs does not divide a run. */
function runsOf(lines: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && line - last[1] <= 2) runs[runs.length - 1] = [last[0], line];
    else runs.push([line, line]);
  }
  return runs;
}
