import type { ByteWindow } from "../source/byte-window.ts";

/** A box of the ISO base media file format (ISO/IEC 14496-12, 4.2). */
export interface Box {
  readonly name: string;
  /** The offset of its content, and the end of it. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of boxes of a level. */
const maxBoxes = 20_000;

/** Lists the boxes between two offsets. A box may state an end beyond the file. */
export async function boxesIn(window: ByteWindow, start: number, end: number): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= Math.min(end, window.size) && boxes.length < maxBoxes;) {
    const box = boxIn(await window.slice(at, at + 16), at, end);
    if (box === undefined) return boxes;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Reads the head of a box. A size of 0 reaches to the end, and 1 is followed by a long size. */
function boxIn(head: Uint8Array, at: number, limit: number): Box | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const stated = view.getUint32(0);
  const headBytes = stated === 1 ? 16 : 8;
  if (head.length < headBytes) return undefined;
  const size = stated === 1 ? Number(view.getBigUint64(8)) : stated;
  const end = stated === 0 ? limit : at + size;
  return end < at + headBytes ? undefined : { name: nameAt(view, 4), start: at + headBytes, end };
}

/** Finds a box by the names on the way to it. */
export async function boxAt(window: ByteWindow, parent: Box, path: readonly string[]): Promise<Box | undefined> {
  let box: Box | undefined = parent;
  for (const name of path) {
    const inner: readonly Box[] = box === undefined ? [] : await boxesIn(window, box.start, box.end);
    box = inner.find((each) => each.name === name);
  }
  return box;
}

/** Maximum size of a table that is read. */
const maxTableBytes = 16 * 1024 * 1024;

/** Reads the content of a box; nothing of a box that is missing. */
export async function tableOf(window: ByteWindow, box: Box | undefined): Promise<DataView> {
  if (box === undefined) return new DataView(new ArrayBuffer(0));
  const bytes = await window.slice(box.start, Math.min(box.end, box.start + maxTableBytes));
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the four characters at an offset. */
export function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
