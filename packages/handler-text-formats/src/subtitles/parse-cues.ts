/** A text that is shown for some time. */
export interface Cue {
  /** Milliseconds from the start of the film. */
  readonly startMs: number;
  readonly endMs: number;
  /** The lines that are shown, without styling. */
  readonly lines: readonly string[];
  /** Its lines in the file, from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The cues of a file. */
export interface Subtitles {
  readonly cues: readonly Cue[];
  /** Text before the first cue: the title of WebVTT, and its fields. */
  readonly header: readonly string[];
  /** Number of comments, style sheets and regions of WebVTT. */
  readonly otherBlocks: number;
  /** Number of blocks of text without a time. */
  readonly badBlocks: number;
}

/** A time such as `00:01:02,500` or `01:02.500`; some programs leave out the fraction, or write fewer digits. */
const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-{1,2}>\s*${time}(?:\s|$)`);

/** Parses SubRip and WebVTT, which differ in little: blocks of lines, each with a line of times and then text. */
export function parseCues(text: string): Subtitles {
  const lines = text.split("\n");
  const isVtt = lines[0]?.replace("\uFEFF", "").startsWith("WEBVTT") === true;
  const cues: Cue[] = [];
  const header: string[] = [];
  let otherBlocks = 0;
  let badBlocks = 0;
  for (const block of blocksOf(lines, isVtt)) {
    const cue = cueIn(block);
    if (cue !== undefined) cues.push(...cue);
    else if (isVtt && block.first === 1) header.push(...headerOf(block.lines));
    else if (isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block.lines[0] ?? "")) otherBlocks += 1;
    else badBlocks += 1;
  }
  return { cues, header, otherBlocks, badBlocks };
}

interface Block {
  readonly lines: readonly string[];
  /** The number of its first line. */
  readonly first: number;
}

/** Divides lines at the empty ones. In WebVTT, a line of spaces directly below times is text: rolling captions have it. */
function* blocksOf(lines: readonly string[], isVtt: boolean): Generator<Block> {
  let start = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at] ?? "";
    const isText = line.trim() !== "" || (isVtt && line !== "" && timing.test(lines[at - 1] ?? ""));
    if (at < lines.length && isText) continue;
    if (at > start) yield { lines: lines.slice(start, at), first: start + 1 };
    start = at + 1;
  }
}

/** The words after `WEBVTT`, and the fields below, such as `Language: en`. */
function headerOf([first = "", ...fields]: readonly string[]): readonly string[] {
  const title = first
    .replace("\uFEFF", "")
    .slice("WEBVTT".length)
    .replace(/^\s*-?\s*/, "")
    .trim();
  return [title, ...fields.map((field) => field.trim())].filter(
    (line) => line !== "" && !line.startsWith("X-TIMESTAMP-MAP"),
  );
}

/** Returns the cues of a block: more than one if the empty line between them is missing. */
function cueIn({ lines, first }: Block): readonly Cue[] | undefined {
  const starts = lines.flatMap((line, at) => (timing.test(line) ? [at] : []));
  const [firstTiming] = starts;
  if (firstTiming === undefined || firstTiming > 1) return undefined;
  return starts.map((at, index): Cue => {
    const next = starts[index + 1];
    const end = next === undefined ? lines.length : withoutNumber(lines, next);
    const { startMs, endMs } = timesOf(lines[at] ?? "");
    return {
      startMs,
      endMs,
      lines: cueLines(lines.slice(at + 1, end)),
      firstLine: first + (index === 0 ? 0 : at),
      lastLine: first + end - 1,
    };
  });
}

/** The number of a cue is in the line before its times. */
function withoutNumber(lines: readonly string[], timingAt: number): number {
  return /^\s*\d+\s*$/.test(lines[timingAt - 1] ?? "") ? timingAt - 1 : timingAt;
}

function timesOf(line: string): { readonly startMs: number; readonly endMs: number } {
  const [, ...parts] = timing.exec(line) ?? [];
  return { startMs: milliseconds(parts.slice(0, 4)), endMs: milliseconds(parts.slice(4)) };
}

function milliseconds([hours = "0", minutes = "0", seconds = "0", fraction = "0"]: readonly (
  | string
  | undefined
)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"));
}

/** The text of a cue without styling: a line for each that is shown, with the speakers that voice tags name. */
function cueLines(written: readonly string[]): readonly string[] {
  const lines = withSpeakers(written.join("\n")).split("\n");
  return lines
    .map((line) => decodeEntities(withoutTags(line)).replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

/** Writes the speaker of a voice tag before its words: `<v Ada>Tea?</v>` becomes `Ada: Tea?`. */
function withSpeakers(text: string): string {
  return text.replaceAll(/<v(?:\.[^\s>]*)?[ \t]+([^>]*)>/g, (_, name: string, at: number) => {
    const isFirst = at === 0 || text[at - 1] === "\n";
    return `${isFirst ? "" : "\n"}${name.trim()}: `;
  });
}

/**
 * Tags of WebVTT and of players of SubRip: classes, styles, ruby, languages, times of words, fonts; and overrides of SSA
 * in braces. Other text in angle brackets is kept.
 */
const tags =
  /<\/?(?:[bius]|c|v|lang|ruby|rt|font|span|em|strong|br)(?:[.\s][^<>]{0,200})?\/?>|<(?:\d+:)?\d{1,2}:\d{2}\.\d{3}>|\{\\[^{}]{0,200}\}/gi;

function withoutTags(line: string): string {
  return line.replaceAll(tags, "");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lrm: "",
  rlm: "",
};

function decodeEntities(line: string): string {
  return line.replaceAll(/&#?\w{2,8};/g, (entity) => {
    const name = entity.slice(1, -1).toLowerCase();
    return name.startsWith("#") ? (characterOf(name) ?? entity) : (entities[name] ?? entity);
  });
}

/** Returns the character of a number such as `#8211` or `#x2013`. */
function characterOf(number: string): string | undefined {
  const point = number.startsWith("#x") ? Number.parseInt(number.slice(2), 16) : Number(number.slice(1));
  return point >= 0x20 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
