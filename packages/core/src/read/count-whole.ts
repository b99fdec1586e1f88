import type { Extent } from "../contract/events.ts";
import { ReadError } from "../contract/errors.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import type { LineInput } from "../text/lines/inside-line.ts";
import { countLines } from "../text/lines/locate.ts";
import { readRange } from "../text/lines/text-file.ts";
import type { Sniff } from "../contract/source.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Call } from "./call.ts";
import { openText } from "./read-text.ts";
import { textOf } from "./sniff-opened.ts";

/** Number of tokens of a whole file, and how it was determined. */
export interface InfoTokens {
  readonly amount: number;
  /** `counted` in full, `sampled` and extrapolated, or `at-least` as many as in the first answer. */
  readonly by: "counted" | "sampled" | "at-least";
}

/** The lines and tokens of a whole text file. */
export interface WholeText {
  readonly extents: readonly Extent[];
  readonly tokens: InfoTokens;
}

/** Number of samples, spread evenly over a large file. A smaller file is counted in full. */
const sampleCount = 32;
const sampleBytes = 16 * 1024;

/** Counts the lines of a text file, and counts or samples its tokens. Returns `undefined` if the file is not text. */
export async function countWhole(call: Call, opened: OpenedFile, sniff: Sniff): Promise<WholeText | undefined> {
  const text = await textOf(call, sniff);
  if (text === undefined) return undefined;
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  const input = await openText(call, opened, { sniff, text, deadline });
  try {
    const lines = await linesInTime(input);
    return { extents: lines === undefined ? [] : [lines], tokens: await sampleTokens(call, input, lines?.total ?? 0) };
  } finally {
    // An index that cannot be stored is rebuilt on the next read; the answer is not affected.
    await call.state.indexes.keep(input.file, opened.stat).catch(() => undefined);
  }
}

async function linesInTime({ file }: LineInput): Promise<Extent | undefined> {
  try {
    return { type: "extent", unit: "line", total: await countLines(file), exact: true };
  } catch (error) {
    if (ReadError.is(error) && error.code === "timed-out") return undefined;
    throw error;
  }
}

async function sampleTokens(call: Call, { file, decoder }: LineInput, lines: number): Promise<InfoTokens> {
  const { pricing } = call.state;
  const gutters = pricing.gutterCost(1, lines).tokens;
  const isWhole = file.size <= sampleCount * sampleBytes;
  const step = isWhole ? sampleBytes : Math.floor(file.size / sampleCount / 4) * 4;
  let tokens = 0;
  let seen = 0;
  const decode = await decoder.openStream();
  for (let at = file.bomBytes; at < file.size; at += step) {
    const bytes = await readRange(file, at, at + sampleBytes);
    tokens += pricing.countTokens(pricing.show(await decode(bytes, !isWhole)));
    seen += bytes.length;
  }
  const scale = seen === 0 ? 0 : (file.size - file.bomBytes) / seen;
  return { amount: Math.round(tokens * scale) + gutters, by: isWhole ? "counted" : "sampled" };
}
