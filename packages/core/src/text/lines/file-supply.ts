import { ReadError } from "../../contract/errors.ts";
import type { BlockDecoder } from "../encoding/block-decoder.ts";
import { countCharacters, offsetOfCharacter } from "./clip.ts";
import { columnBeyond } from "./line-errors.ts";
import { findLineEnd } from "./line-end.ts";
import type { LineBlock, LongLine } from "./line.ts";
import { endOfFirstLine, type LongLineLimits, type RawPiece, readRawLines } from "./raw-lines.ts";
import { endOfNuls, markNuls } from "./nul-marks.ts";
import { readRange, type LinePosition, type TextFile } from "./text-file.ts";
import { countLineFeeds, splitLineEndings, type SplitLines } from "./line-endings.ts";
import { knownLineCount, locateFromEnd, locateLine } from "./locate.ts";
import type { LineSupply, StreamItem } from "./stream.ts";

/** A file, with the decoder and limits to read its lines. */
export interface LineInput {
  readonly file: TextFile;
  readonly decoder: BlockDecoder;
  readonly limits: LongLineLimits;
}

/** Supplies the lines of an opened text file. */
export function fileSupply(input: LineInput): LineSupply {
  const { file } = input;
  const isEmpty = file.size <= file.bomBytes;
  return {
    total: () => knownLineCount(file),
    async open(window) {
      if (isEmpty && (window.first === 1 || window.first < 0)) return nothing();
      const position =
        window.first < 0 ? await locateFromEnd(file, -window.first) : await locateLine(file, window.first);
      return position === undefined ? undefined : readFileLines(input, { ...position, column: window.column });
    },
  };
}

async function* nothing(): AsyncGenerator<StreamItem, void, undefined> {
  // An empty file has no lines. That is not an error.
}

/** The position to start at: the start of a line or a column inside it. */
interface FileStart extends LinePosition {
  /** The first character to return, from 1. */
  readonly column: number;
}

/** Yields the decoded lines of a file from a position on. Keeps at most one block in memory. */
export async function* readFileLines(input: LineInput, start: FileStart): AsyncGenerator<LineBlock, void, undefined> {
  let line = start.line;
  let byte = start.byte;
  if (start.column > 1) {
    const inside = await readInsideLine(input, start);
    yield inside.block;
    if (inside.nextByte === undefined) return;
    line += 1;
    byte = inside.nextByte;
  }
  for await (const piece of readRawLines(input.file, byte, input.limits)) {
    const block = await toBlock(piece, input, line);
    yield block;
    line += block.lineCount;
  }
}

async function toBlock(piece: RawPiece, input: LineInput, firstLine: number): Promise<LineBlock> {
  if (piece.kind === "lines") {
    return { type: "lines", firstLine, isLast: piece.isEnd, ...(await decodeLines(piece.bytes, input)) };
  }
  const decode = await input.decoder.openStream();
  const text = await decode(piece.bytes, false);
  const bytesPerUnit = piece.bytes.length / Math.max(1, text.length);
  const line = longLine(input, { line: firstLine, byte: piece.start });
  const { restBytes, hasMarks, isEndKnown } = piece;
  const rest = { bytes: restBytes, bytesPerUnit, hasMarks, isEndKnown, line };
  return { type: "lines", firstLine, text, lineCount: 1, rest };
}

/**
 * Decodes whole lines without the newline after the last. The newline is dropped before decoding, because slicing a
 * decoded text makes everything that examines it slower.
 */
async function decodeLines(bytes: Uint8Array, { file, decoder }: LineInput): Promise<SplitLines> {
  const isClosed = file.layout.unitBytes === 1 && bytes.at(-1) === 0x0a;
  const text = await decoder.decode(isClosed ? bytes.subarray(0, -1) : bytes);
  if (!isClosed || text.includes("\r")) return splitLineEndings(isClosed ? `${text}\n` : text);
  const lineCount = countLineFeeds(text) + 1;
  return { text, lineCount, endings: [{ eol: "lf", lines: lineCount }] };
}

/** The rest of a line, from a column on. */
interface InsideLine {
  readonly block: LineBlock;
  /** Where the next line starts; `undefined` if this is the last line or if its end was not found. */
  readonly nextByte: number | undefined;
}

const chunkBytes = 256 * 1024;

/**
 * Decodes a line from its start, so that columns are exact in every encoding, and returns it from `start.column` on.
 */
