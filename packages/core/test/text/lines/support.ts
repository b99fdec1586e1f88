import { createBlockDecoder, type BlockDecoder, type Encodings } from "../../../src/text/encoding/block-decoder.ts";
import { startDeadline } from "../../../src/text/lines/deadline.ts";
import type { LineInput } from "../../../src/text/lines/file-supply.ts";
import { createLineIndex } from "../../../src/text/lines/line-index.ts";
import type { UnitLayout } from "../../../src/text/encoding/unit-layout.ts";
import type { LineBlock, LongLine } from "../../../src/text/lines/line.ts";
import type { LongLineLimits } from "../../../src/text/lines/raw-lines.ts";
import type { TextFile } from "../../../src/text/lines/text-file.ts";

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const narrow: UnitLayout = { unitBytes: 1, littleEndian: true };

/** A text file whose bytes are in memory and whose reads are counted. */
export interface MemoryTextFile extends TextFile {
  readonly bytesRead: () => number;
}

export function memoryFile(bytes: Uint8Array, options: Partial<TextFile> = {}): MemoryTextFile {
  let bytesRead = 0;
  const handle = {
    read(target: Uint8Array, position: number): Promise<number> {
      const piece = bytes.subarray(position, position + target.length);
      target.set(piece);
      bytesRead += piece.length;
      return Promise.resolve(piece.length);
    },
  };
  return {
    path: "file.txt",
    handle,
    size: bytes.length,
    bomBytes: 0,
    layout: narrow,
    index: createLineIndex(),
    deadline: startDeadline(Number.POSITIVE_INFINITY, () => 0),
    bytesRead: () => bytesRead,
    ...options,
  };
}

export const plainEncodings: Encodings = {
  open: (encoding) => Promise.resolve(new TextDecoder(encoding, { ignoreBOM: true })),
  decideLate: () => Promise.resolve({ encoding: "windows-1252", confidence: 0.5, bomBytes: 0, isAsciiSoFar: false }),
  countReplacements: (text) => text.split("\uFFFD").length - 1,
};

export function decoderOf(encoding = "utf-8", isAsciiSoFar = false): BlockDecoder {
  return createBlockDecoder({ encoding, confidence: 1, bomBytes: 0, isAsciiSoFar }, plainEncodings);
}

export const roomyLimits: LongLineLimits = {
  maxLineBytes: 1_000_000,
  maxContinuedUnits: 1_000_000,
  maxScanBytes: 100_000_000,
};

export function inputOf(file: TextFile, options: Partial<LineInput> = {}): LineInput {
  return { file, decoder: decoderOf(), limits: roomyLimits, ...options };
}

export async function linesOf(blocks: AsyncIterable<LineBlock>): Promise<string[]> {
  const lines: string[] = [];
  for await (const block of blocks) lines.push(...block.text.split("\n"));
  return lines;
}

/** What the lines of a text are, by the plainest definition. */
export function expectedLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** A line that is not loaded and whose text comes in these pieces. */
export function longLineOf(pieces: readonly string[], firstLine = 1): LongLine {
  const from = (column: number): string => [...pieces.join("")].slice(column - 1).join("");
  return {
    async *pieces(column) {
      let skipped = column - 1;
      for (const piece of pieces) {
        const characters = [...piece];
        yield characters.slice(skipped).join("");
        skipped = Math.max(0, skipped - characters.length);
      }
    },
    from: (column) =>
      Promise.resolve({ type: "lines", text: from(column), lineCount: 1, firstLine, firstColumn: column }),
  };
}
