import type { ByteWindow } from "../source/byte-window.ts";

/** An element of EBML (RFC 8794). */
export interface Element {
  readonly id: number;
  /** The offset of its content, and the end of it. An element of unknown size ends with the file. */
  readonly start: number;
  readonly end: number;
  readonly isSized: boolean;
}

/** Maximum number of bytes of the identifier and the size of an element. */
const headBytes = 12;

/** Reads the head of the element at an offset; `undefined` at the end, or where no element is. */
export async function elementAt(window: ByteWindow, at: number, limit: number): Promise<Element | undefined> {
  const head = await window.slice(at, Math.min(limit, at + headBytes));
  const idLength = lengthOf(head[0] ?? 0);
  const sizeLength = lengthOf(head[idLength] ?? 0);
  if (idLength === 0 || idLength > 4 || sizeLength === 0 || idLength + sizeLength > head.length) return undefined;
  const id = numberIn(head.subarray(0, idLength));
  const first = (head[idLength] ?? 0) & (0xff >> sizeLength);
  const size = numberIn(Uint8Array.of(first, ...head.subarray(idLength + 1, idLength + sizeLength)));
  const start = at + idLength + sizeLength;
  const isSized = size < 2 ** (7 * sizeLength) - 1;
  return { id, start, end: isSized ? start + size : limit, isSized };
}

/** Yields the elements between two offsets. */
export async function* elementsIn(window: ByteWindow, start: number, end: number): AsyncGenerator<Element> {
  const limit = Math.min(end, window.size);
  for (let at = start; at < limit;) {
    const element = await elementAt(window, at, limit);
    if (element === undefined) return;
    yield element;
    at = element.end;
  }
}

/** Returns the length of a variable-length integer by its first byte; 0 if it is not one. */
export function lengthOf(first: number): number {
  return first === 0 ? 0 : Math.clz32(first) - 23;
}

/** Returns an unsigned integer. Beyond 2^53 it is not exact. */
export function numberIn(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** Maximum size of a value that is read, in bytes. */
const maxValueBytes = 1024 * 1024;

/** Reads the bytes of an element. */
export function valueOf(window: ByteWindow, { start, end }: Element): Promise<Uint8Array> {
  return window.slice(start, Math.min(end, start + maxValueBytes));
}

/** Reads the number of an element. */
export async function uintOf(window: ByteWindow, element: Element): Promise<number> {
  return numberIn((await valueOf(window, element)).subarray(0, 8));
}

/** Reads the text of an element. */
export async function stringOf(window: ByteWindow, element: Element): Promise<string> {
  return new TextDecoder().decode(await valueOf(window, element)).replaceAll("\0", "");
}
