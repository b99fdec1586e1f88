import { ReadError } from "../contract/errors.ts";
import type { Notice } from "../contract/notices.ts";
import type { EndingRun, ReadResult, TextFacts, TextSection } from "../contract/result.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import { createBlockDecoder } from "../text/encoding/block-decoder.ts";
import { encodings } from "../text/encoding/encodings.ts";
import { layoutOf } from "../text/encoding/unit-layout.ts";
import { type Deadline, startDeadline } from "../text/lines/deadline.ts";
import { earlyBytes } from "../text/lines/early-bytes.ts";
import { fileSupply } from "../text/lines/file-supply.ts";
import type { LineInput } from "../text/lines/inside-line.ts";
import { endingBefore } from "../text/lines/line-end.ts";
import { nulError } from "../text/lines/nul-error.ts";
import type { LongLineLimits } from "../text/lines/raw-lines.ts";
import type { TextFile } from "../text/lines/text-file.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import type { Call } from "./call.ts";
import { finishRead } from "./finish.ts";
import type { Finished } from "./finished.ts";
import { pullAnswer } from "./pull-answer.ts";

/** Reads a text file, streamed, in constant memory. */
export async function readText(call: Call, opened: OpenedFile, found: SniffedFile): Promise<ReadResult> {
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  const input = await openText(call, opened, { ...found, deadline });
  try {
    const shown = watchShown(opened.path);
    const { reserved } = found;
    const finished = await pullAnswer(call, { supply: fileSupply(input), deadline, admit: shown.admit, reserved });
    const endings = finished.collector.lines.sections.endings();
    const empty: Notice[] = opened.stat.size === 0 ? [{ type: "notice", code: "empty-file" }] : [];
    return finishRead(finished, {
      path: opened.path,
      relativePath: opened.relativePath,
      mediaType: found.sniff.mediaType,
      handler: "text",
      notices: [...empty, ...textNotices(input, endings, await shownOddities(finished, input, shown))],
      text: await textFactsOf(input, endings),
    });
  } catch (error) {
    throw isTimedOut(error) ? scanTimedOut(input, call) : error;
  } finally {
    // An index that cannot be kept is made again; the answer stands.
    await call.state.indexes.keep(input.file, opened.stat).catch(() => undefined);
  }
}

/** What the first bytes told of a text file. */
export interface SniffedFile {
  readonly sniff: Sniff;
  readonly text: SniffedText;
  /** What of the budget is kept for what stands behind the lines. */
  readonly reserved?: AnswerCost;
}

/** A text file ready to be read by lines. */
export async function openText(
  call: Call,
  opened: OpenedFile,
  found: SniffedFile & { readonly deadline: Deadline },
): Promise<LineInput> {
  const { encoding, bomBytes } = found.text;
  const { path, handle, stat } = opened;
  const { deadline } = found;
  const bare = { path, handle, size: stat.size, bomBytes, layout: layoutOf(encoding), deadline };
  const { onProgress } = call;
  const watched =
    onProgress === undefined
      ? bare
      : { ...bare, onScanned: (doneBytes: number) => onProgress({ doneBytes, totalBytes: stat.size }) };
  const file: TextFile = { ...watched, index: await call.state.indexes.take(watched, stat) };
  return { file, decoder: createBlockDecoder(found.text, encodings, () => earlyBytes(file)), limits: limitsOf(call) };
}

/** A character takes at most four bytes in every encoding that is read here. */
const maxCharacterBytes = 4;
const slack = 1024;

function limitsOf({ budget, checked }: Call): LongLineLimits {
  const characters = Math.min(budget.maxLineCharacters, budget.maxBytes);
  return {
    maxLineBytes: characters * maxCharacterBytes + slack,
    maxContinuedUnits: budget.maxBytes + slack,
    // A search goes through every line to its end.
    maxScanBytes: checked.find === undefined ? budget.maxClipScanBytes : Number.POSITIVE_INFINITY,
  };
}

/** What is noticed of the text of an answer while it is taken. */
interface ShownText {
  /** Throws if a text has a NUL: then this part of the file is not text. */
  readonly admit: (text: string) => void;
  /** True if a text had characters with which HZ or an encoding of ISO 2022 shifts to other characters. */
  readonly mayShift: boolean;
}

/** Looks at each block as it is taken. Searching the text of the whole answer instead would first copy it into one piece. */
function watchShown(path: string): ShownText {
  let mayShift = false;
  return {
    get mayShift() {
      return mayShift;
    },
    admit(text) {
      if (text.includes("\0")) throw nulError(path);
      mayShift ||= hasShift(text);
    },
  };
}

/** A search for one character is several times as fast as one for two, and ESC is rare. */
function hasShift(text: string): boolean {
  return text.includes("~{") || text.includes("\u000e") || (text.includes("\u001b") && text.includes("\u001b$"));
}

