import type { RowOutcome } from "./row.ts";

/** When and on what something was measured. */
export interface Circumstances {
  /** `2026-01-31`. */
  readonly date: string;
  readonly machine: string;
  /** Processes that wanted to run before and after. */
  readonly load: readonly [before: number, after: number];
  readonly peers: readonly string[];
}

/** One sentence about when and on what it was measured. */
export function measuredWords({ date, machine }: Circumstances): string {
  return `Measured ${date} on ${machine}, in runs that alternate with those of the peer; figures are medians.`;
}

/** What is worth to know of the run beside its date and machine. */
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

function tableRow({ row, result, skipped, failed }: RowOutcome): string {
  const cells =
    result === undefined
      ? ["", "", "", format(row.atMost), skipped === undefined ? `**failed**: ${failed ?? "?"}` : `skipped: ${skipped}`]
      : [result.ours, result.theirs, format(result.value), format(row.atMost), isHeld(row.atMost, result.value)];
  return `| ${[row.name, row.peer, ...cells].map(tableCell).join(" | ")} |`;
}

function isHeld(atMost: number, value: number): string {
  return value <= atMost ? "yes" : "**no**";
}

function tableCell(words: string): string {
  return words.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function format(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value < 0.01 ? value.toPrecision(2) : value.toFixed(2);
}
