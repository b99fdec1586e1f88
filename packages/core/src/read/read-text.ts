import { ReadError } from "../contract/errors.ts";
import type { Notice } from "../contract/notices.ts";
import type { EndingRun, ReadResult, TextFacts, TextSection } from "../contract/result.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import { createBlockDecoder } from "../text/encoding/block-decoder.ts";
import { encodings } from "../text/encoding/encodings.ts";
import { layoutOf } from "../text/encoding/unit-layout.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import { earlyBytes, type TextFile } from "../text/lines/text-file.ts";
import { fileSupply, type LineInput } from "../text/lines/file-supply.ts";
import { endingBefore } from "../text/lines/line-end.ts";
import { cheapLineCount } from "../text/lines/locate.ts";
import { nulMarks } from "../text/lines/nul-marks.ts";
import { nulError } from "../text/lines/line-errors.ts";
import type { LongLineLimits } from "../text/lines/raw-lines.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import type { Call } from "./call.ts";
import { finishRead } from "./finish.ts";
import { type Finished, pullAnswer } from "./pull-answer.ts";

/** Reads a text file as a stream, in constant memory. */
export async function readText(call: Call, opened: OpenedFile, found: SniffedFile): Promise<ReadResult> {
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  let markedBytes = 0;
  const onMarked = (byteCount: number): void => {
    markedBytes += byteCount;
  };
  const input = await openText(call, opened, { ...found, deadline, onMarked });
  try {
    const shown = watchShown();
    const { reserved } = found;
    const pulled = await pullAnswer(call, {
      supply: fileSupply(input),
      deadline,
      admit: shown.admit,
      reserved,
      isDocument: false,
    });
    if (shown.isBinary) throw nulError(opened.path);
    const finished = await withTotal(pulled, input);
    const endings = finished.collector.lines.sections.endings();
    const empty: Notice[] = opened.stat.size === 0 ? [{ type: "notice", code: "empty-file" }] : [];
    const nuls = markedBytes === 0 ? [] : nulNotices(finished, markedBytes);
    return finishRead(finished, {
      path: opened.path,
      relativePath: opened.relativePath,
      mediaType: found.sniff.mediaType,
      handler: "text",
      notices: [...empty, ...nuls, ...textNotices(input, endings, await shownOddities(finished, input, shown))],
      text: await textFactsOf(input, endings),
    });
  } catch (error) {
    throw isTimedOut(error) ? scanTimedOut(input, call) : error;
  } finally {
    // An index that cannot be stored is rebuilt on the next read; the answer is not affected.
    await call.state.indexes.keep(input.file, opened.stat).catch(() => undefined);
  }
}

/** Adds the number of lines of the file, so that a model can plan its further reads. */
async function withTotal(finished: Finished, { file }: LineInput): Promise<Finished> {
  const { total, pulled } = finished;
  if (total !== undefined || pulled.failure !== undefined) return finished;
  return { ...finished, total: await cheapLineCount(file) };
}

/** The type and encoding of a text file, detected from its first bytes. */
export interface SniffedFile {
  readonly sniff: Sniff;
  readonly text: SniffedText;
  /** The part of the budget reserved for content after the lines. */
  readonly reserved?: AnswerCost;
}

/** Opens a text file to be read by lines. */
export async function openText(
  call: Call,
  opened: OpenedFile,
  found: SniffedFile & Pick<TextFile, "deadline" | "onMarked">,
): Promise<LineInput> {
  const { encoding, bomBytes } = found.text;
  const { path, handle, stat } = opened;
  const { deadline, onMarked = () => undefined } = found;
  const bare = { path, handle, size: stat.size, bomBytes, layout: layoutOf(encoding), deadline, onMarked };
  const { onProgress } = call;
  const watched =
    onProgress === undefined
      ? bare
      : { ...bare, onScanned: (doneBytes: number) => onProgress({ doneBytes, totalBytes: stat.size }) };
  const file: TextFile = { ...watched, index: await call.state.indexes.take(watched, stat) };
  return { file, decoder: createBlockDecoder(found.text, encodings, () => earlyBytes(file)), limits: limitsOf(call) };
}

/** Maximum size of a character in any supported encoding, in bytes. */
const maxCharacterBytes = 4;
const slack = 1024;

function limitsOf({ budget, checked }: Call): LongLineLimits {
  const characters = Math.min(budget.maxLineCharacters, budget.maxBytes);
  return {
    maxLineBytes: characters * maxCharacterBytes + slack,
    maxContinuedUnits: budget.maxBytes + slack,
    // A search scans every line to its end.
    maxScanBytes: checked.find === undefined ? budget.maxClipScanBytes : Number.POSITIVE_INFINITY,
  };
}

/** Observes the text of an answer while it is collected. */
interface ShownText {
  readonly admit: (text: string) => void;
  /** True if the texts contained characters with which HZ or an ISO 2022 encoding shifts to other characters. */
  readonly mayShift: boolean;
  /** True if the texts together are binary data. */
  readonly isBinary: boolean;
}

/** Maximum share of NULs, control characters and U+FFFD in an answer with NULs; machine code and images have more. */
const maxOddShare = 0.3;
/** Any line of a log may have a few. */
const fewOdd = 64;
const oddCharacters = new RegExp(String.raw`[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]`, "g");