/** What of the lines that the answer shows seems to be decoded wrongly. Plain UTF-8 is not looked at line by line. */
async function shownOddities(
  { collector }: Finished,
  { decoder }: LineInput,
  { mayShift }: ShownText,
): Promise<ShownOddities> {
  const { encoding, confidence } = decoder;
  const mayDiffer = encoding === "utf-8" ? mayShift : confidence < 1;
  if (!mayDiffer && decoder.replacements === 0) return { replacements: { count: 0, lines: [] } };
  const sections = collector.lines.sections.parts().filter((part) => part.type === "text");
  const lines = sections.flatMap(numberedLines);
  const replacements = replacementsIn(lines);
  if (!mayDiffer) return { replacements };
  const { findOtherEncoding } = await import("../text/encoding/other-encoding.ts");
  const texts = lines.map(({ text }) => text);
  const other = findOtherEncoding(texts, encoding);
  if (other === undefined) return { replacements };
  return { replacements, other: { ...other, lines: other.lines.map((index) => lines[index]?.number ?? 0) } };
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

function numberedLines({ text, firstLine }: TextSection): readonly NumberedLine[] {
  return text.split("\n").map((line, index) => ({ number: firstLine + index, text: line }));
}

/** The U+FFFD of lines: how many, and the numbers of the lines that have some. */
function replacementsIn(lines: readonly NumberedLine[]): ShownOddities["replacements"] {
  const counts = lines.map(({ text }) => text.split("\uFFFD").length - 1);
  const numbers = lines.filter((_, index) => (counts[index] ?? 0) > 0).map(({ number }) => number);
  return { count: counts.reduce((sum, count) => sum + count, 0), lines: numbers };
}

/** Whoever knows a better next step than to ask again has given a hint. */
function isTimedOut(error: unknown): boolean {
  return ReadError.is(error) && error.code === "timed-out" && error.hint === undefined;
}

/** What was counted from the start is kept; what was looked through from the end is not. */
const fromStart =
  "Count from the start instead, with a positive `offset`: such a request goes on where it stopped when it is sent again.";

function scanTimedOut({ file }: LineInput, call: Call): ReadError {
  const { textTimeMs } = call.budget;
  return new ReadError("timed-out", `${file.path} is too large to reach the wanted lines in ${textTimeMs} ms.`, {
    hint: call.checked.offset < 0 ? fromStart : "Send the same request again: it goes on where this one stopped.",
    details: { limit: { name: "textTimeMs", value: textTimeMs } },
  });
}

/** Plain text has no pages and no parts of its own; a request for one would be answered with something else. */
export function refuseDocumentParts({ checked }: Call, path: string): void {
  const field = checked.pages === undefined ? "select" : "pages";
  if (checked.pages === undefined && checked.select === undefined) return;
  throw new ReadError("invalid-request", `${path} is plain text and has no ${field} to choose from.`, {
    hint: "Use `offset` and `limit`, or `lines`.",
    details: { issues: [{ field, problem: "plain text has none" }] },
  });
}

/** How a file's text is stored, given how the lines of the answer end. */
async function textFactsOf(input: LineInput, endings: readonly EndingRun[]): Promise<TextFacts> {
  const { file, decoder } = input;
  const last = await endingBefore(file, file.size);
  const kinds = new Set(endings.map(({ eol }) => eol));
  if (kinds.size === 0 && last !== undefined) kinds.add(last);
  return {
    encoding: decoder.encoding,
    confidence: decoder.confidence,
    bom: file.bomBytes > 0,
    eol: eolOf(kinds),
    ...(kinds.size > 1 ? { endings } : {}),
    finalNewline: last !== undefined,
  };
}

/** What an answer shows that seems to be decoded wrongly, with the numbers of its lines. */
interface ShownOddities {
  /** U+FFFD: how many, and where. */
  readonly replacements: { readonly count: number; readonly lines: readonly number[] };
  /** Lines that seem to be in another encoding than the rest. */
  readonly other?: { readonly encoding: string; readonly lines: readonly number[] };
}

/** Lines that a notice names. */
const maxNamedLines = 5;

/** What a reader of the text should know of its storage, and of what the answer shows of it. */
function textNotices({ decoder }: LineInput, endings: readonly EndingRun[], shown: ShownOddities): Notice[] {
  const { encoding, confidence } = decoder;
  const { other, replacements } = shown;
  // The file may hold genuine U+FFFD, and bad bytes behind the answer.
  const replaced = Math.min(replacements.count, decoder.replacements);
  const notices: Notice[] = [];
  if (confidence < 1) notices.push({ type: "notice", code: "encoding-guessed", encoding, confidence });
  if (replaced > 0) {
    const lines = lineNumbers(replacements.lines);
    notices.push({ type: "notice", code: "replacement-characters", encoding, count: replaced, lines });
  }
  if (other !== undefined) {
    const lines = lineNumbers(other.lines);
    notices.push({ type: "notice", code: "mixed-encodings", encoding, other: other.encoding, lines });
  }
  const count = (eol: EndingRun["eol"]): number =>
    endings.reduce((sum, run) => sum + (run.eol === eol ? run.lines : 0), 0);
  const mixed = { lf: count("lf"), crlf: count("crlf"), cr: count("cr") };
  if (mixed.cr > 0 && mixed.lf + mixed.crlf > 0) notices.push({ type: "notice", code: "mixed-line-endings", ...mixed });
  return notices;
}

function lineNumbers(lines: readonly number[]): string {
  return `${lines.slice(0, maxNamedLines).join(", ")}${lines.length > maxNamedLines ? ", …" : ""}`;
}

function eolOf(kinds: ReadonlySet<EndingRun["eol"]>): TextFacts["eol"] {
  if (kinds.size > 1) return "mixed";
  return [...kinds][0] ?? "none";
}