async function readInsideLine(
  input: LineInput,
  start: LinePosition & { readonly column: number },
): Promise<InsideLine> {
  const { file, limits } = input;
  const decoded = await decodeFrom(input, start);
  if (decoded.text === "" && decoded.isEnd) throw columnBeyond(start.line, start.column, decoded.seen);
  const end = await findLineEnd(file, decoded.position, limits.maxScanBytes);
  const { bytesPerUnit, hasMarks } = decoded;
  const line = longLine(input, start);
  const unloaded = { bytes: end.lineBytes, bytesPerUnit, hasMarks, isEndKnown: end.isFound, line };
  const rest = decoded.isEnd ? {} : { rest: unloaded };
  return {
    block: {
      type: "lines",
      text: decoded.text,
      lineCount: 1,
      firstLine: start.line,
      firstColumn: start.column,
      ...rest,
    },
    nextByte: end.isFound && end.next < file.size ? end.next : undefined,
  };
}

/** Creates a `LongLine` for a line that is only partly loaded. Each use reads the line again from its start. */
function longLine(input: LineInput, start: LinePosition): LongLine {
  return {
    async *pieces(column) {
      let skipped = column - 1;
      let done = 1;
      try {
        for await (const { text } of decodePieces(input, start.byte)) {
          const kept = text.slice(offsetOfCharacter(text, skipped));
          if (kept !== "") yield kept;
          const characters = countCharacters(text);
          skipped -= Math.min(skipped, characters);
          done += characters;
        }
      } catch (error) {
        throw ReadError.is(error) && error.code === "timed-out" ? searchTimedOut(input, start.line, done) : error;
      }
    },
    from: async (column) => (await readInsideLine(input, { ...start, column })).block,
  };
}

/** Suggests to continue at the reached column, because the same request would time out at the same place. */
function searchTimedOut({ file }: LineInput, line: number, column: number): ReadError {
  const { timeMs } = file.deadline;
  return new ReadError("timed-out", `${file.path}: line ${line} is too long to be searched in ${timeMs} ms.`, {
    hint: `Go on with offset ${line}, column ${column}, or with the line after it.`,
    details: { limit: { name: "textTimeMs", value: timeMs }, line },
  });
}

interface Decoded {
  readonly text: string;
  /** Total number of decoded characters of the line. */
  readonly seen: number;
  readonly bytesPerUnit: number;
  readonly hasMarks: boolean;
  /** The file position reached, and whether it is the end of the line. */
  readonly position: number;
  readonly isEnd: boolean;
}

async function decodeFrom(input: LineInput, start: LinePosition & { readonly column: number }): Promise<Decoded> {
  let text = "";
  let seen = 0;
  let units = 0;
  let bytes = 0;
  let position = start.byte;
  let isEnd = false;
  for await (const piece of decodePieces(input, start.byte)) {
    ({ position, isEnd } = piece);
    text += piece.text.slice(offsetOfCharacter(piece.text, Math.max(0, start.column - 1 - seen)));
    seen += countCharacters(piece.text);
    units += piece.text.length;
    bytes += piece.byteLength;
    if (text.length >= input.limits.maxContinuedUnits) break;
  }
  const hasMarks = bytes !== position - start.byte;
  return { text, seen, bytesPerUnit: bytes / Math.max(1, units), hasMarks, position, isEnd };
}

interface LinePiece {
  readonly text: string;
  /** The length of the text with its marks, in bytes. */
  readonly byteLength: number;
  /** The file position reached, and whether it is the end of the line. */
  readonly position: number;
  readonly isEnd: boolean;
}

async function* decodePieces(input: LineInput, startByte: number): AsyncGenerator<LinePiece, void, undefined> {
  const { file } = input;
  const decode = await input.decoder.openStream();
  for (let position = startByte; ;) {
    file.deadline.check();
    const bytes = await readRange(file, position, position + chunkBytes);
    const lineBytes = endOfFirstLine(bytes, file.layout);
    const isCut = lineBytes === bytes.length && bytes.length > 0;
    const readTo = position + lineBytes;
    position = isCut ? await endOfNuls(file, bytes, readTo) : readTo;
    const isEnd = !isCut || position >= file.size;
    const marked = markNuls(file, bytes.subarray(0, lineBytes), position - readTo);
    yield { text: await decode(marked, isEnd), byteLength: marked.length, position, isEnd };
    if (isEnd) return;
  }
}