/** Checks each block as it is collected. Searching the whole answer afterwards would first copy it into one string. */
function watchShown(): ShownText {
  let mayShift = false;
  let odd = 0;
  let units = 0;
  return {
    get mayShift() {
      return mayShift;
    },
    get isBinary() {
      return odd > fewOdd && odd > units * maxOddShare;
    },
    admit(text) {
      units += text.length;
      if (text.includes("\0")) odd += text.match(oddCharacters)?.length ?? 0;
      mayShift ||= hasShift(text);
    },
  };
}

/**
 * Searches for ESC alone first: a search for one character is several times as fast as one for two, and ESC is rare.
 */
function hasShift(text: string): boolean {
  return text.includes("~{") || text.includes("\u000e") || (text.includes("\u001b") && text.includes("\u001b$"));
}

/** Finds lines of the answer that seem to be decoded wrongly. Plain UTF-8 is not checked line by line. */
async function shownOddities(
  { collector }: Finished,
  { decoder }: LineInput,
  { mayShift }: ShownText,
): Promise<ShownOddities> {
  const { encoding, confidence } = decoder;
  const mayDiffer = encoding === "utf-8" ? mayShift : confidence < 1;
  if (!mayDiffer && decoder.replacements === 0) return { replacements: { count: 0, lines: [] } };
  const lines = shownLines(collector);
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

function shownLines(collector: Finished["collector"]): readonly NumberedLine[] {
  return collector.lines.sections
    .parts()
    .filter((part) => part.type === "text")
    .flatMap(numberedLines);
}

/** Returns the notice about the marks in an answer, which may also have text of the file that looks like a mark. */
function nulNotices({ collector }: Finished, markedBytes: number): Notice[] {
  const marked = shownLines(collector).flatMap(({ number, text }) =>
    Array.from(text.matchAll(nulMarks), ([, digits = ""]) => ({ number, bytes: Number(digits.replaceAll(" ", "")) })),
  );
  const count = Math.min(
    markedBytes,
    marked.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  if (count === 0) return [];
  const lines = lineNumbers([...new Set(marked.map(({ number }) => number))]);
  return [{ type: "notice", code: "nul-bytes", count, lines }];
}

function numberedLines({ text, firstLine }: TextSection): readonly NumberedLine[] {
  return text.split("\n").map((line, index) => ({ number: firstLine + index, text: line }));
}

/** Counts U+FFFD in lines, with the numbers of the lines that contain it. */
function replacementsIn(lines: readonly NumberedLine[]): ShownOddities["replacements"] {
  const counts = lines.map(({ text }) => text.split("\uFFFD").length - 1);
  const numbers = lines.filter((_, index) => (counts[index] ?? 0) > 0).map(({ number }) => number);
  return { count: counts.reduce((sum, count) => sum + count, 0), lines: numbers };
}

/** True if the read timed out. An error that has a hint already suggests a better next step than to retry. */
function isTimedOut(error: unknown): boolean {
  return ReadError.is(error) && error.code === "timed-out" && error.hint === undefined;
}

/** A count from the start is kept between reads; a scan from the end is not. */
const fromStart =
  "Count from the start instead, with a positive `offset`: such a request continues where it stopped when it is sent again.";

function scanTimedOut({ file }: LineInput, call: Call): ReadError {
  const { textTimeMs } = call.budget;
  return new ReadError("timed-out", `${file.path} is too large to reach the requested lines in ${textTimeMs} ms.`, {
    hint: call.checked.offset < 0 ? fromStart : "Send the same request again: it continues where this one stopped.",
    details: { limit: { name: "textTimeMs", value: textTimeMs } },
  });
}

/**
 * Throws if a request for plain text has pages or a selection. It has neither, and other content must not be returned
 * in their place. `isDocument` is true if a handler also reads the text as a document, which has parts.
 */
export function refuseDocumentParts({ checked }: Call, path: string, isDocument = false): void {
  const field = checked.pages === undefined ? "select" : "pages";
  if (checked.pages === undefined && checked.select === undefined) return;
  throw new ReadError("invalid-request", `${path} is plain text and has no ${field} to choose from.`, {
    hint: isDocument
      ? `Send view "document" with \`${field}\`, or use \`offset\` and \`limit\`, or \`lines\`.`
      : "Use `offset` and `limit`, or `lines`.",
    details: { issues: [{ field, problem: `plain text has no ${field}` }] },
  });
}

/** Describes how a file's text is stored, given the line endings in the answer. */
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

/** Lines of the answer that seem to be decoded wrongly, with their numbers. */
interface ShownOddities {
  /** Number of U+FFFD, and the lines that contain them. */
  readonly replacements: { readonly count: number; readonly lines: readonly number[] };
  /** Lines that seem to be in another encoding than the rest. */
  readonly other?: { readonly encoding: string; readonly lines: readonly number[] };
}

/** Maximum number of lines that a notice lists. */
const maxNamedLines = 5;

/** Creates the notices about the encoding and line endings of a text, and about decoding problems in the answer. */
function textNotices({ decoder }: LineInput, endings: readonly EndingRun[], shown: ShownOddities): Notice[] {
  const { encoding, confidence } = decoder;
  const { other, replacements } = shown;
  // The file may contain genuine U+FFFD, and invalid bytes after the answer.
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
