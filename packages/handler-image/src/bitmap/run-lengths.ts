import type { DibHeader } from "./dib-header.ts";

/** Where the next run goes. */
interface Cursor {
  x: number;
  y: number;
}

/** What a run writes to, and how its bytes hold colour numbers. */
interface Canvas extends Cursor {
  readonly indices: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether a byte holds two numbers. */
  readonly isNibbles: boolean;
}

/** The colour numbers of a bitmap's pixels. */
export interface DecodedRuns {
  /** Rows as stored; those that no run sets are 0. */
  readonly indices: Uint8Array;
  /** Whether the runs reach the end of the picture, or say that they end. */
  readonly isWhole: boolean;
}

/** Colour numbers of the pixels of a bitmap that is compressed by run lengths. */
export function decodeRuns(data: Uint8Array, { widthPx, heightPx, compression }: DibHeader): DecodedRuns {
  const indices = new Uint8Array(widthPx * heightPx);
  const canvas: Canvas = { x: 0, y: 0, indices, widthPx, heightPx, isNibbles: compression === "rle4" };
  for (let at = 0; at + 2 <= data.length && canvas.y < heightPx;) {
    const [count = 0, value = 0] = data.subarray(at, at + 2);
    at += 2;
    if (count > 0) repeat(canvas, count, value);
    else if (value > 2) at += copy(canvas, value, data.subarray(at));
    else if (value === 1) return { indices, isWhole: true };
    else at += move(canvas, value, data.subarray(at, at + 2));
  }
  return { indices, isWhole: canvas.y + (canvas.x >= widthPx ? 1 : 0) >= heightPx };
}

function repeat(canvas: Canvas, count: number, value: number): void {
  for (let index = 0; index < count; index += 1) put(canvas, canvas.isNibbles ? nibble(value, index) : value);
}

/** Numbers one by one; gives the bytes that they take, filled up to whole words. */
function copy(canvas: Canvas, count: number, data: Uint8Array): number {
  const { isNibbles } = canvas;
  for (let index = 0; index < count; index += 1) {
    const byte = data[isNibbles ? index >> 1 : index] ?? 0;
    put(canvas, isNibbles ? nibble(byte, index) : byte);
  }
  const length = isNibbles ? (count + 1) >> 1 : count;
  return length + (length & 1);
}

/** End of line (0) or a step to the right and up (2); gives how many bytes it took. */
function move(cursor: Cursor, code: number, delta: Uint8Array): number {
  if (code === 0) {
    cursor.x = 0;
    cursor.y += 1;
    return 0;
  }
  cursor.x += delta[0] ?? 0;
  cursor.y += delta[1] ?? 0;
  return 2;
}

function put(canvas: Canvas, index: number): void {
  const { x, y, widthPx, heightPx } = canvas;
  if (x < widthPx && y < heightPx) canvas.indices[y * widthPx + x] = index;
  canvas.x += 1;
}

function nibble(byte: number, index: number): number {
  return (index & 1) === 0 ? byte >> 4 : byte & 15;
}
