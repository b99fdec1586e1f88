import { decimalOfBytes } from "../table/exact-decimal.ts";
import { instantOf, shortestFloat } from "../table/stored-values.ts";
import type { AvroType, Logical } from "./schema.ts";

/** Bytes with a position. */
export interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
}

/** Reads one value, and moves the cursor behind it. Throws a `RangeError` beyond the end of the bytes. */
export type Decoder = (cursor: Cursor, depth: number) => unknown;

/** Maximum nesting depth of values: a record may contain itself. */
const maxDepth = 200;

/** Maximum number of items without bytes: a list of a thousand million nulls is a few bytes. */
const maxEmptyItems = 100_000;

/** Maximum number of items of a list that are kept; the others are only counted. */
const maxItems = 500;

/** Starts at the first byte. */
export function cursorOf(bytes: Uint8Array): Cursor {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
}

/** Returns the decoders of types, each made once, so that a type may contain itself. */
export function createDecoders(): (type: AvroType) => Decoder {
  const made = new Map<AvroType, Decoder>();
  const decoderOf = (type: AvroType): Decoder => {
    const known = made.get(type);
    if (known !== undefined) return known;
    if (type.kind !== "record") {
      const decoder = compoundOrPlain(type, decoderOf);
      made.set(type, decoder);
      return decoder;
    }
    let inner: readonly (readonly [string, Decoder])[] = [];
    const decoder: Decoder = (cursor, depth) => {
      if (depth > maxDepth) throw new RangeError(`a value is more than ${maxDepth} levels deep`);
      return Object.fromEntries(inner.map(([name, decode]) => [name, decode(cursor, depth + 1)]));
    };
    made.set(type, decoder);
    inner = type.fields.map((field) => [field.name, decoderOf(field.type)] as const);
    return decoder;
  };
  return decoderOf;
}

function compoundOrPlain(type: Exclude<AvroType, { kind: "record" }>, decoderOf: (type: AvroType) => Decoder): Decoder {
  if (type.kind === "union") return unionDecoder(type.options.map(decoderOf));
  if ("items" in type) {
    const item = decoderOf(type.items);
    return type.kind === "array" ? itemsDecoder(item) : mapDecoder(item);
  }
  if (type.kind === "enum") {
    return (cursor) => type.symbols[readNumber(cursor)] ?? invalid("an enumeration has no such symbol");
  }
  if (type.kind === "fixed") return withLogical((cursor) => take(cursor, type.size), type.logical);
  return withLogical(primitives[type.kind], type.logical);
}

function unionDecoder(options: readonly Decoder[]): Decoder {
  return (cursor, depth) => {
    const option = options[readNumber(cursor)];
    return option === undefined ? invalid("a union has no such branch") : option(cursor, depth);
  };
}

/** Reads blocks of items: a count, after a negative one also the size of the block in bytes. */
function itemsDecoder(item: Decoder): Decoder {
  return (cursor, depth) => {
    const items: unknown[] = [];
    let total = 0;
    eachItem(cursor, depth, () => {
      const value = item(cursor, depth + 1);
      total += 1;
      if (items.length < maxItems) items.push(value);
    });
    return total > maxItems ? [...items, `… (${total} items)`] : items;
  };
}

function mapDecoder(item: Decoder): Decoder {
  return (cursor, depth) => {
    const entries: (readonly [string, unknown])[] = [];
    eachItem(cursor, depth, () => {
      const name = readString(cursor);
      const value = item(cursor, depth + 1);
      if (entries.length < maxItems) entries.push([name, value]);
    });
    return Object.fromEntries(entries);
  };
}

function eachItem(cursor: Cursor, depth: number, read: () => void): void {
  if (depth > maxDepth) throw new RangeError(`a value is more than ${maxDepth} levels deep`);
  let empty = 0;
  for (let count = readNumber(cursor); count !== 0; count = readNumber(cursor)) {
    if (count < 0) readLong(cursor);
    for (let left = Math.abs(count); left > 0; left -= 1) {
      const start = cursor.at;
      read();
      if (cursor.at === start) empty += 1;
      if (empty > maxEmptyItems) throw new RangeError("a list has too many items without bytes");
    }
  }
}

