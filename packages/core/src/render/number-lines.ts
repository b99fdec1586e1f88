import { gutterOf, gutterShape, type Gutter } from "./gutter.ts";
import { plainNumbering, simdNumbering, type Numbering } from "./numbering.ts";

/** Numbers the lines of a stream of bytes. */
export interface LineNumberer {
  /**
   * The next bytes with gutters, in pieces; every piece is overwritten when the next one is made. Lines may be split
   * between calls. Bytes are those of UTF-8 or another encoding in which a line feed is one byte; a line feed ends a
   * line, and what follows the last one is a line only when it has bytes.
   */
  number(bytes: Uint8Array): Iterable<Uint8Array>;
}

/** How a numberer is set up. */
export interface NumbererOptions {
  /** `plain` does without WebAssembly, at a third of the speed; that is also what runtimes without SIMD get. */
  readonly engine?: "simd" | "plain";
}

/** Input that is numbered at once: it and its output stay in the processor's cache. */
const pieceBytes = 64 * 1024;

/** A numberer whose next line has the number `firstLine`, from 1. */
export function createLineNumberer(firstLine: number, gutter: Gutter, options: NumbererOptions = {}): LineNumberer {
  if (!Number.isSafeInteger(firstLine) || firstLine < 1)
    throw new TypeError(`A line cannot have the number ${firstLine}.`);
  if (gutter === "none") return { number: (bytes) => [bytes] };
  const numbering = (options.engine === "plain" ? undefined : simdNumbering(pieceBytes)) ?? plainNumbering(pieceBytes);
  const { separator } = gutterShape(gutter);
  numbering.setGutter(gutterOf(gutter, firstLine), separator.length);
  let isInside = false;
  return {
    *number(bytes) {
      for (let from = 0; from < bytes.length; from += pieceBytes) {
        const piece = bytes.subarray(from, from + pieceBytes);
        yield* numberPiece(numbering, piece, isInside);
        isInside = piece.at(-1) !== 0x0a;
      }
    },
  };
}

function* numberPiece(numbering: Numbering, piece: Uint8Array, isInside: boolean): Generator<Uint8Array> {
  numbering.load(piece);
  let inside = isInside;
  while (!numbering.isDone()) {
    yield numbering.run(inside);
    inside = false;
  }
}
