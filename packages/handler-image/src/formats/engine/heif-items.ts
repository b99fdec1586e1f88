const maxBoxes = 10_000;

/** True if all boxes and items of an HEIF file are complete. Decoders silently leave missing parts blank. */
export function isWhole(bytes: Uint8Array): boolean {
  return itemsEnd(bytes) <= bytes.length && areBoxesWhole(bytes);
}

function areBoxesWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let count = 0; count < maxBoxes && at + 8 <= bytes.length; count += 1) {
    const length = view.getUint32(at);
    // Length 0 means up to the end; 1 means that the length follows the tag in eight bytes.
    if (length === 0 || !isTag(bytes.subarray(at + 4, at + 8))) return true;
    if (length === 1 && at + 16 > bytes.length) return false;
    at += Math.max(8, length === 1 ? Number(view.getBigUint64(at + 8)) : length);
  }
  return at <= bytes.length;
}

/** True for a printable tag. Other bytes are data appended to the file. */
function isTag(tag: Uint8Array): boolean {
  return tag.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** The content range of a box. */
interface Box {
  readonly start: number;
  readonly end: number;
}

const maxBoxesOfParent = 1000;
const maxExtents = 100_000;

/**
 * Returns the end offset of the last byte of the items of an HEIF file, by its `iloc` box (ISO/IEC 14496-12, 8.11.3),
 * or 0 if it is missing. If the box is damaged, the result may be any number.
 */
export function itemsEnd(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const meta = boxIn(view, "meta", { start: 0, end: bytes.length });
  // The version and flags of `meta` precede its boxes.
  const iloc = meta && boxIn(view, "iloc", { start: meta.start + 4, end: meta.end });
  return iloc === undefined ? 0 : furthest(new Numbers(view, iloc));
}

function boxIn(view: DataView, wanted: string, { start, end }: Box): Box | undefined {
  let at = start;
  for (let count = 0; count < maxBoxesOfParent && at + 8 <= end; count += 1) {
    const length = view.getUint32(at);
    if (typeAt(view, at + 4) === wanted) return { start: at + 8, end: length === 0 ? end : Math.min(end, at + length) };
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}

/** Reads consecutive numbers of any width. Bytes beyond the box are 0. */
class Numbers {
  readonly #view: DataView;
  readonly #end: number;
  #at: number;

  constructor(view: DataView, { start, end }: Box) {
    this.#view = view;
    this.#at = start;
    this.#end = end;
  }

  next(width: number): number {
    let value = 0;
    for (let index = 0; index < width; index += 1) {
      value = value * 256 + (this.#at < this.#end ? this.#view.getUint8(this.#at) : 0);
      this.#at += 1;
    }
    return value;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }
}

function furthest(numbers: Numbers): number {
  const version = numbers.next(1);
  numbers.next(3);
  const [offsetWidth, lengthWidth] = halves(numbers.next(1));
  const [baseWidth, indexWidth] = halves(numbers.next(1));
  const idWidth = version < 2 ? 2 : 4;
  let end = 0;
  let left = maxExtents;
  for (let items = numbers.next(idWidth); items > 0 && !numbers.isAtEnd; items -= 1) {
    numbers.next(idWidth);
    // Since version 1, an item may be stored in a box or in other items instead of the file.
    const method = version === 0 ? 0 : numbers.next(2) % 16;
    numbers.next(2);
    const base = numbers.next(baseWidth);
    for (let extents = numbers.next(2); extents > 0 && left > 0 && !numbers.isAtEnd; extents -= 1) {
      left -= 1;
      if (version > 0) numbers.next(indexWidth);
      const offset = numbers.next(offsetWidth);
      const length = numbers.next(lengthWidth);
      if (method === 0) end = Math.max(end, base + offset + length);
    }
  }
  return end;
}

function halves(byte: number): readonly [number, number] {
  return [byte >> 4, byte & 15];
}
