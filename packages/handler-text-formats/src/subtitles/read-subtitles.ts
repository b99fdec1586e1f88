import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { decodeSource } from "../text/decode-source.ts";
import { type Cue, parseCues, type Subtitles } from "./parse-cues.ts";

/** A cue that is shown as one line. */
interface Shown extends Cue {
  readonly words: string;
}

/** Reads subtitles as lines of time and words; `select` is a range of times. */
export async function* readSubtitles(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const { pages, select } = context;
  const subtitles = await openSubtitles(source);
  context.signal.throwIfAborted();
  if (pages !== undefined) throw noPages(source.path);
  const { shown, repeated } = withoutRepeats(subtitles.cues);
  const chosen = select === undefined ? shown : within(shown, select, source.path);
  if (select === undefined && subtitles.header.length > 0) yield text(`${subtitles.header.join("\n")}\n\n`);
  for (const cue of chosen) yield text(`${timesOf(cue)}  ${cue.words}\n`);
  if (shown.length === 0) yield text("(no subtitle has words)\n");
  if (select === undefined) for (const remark of remarksOf(subtitles, repeated)) yield notice(remark);
}

async function openSubtitles(source: Source): Promise<Subtitles> {
  const subtitles = parseCues(await decodeSource(source));
  if (subtitles.cues.length > 0) return subtitles;
  throw new ReadError(
    "corrupt",
    `${source.path} has no subtitles: no line has times such as 00:00:01,000 --> 00:00:02,000.`,
    {
      hint: 'Read it as text, with view "text".',
    },
  );
}

function timesOf({ startMs, endMs }: Cue): string {
  return `${clockText(startMs)} – ${clockText(endMs)}`;
}

/** Gap below which a cue follows the one before it. */
const adjoiningMs = 100;

/**
 * Joins the lines of each cue. Captions that roll upwards repeat the lines of the cue before: a line that is still shown
 * is left out, and a cue of such lines alone prolongs the one before.
 */
function withoutRepeats(cues: readonly Cue[]): { readonly shown: readonly Shown[]; readonly repeated: number } {
  const shown: Shown[] = [];
  let repeated = 0;
  let before: readonly string[] = [];
  let beforeEndMs = Number.NEGATIVE_INFINITY;
  for (const cue of cues) {
    const isNext = Math.abs(cue.startMs - beforeEndMs) <= adjoiningMs || cue.startMs < beforeEndMs;
    const count = isNext ? repeatedLines(before, cue.lines) : 0;
    const lines = cue.lines.slice(count);
    repeated += count;
    const last = shown.at(-1);
    if (lines.length > 0) shown.push({ ...cue, words: joined(lines) });
    else if (count > 0 && last !== undefined)
      shown[shown.length - 1] = { ...last, endMs: Math.max(last.endMs, cue.endMs) };
    if (cue.lines.length > 0) before = cue.lines;
    beforeEndMs = cue.endMs;
  }
  return { shown, repeated };
}

/** Returns how many of the first lines are the last ones of the cue before. */
function repeatedLines(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length); count > 0; count -= 1) {
    if (lines.slice(0, count).every((line, at) => line === before[before.length - count + at])) return count;
  }
  return 0;
}

/** Joins lines by a space. Those of several speakers, which start with a dash or a name, are separated by a slash. */
function joined(lines: readonly string[]): string {
  return lines.reduce((text, line) =>
    /^[-–—]|^\p{Lu}[\p{L} .]{0,30}: /u.test(line) ? `${text} / ${line}` : `${text} ${line}`,
  );
}

function within(cues: readonly Shown[], select: string, path: string): readonly Shown[] {
  const { startMs, endMs } = rangeOf(select) ?? noTimes(select, path);
  const found = cues.filter((cue) => cue.startMs <= endMs && cue.endMs >= startMs);
  if (found.length > 0) return found;
  const [start, end] = [cues[0]?.startMs ?? 0, cues.at(-1)?.endMs ?? 0];
  throw new ReadError("out-of-range", `${path} has no subtitle at ${quoted(select)}.`, {
    hint: `Select times from ${clockText(start)} to ${clockText(end)}.`,
  });
}

/** Parses `00:10:00-00:12:30`, `10:00-`, `-5:00` or a single time; `undefined` for other text. */
function rangeOf(select: string): { readonly startMs: number; readonly endMs: number } | undefined {
  const [first = "", last] = select.split(/\s*(?:–|-{1,2}>?|\bto\b)\s*/);
  const startMs = first.trim() === "" && last !== undefined ? 0 : parseClock(first);
  const endMs = last === undefined ? startMs : endOf(last);
  return startMs === undefined || endMs === undefined ? undefined : { startMs, endMs };
}

function endOf(time: string): number | undefined {
  return time.trim() === "" ? Number.POSITIVE_INFINITY : parseClock(time);
}

function noTimes(select: string, path: string): never {
  throw new ReadError("out-of-range", `${path} has no part called ${quoted(select)}.`, {
    hint: "Select a range of times: `00:10:00-00:12:30`.",
  });
}

function noPages(path: string): ReadError {
  return new ReadError("invalid-request", `${path} has no pages.`, {
    hint: "Select a range of times in `select`: `00:10:00-00:12:30`.",
    details: { issues: [{ field: "pages", problem: "subtitles have times" }] },
  });
}

function remarksOf({ otherBlocks, badBlocks }: Subtitles, repeated: number): readonly string[] {
  return [
    ...remark(repeated, "line that captions repeat while they roll upwards", "shown once."),
    ...remark(otherBlocks, "block of comments, styles or regions", 'not shown: view "text" has all lines.'),
    ...remark(badBlocks, "block of text without a time", 'not shown: view "text" has all lines.'),
  ];
}

/** Returns a sentence about a number of things, or none. The first word takes the plural. */
function remark(count: number, what: string, how: string): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 ${what} is ${how}` : `${count} ${what.replace(/^\w+/, "$&s")} are ${how}`];
}

/** Describes subtitles: their number, first and last time, and words. */
export async function describeSubtitles(source: Source): Promise<HandlerInfo> {
  const { cues, header } = parseCues(await decodeSource(source));
  const words = cues.reduce((sum, { lines }) => sum + lines.join(" ").split(/\s+/).filter(Boolean).length, 0);
  const last = cues.reduce((most, { endMs }) => Math.max(most, endMs), 0);
  return {
    extents: [],
    facts: {
      subtitles: cues.length,
      ...(cues.length > 0 ? { first: clockText(cues[0]?.startMs ?? 0), last: clockText(last) } : {}),
      words,
      ...(header.length > 0 ? { header: [...header] } : {}),
    },
  };
}

/** Maximum number of characters of a title. */
const maxTitleCharacters = 80;

/** Returns the cues with their lines in the file. */
export async function outlineSubtitles(source: Source): Promise<Outline> {
  const { cues } = parseCues(await decodeSource(source));
  return {
    entries: cues.map((cue) => {
      const clock = clockText(cue.startMs);
      const title = `${clock} ${cue.lines.join(" ").slice(0, maxTitleCharacters)}`;
      return { kind: "entry" as const, name: clock, title, lines: { first: cue.firstLine, last: cue.lastLine } };
    }),
  };
}

/** Returns a time as `00:01:02`; fractions of a second are cut off. */
function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Parses `00:01:02`, `1:02` or `62`, a number of seconds; `undefined` for other text. */
function parseClock(text: string): number | undefined {
  const clock = /^(?:(?:(\d{1,4}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (clock === null) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0", fraction = "0"] = clock;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"));
}
