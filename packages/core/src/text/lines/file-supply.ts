import { type LineInput, longLine, readInsideLine } from "./inside-line.ts";
import { countLineFeeds, splitLineEndings, type SplitLines } from "./line-endings.ts";
import type { LineBlock } from "./line.ts";
import { knownLineCount, locateFromEnd, locateLine } from "./locate.ts";
import { type RawPiece, readRawLines } from "./raw-lines.ts";
import type { LineSupply, StreamItem } from "./stream.ts";
import type { LinePosition } from "./text-file.ts";

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
  const rest = { bytes: piece.restBytes, bytesPerUnit, isEndKnown: piece.isEndKnown, line };
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
