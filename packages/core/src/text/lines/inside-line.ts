import { ReadError } from "../../contract/errors.ts";
import type { BlockDecoder } from "../encoding/block-decoder.ts";
import { countCharacters, offsetOfCharacter } from "./clip.ts";
import { columnBeyond } from "./column-beyond.ts";
import { findLineEnd } from "./line-end.ts";
import type { LineBlock, LongLine } from "./line.ts";
import { endOfFirstLine, type LongLineLimits } from "./raw-lines.ts";
import { readRange, type LinePosition, type TextFile } from "./text-file.ts";

/** The rest of a line, from a column on. */
export interface InsideLine {
  readonly block: LineBlock;
  /** Where the next line starts; `undefined` if this is the last line or if its end was not found. */
  readonly nextByte: number | undefined;
}

/** A file, with the decoder and limits to read its lines. */
export interface LineInput {
  readonly file: TextFile;
  readonly decoder: BlockDecoder;
  readonly limits: LongLineLimits;
}

const chunkBytes = 256 * 1024;

/**
 * Decodes a line from its start, so that columns are exact in every encoding, and returns it from `start.column` on.
 */
export async function readInsideLine(
  input: LineInput,
  start: LinePosition & { readonly column: number },
): Promise<InsideLine> {
  const { file, limits } = input;
  const decoded = await decodeFrom(input, start);
  if (decoded.text === "" && decoded.isEnd) throw columnBeyond(start.line, start.column, decoded.seen);
  const end = await findLineEnd(file, decoded.position, limits.maxScanBytes);
  const { bytesPerUnit } = decoded;
  const unloaded = { bytes: end.lineBytes, bytesPerUnit, isEndKnown: end.isFound, line: longLine(input, start) };
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
export function longLine(input: LineInput, start: LinePosition): LongLine {
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
  /** The file position reached, and whether it is the end of the line. */
  readonly position: number;
  readonly isEnd: boolean;
}

async function decodeFrom(input: LineInput, start: LinePosition & { readonly column: number }): Promise<Decoded> {
  let text = "";
  let seen = 0;
  let units = 0;
  let position = start.byte;
  let isEnd = false;
  for await (const piece of decodePieces(input, start.byte)) {
    ({ position, isEnd } = piece);
    text += piece.text.slice(offsetOfCharacter(piece.text, Math.max(0, start.column - 1 - seen)));
    seen += countCharacters(piece.text);
    units += piece.text.length;
    if (text.length >= input.limits.maxContinuedUnits) break;
  }
  return { text, seen, bytesPerUnit: (position - start.byte) / Math.max(1, units), position, isEnd };
}

interface LinePiece {
  readonly text: string;
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
    const isEnd = lineBytes < bytes.length || position + bytes.length >= file.size || bytes.length === 0;
    position += lineBytes;
    yield { text: await decode(bytes.subarray(0, lineBytes), isEnd), position, isEnd };
    if (isEnd) return;
  }
}
