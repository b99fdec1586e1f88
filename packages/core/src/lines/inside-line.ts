import type { BlockDecoder } from "./block-decoder.ts";
import { countCharacters, offsetOfCharacter } from "./clip.ts";
import { columnBeyond } from "./column-beyond.ts";
import { findLineEnd } from "./line-end.ts";
import type { LineBlock } from "./line.ts";
import { endOfFirstLine, type LongLineLimits } from "./raw-lines.ts";
import { readRange, type LinePosition, type TextFile } from "./text-file.ts";

/** The rest of a line from a column on. */
export interface InsideLine {
  readonly block: LineBlock;
  /** Where the next line starts; undefined when there is none or when the line's end was not found. */
  readonly nextByte: number | undefined;
}

/** A file with what reading its lines takes. */
export interface LineInput {
  readonly file: TextFile;
  readonly decoder: BlockDecoder;
  readonly limits: LongLineLimits;
}

const chunkBytes = 256 * 1024;

/** Decodes a line from its start, so that columns are exact in every encoding, and keeps it from `start.column` on. */
export async function readInsideLine(
  input: LineInput,
  start: LinePosition & { readonly column: number },
): Promise<InsideLine> {
  const { file, limits } = input;
  const decoded = await decodeFrom(input, start);
  if (decoded.text === "" && decoded.isEnd) throw columnBeyond(start.line, start.column, decoded.seen);
  const end = await findLineEnd(file, decoded.position, limits.maxScanBytes);
  const { bytesPerUnit } = decoded;
  const rest = decoded.isEnd ? {} : { rest: { bytes: end.lineBytes, bytesPerUnit, isEndKnown: end.isFound } };
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

interface Decoded {
  readonly text: string;
  /** Characters of the line that were decoded in all. */
  readonly seen: number;
  readonly bytesPerUnit: number;
  /** How far the file was read, and whether that is the end of the line. */
  readonly position: number;
  readonly isEnd: boolean;
}

async function decodeFrom(input: LineInput, start: LinePosition & { readonly column: number }): Promise<Decoded> {
  const { file, limits } = input;
  const decode = await input.decoder.openStream();
  let text = "";
  let seen = 0;
  let units = 0;
  for (let position = start.byte; ;) {
    file.deadline.check();
    const bytes = await readRange(file, position, position + chunkBytes);
    const lineBytes = endOfFirstLine(bytes, file.layout);
    const isEnd = lineBytes < bytes.length || position + bytes.length >= file.size || bytes.length === 0;
    const piece = await decode(bytes.subarray(0, lineBytes), isEnd);
    text += piece.slice(offsetOfCharacter(piece, Math.max(0, start.column - 1 - seen)));
    seen += countCharacters(piece);
    units += piece.length;
    position += lineBytes;
    if (!isEnd && text.length < limits.maxContinuedUnits) continue;
    return { text, seen, bytesPerUnit: (position - start.byte) / Math.max(1, units), position, isEnd };
  }
}
