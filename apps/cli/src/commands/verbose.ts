import type { InfoOutcome, ReadOutcome } from "@reader/core";
import { milliseconds } from "../output/clock.ts";
import { printErrorLine } from "../output/fault.ts";
import { formatBytes, formatNumber, printable } from "../output/format.ts";
import { stylerFor } from "../output/write.ts";

/** The times of one input, in milliseconds. */
export interface Times {
  /** From the start of the process to the start of the read. */
  readonly start: number;
  readonly readMs: number;
}

/** `--verbose`: prints on stderr what was detected, which handler read it, how much it is, and the times. */
export async function showDetails(outcome: ReadOutcome | InfoOutcome, path: string, times: Times): Promise<void> {
  const style = stylerFor("stderr");
  const rows = [...factsOf(outcome), ["time", timeText(times)] as const];
  const lines = rows.map(([name, value]) => `  ${style("dim", name.padEnd(8))} ${printable(value)}`);
  await printErrorLine([`${style("bold", "reader:")} ${printable(path)}`, ...lines].join("\n"));
}

type Row = readonly [name: string, value: string];

function factsOf(outcome: ReadOutcome | InfoOutcome): readonly Row[] {
  if (!outcome.ok) {
    const { code, details } = outcome.error;
    return [["error", code], ...(details?.handler === undefined ? [] : [handlerRow(details.handler.name)])];
  }
  const { mediaType, handler, extents } = outcome;
  const { text } = outcome;
  const totals = extents.map(({ unit, total, exact }) => `${exact ? "" : "at least "}${formatNumber(total)} × ${unit}`);
  return [
    ["type", mediaType],
    ...(handler === undefined ? [] : [handlerRow(handler)]),
    ...(text === undefined
      ? []
      : [["encoding", `${text.encoding}, ${Math.round(text.confidence * 100)} % sure`] as const]),
    ...(totals.length === 0 ? [] : [["whole", totals.join(", ")] as const]),
    ...("cost" in outcome ? [["answer", costText(outcome.cost)] as const] : []),
  ];
}

function handlerRow(name: string): Row {
  return ["handler", name];
}

function costText({ tokens, bytes, images }: { tokens: number; bytes: number; images: number }): string {
  return [
    `about ${formatNumber(tokens)} tokens`,
    formatBytes(bytes),
    ...(images === 0 ? [] : [`${images} images`]),
  ].join(", ");
}

function timeText({ start, readMs }: Times): string {
  const printMs = milliseconds() - start - readMs;
  return `start ${Math.round(start)} ms, read ${Math.round(readMs)} ms, print ${Math.round(printMs)} ms`;
}