const primitives: Readonly<Record<string, Decoder>> = {
  null: () => null,
  boolean: (cursor) => take(cursor, 1)[0] === 1,
  int: readLong,
  long: readLong,
  float: (cursor) => shortestFloat(cursor.view.getFloat32(move(cursor, 4), true)),
  double: (cursor) => cursor.view.getFloat64(move(cursor, 8), true),
  bytes: (cursor) => take(cursor, readNumber(cursor)),
  string: readString,
};

function move(cursor: Cursor, length: number): number {
  const { at } = cursor;
  cursor.at = at + length;
  return at;
}

function take(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length;
  if (length < 0 || end > cursor.bytes.length) throw new RangeError("a value is longer than its block");
  return cursor.bytes.subarray(move(cursor, length), end);
}

const utf8 = new TextDecoder();

/** Longer strings are decoded natively. */
const shortString = 24;

/** Reads a string: its length, then UTF-8. */
export function readString(cursor: Cursor): string {
  const bytes = take(cursor, readNumber(cursor));
  if (bytes.length > shortString) return utf8.decode(bytes);
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return utf8.decode(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Reads a number that has to be exact, such as a length. */
export function readNumber(cursor: Cursor): number {
  const value = readLong(cursor);
  return typeof value === "number" ? value : invalid("a length is too large");
}

/** Reads a variable-length integer, as a number if it is exact. */
export function readLong(cursor: Cursor): number | bigint {
  const { bytes } = cursor;
  let value = 0;
  let scale = 1;
  for (let length = 0; length < 7; length += 1) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) return invalid("a value is cut off");
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    scale *= 128;
  }
  return readLargeLong(cursor, BigInt(value));
}

function readLargeLong(cursor: Cursor, start: bigint): number | bigint {
  let value = start;
  for (let shift = 49n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) return invalid("a value is cut off");
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) {
      const long = BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
      return Number.isSafeInteger(Number(long)) ? Number(long) : long;
    }
  }
  return invalid("a number is too long");
}

function invalid(why: string): never {
  throw new RangeError(why);
}

function withLogical(decode: Decoder | undefined, logical: Logical | undefined): Decoder {
  if (decode === undefined) return () => null;
  const convert = logical === undefined ? undefined : logicalValue(logical);
  return convert === undefined ? decode : (cursor, depth) => convert(decode(cursor, depth));
}

/** Returns the conversion of a logical type (Avro specification 1.12, "Logical Types"). */
function logicalValue({ name, scale }: Logical): ((value: unknown) => unknown) | undefined {
  if (name === "decimal") return (value) => (value instanceof Uint8Array ? decimalOfBytes(value, scale) : value);
  if (name === "duration") {
    return (value) => (value instanceof Uint8Array && value.length === 12 ? durationOf(value) : value);
  }
  const convert = timeValue(name);
  // A logical type of another type than an integer is ignored, as the specification says.
  return convert === undefined ? undefined : (value) => (isInteger(value) ? convert(value) : value);
}

function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

type TimeValue = (value: number | bigint) => unknown;

/** Returns the conversion of a date or a time, which is an integer. */
function timeValue(name: string): TimeValue | undefined {
  const divisor = divisors[name.replace(/^local-/, "")];
  if (divisor === undefined) return timeValues[name];
  if (name.startsWith("local-")) return (value) => dateText(Number(value) / divisor, 23);
  if (name === "timestamp-millis") return (value) => new Date(Number(value));
  return (value) => instantOf(BigInt(value), name === "timestamp-micros" ? "micros" : "nanos");
}

const timeValues: Readonly<Record<string, TimeValue>> = {
  date: (value) => dateText(Number(value) * 86_400_000, 10),
  "time-millis": (value) => dateText(Number(value), 23).slice(11),
  "time-micros": (value) => dateText(Number(value) / 1000, 23).slice(11),
};

const divisors: Readonly<Record<string, number>> = {
  "timestamp-millis": 1,
  "timestamp-micros": 1000,
  "timestamp-nanos": 1_000_000,
};

function dateText(milliseconds: number, length: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? String(milliseconds) : date.toISOString().slice(0, length);
}

function durationOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [months, days, milliseconds] = [0, 4, 8].map((at) => view.getUint32(at, true));
  return `${months} months ${days} days ${milliseconds} ms`;
}
