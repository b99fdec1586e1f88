import type { RowResult } from "./row-result.ts";
import { isHeld, type RowOutcome } from "./row.ts";

/** Date, machine and peers of a measurement. */
export interface Circumstances {
  /** `2026-01-31`. */
  readonly date: string;
  readonly machine: string;
  /** Load average before and after. */
  readonly load: readonly [before: number, after: number];
  readonly peers: readonly string[];
}

/** Returns the date and machine of the measurement, and the meaning of the figures. */
export function measuredWords({ date, machine }: Circumstances): string {
  return `Measured ${date} on ${machine}. Runs of the reader and of its peer alternate, and each row runs in a separate process. The figure is the median of the ratios of ours to theirs, or what the name of the row says.`;
}

/** Returns the peers and the load of the run. */
export function runWords({ peers, load: [before, after] }: Circumstances): string {
  const others = peers.length === 0 ? "none" : peers.join(", ");
  return `Peers: ${others}. Load of the machine before and after: ${before.toFixed(2)} and ${after.toFixed(2)}.`;
}

/** The outcomes as a Markdown table. */
export function reportTable(outcomes: readonly RowOutcome[]): string {
  return [
    "| row | peer | ours | theirs | figure | at most | held |",
    "|---|---|--:|--:|--:|--:|---|",
    ...outcomes.map(tableRow),
    "",
  ].join("\n");
}

/** The outcomes without their limits, for readers who want to know how fast it is. */
export function shortTable(outcomes: readonly RowOutcome[]): string {
  return [
    "| row | peer | ours | theirs | ratio |",
    "|---|---|--:|--:|--:|",
    ...outcomes.map(({ row, result, skipped }) => {
      const cells = result === undefined ? ["", "", skipped === undefined ? "failed" : "skipped"] : figures(result);
      return `| ${[row.name, row.peer, ...cells].map(tableCell).join(" | ")} |`;
    }),
    "",
  ].join("\n");
}

function figures({ ours, theirs, value }: RowResult): readonly string[] {
  return [ours, theirs, format(value)];
}

function tableRow(outcome: RowOutcome): string {
  const { row, result, skipped, failed } = outcome;
  const cells =
    result === undefined
      ? ["", "", "", format(row.atMost), skipped === undefined ? `**failed**: ${failed ?? "?"}` : `skipped: ${skipped}`]
      : [result.ours, result.theirs, format(result.value), format(row.atMost), isHeld(outcome) ? "yes" : "**no**"];
  return `| ${[row.name, row.peer, ...cells].map(tableCell).join(" | ")} |`;
}

function tableCell(words: string): string {
  return words.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Three digits tell enough: 0.201 is not 0.2, and 335.81 ms are 336. */
function format(value: number): string {
  return Math.abs(value) < 1000 ? String(Number(value.toPrecision(3))) : value.toFixed(0);
}
