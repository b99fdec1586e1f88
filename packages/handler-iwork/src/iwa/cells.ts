import { dateText, durationText, numberText } from "../model/apple-document.ts";

/** The values that cells refer to by number. */
export interface CellLists {
  text(key: number): string;
  richText(key: number): string;
}

/** The values that a cell stores, of which its kind says which one counts. */
interface StoredValues {
  readonly kind: number;
  readonly decimal: number | undefined;
  readonly double: number | undefined;
  readonly seconds: number | undefined;
  readonly text: number | undefined;
  readonly richText: number | undefined;
}

/** Returns the text of a cell. Its bytes start with the version of their format: 5, or 4 and less before 2016. */
export function cellText(bytes: Uint8Array, lists: CellLists): string {
  const [version = 0] = bytes;
  if (bytes.length < (version >= 5 ? 12 : 8)) return "";
  return textOf(version >= 5 ? newValues(bytes) : oldValues(bytes, version), lists);
}

function textOf(values: StoredValues, lists: CellLists): string {
  return texts[values.kind]?.(values, lists) ?? "";
}

type CellReader = (values: StoredValues, lists: CellLists) => string;

const amount: CellReader = ({ decimal, double = Number.NaN }) => numberText(decimal ?? double);

/** The readers of cells by kind, as both versions of the format number them; the other kinds are empty. */
const texts: Readonly<Record<number, CellReader>> = {
  2: amount,
  3: ({ text }, lists) => (text === undefined ? "" : lists.text(text)),
  5: ({ seconds }) => dateText(seconds ?? Number.NaN),
  6: ({ double = 0 }) => (double > 0 ? "TRUE" : "FALSE"),
  7: ({ double = Number.NaN }) => durationText(double),
  8: () => "#ERROR!",
  9: ({ richText }, lists) => (richText === undefined ? "" : lists.richText(richText)),
  // A currency.
  10: amount,
};

/** Reads little-endian values one after the other. Values beyond the end are `undefined`. */
function createCursor(bytes: Uint8Array, start: number): Cursor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  const take = <Value>(length: number, read: (at: number) => Value): Value | undefined => {
    const from = at;
    at += length;
    return at <= bytes.length ? read(from) : undefined;
  };
  return {
    skip: (count) => void (at += 4 * count),
    integer: () => take(4, (from) => view.getUint32(from, true)),
    double: () => take(8, (from) => view.getFloat64(from, true)),
    decimal: () => take(16, (from) => decimalAt(bytes, from)),
  };
}

interface Cursor {
  /** Skips numbers of four bytes. */
  skip(count: number): void;
  integer(): number | undefined;
  double(): number | undefined;
  decimal(): number | undefined;
}

const decimalBias = 6176;

/** Reads an IEEE 754 decimal of 128 bits with a binary coefficient, whose upper bits these files do not use. */
function decimalAt(bytes: Uint8Array, at: number): number {
  const high = bytes[at + 15] ?? 0;
  const low = bytes[at + 14] ?? 0;
  let coefficient = low & 1;
  for (let index = at + 13; index >= at; index -= 1) coefficient = coefficient * 256 + (bytes[index] ?? 0);
  const exponent = ((high & 0x7f) << 7) | (low >> 1);
  // Through text, because a power of ten below 1 has no exact double.
  const value = Number(`${coefficient}e${exponent - decimalBias}`);
  return (high & 0x80) === 0 ? value : -value;
}

/** Reads the format since 2016: the flags say which values follow, in their order. */
function newValues(bytes: Uint8Array): StoredValues {
  const flags = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(8, true);
  const cursor = createCursor(bytes, 12);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const decimal = has(0x1) ? cursor.decimal() : undefined;
  const double = has(0x2) ? cursor.double() : undefined;
  const seconds = has(0x4) ? cursor.double() : undefined;
  const text = has(0x8) ? cursor.integer() : undefined;
  const richText = has(0x10) ? cursor.integer() : undefined;
  return { kind: bytes[1] ?? 0, decimal, double, seconds, text, richText };
}

function bitsIn(flags: number): number {
  let count = 0;
  for (let rest = flags; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Reads the format until 2015. Styles and formats precede the values. */
function oldValues(bytes: Uint8Array, version: number): StoredValues {
  const flags = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  const isSecond = version > 1;
  const cursor = createCursor(bytes, isSecond ? 12 : 8);
  cursor.skip(bitsIn(flags & (0x2 | (isSecond ? 0xd8c : 0x18c))));
  const richText = (flags & 0x200) === 0 ? undefined : cursor.integer();
  cursor.skip(bitsIn(flags & (isSecond ? 0x3000 : 0x1000)));
  const text = (flags & 0x10) === 0 ? undefined : cursor.integer();
  const double = (flags & 0x20) === 0 ? undefined : cursor.double();
  const seconds = (flags & 0x40) === 0 ? undefined : cursor.double();
  return { kind: bytes[version >= 4 ? 1 : 2] ?? 0, decimal: undefined, double, seconds, text, richText };
}
