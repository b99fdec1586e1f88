import type { PbfReader } from "pbf";
import { ReadError } from "@reader/core/handler";

/** The libraries that unpack and decode IWA archives. */
export interface IwaEngine {
  /** Unpacks a block of raw Snappy. Throws if it is damaged, or if it claims more than `maxBytes`. */
  unpack(block: Uint8Array, maxBytes: number): Uint8Array;
  /** Opens a message in the wire format of Protocol Buffers. */
  open(message: Uint8Array): PbfReader;
}

/** Loads the libraries. */
export async function loadIwaEngine(): Promise<IwaEngine> {
  const [{ default: snappy }, { PbfReader: Reader }] = await Promise.all([import("snappyjs"), import("pbf")]);
  return {
    unpack: (block, maxBytes) => snappy.uncompress(block, maxBytes),
    open: (message) => new Reader(message),
  };
}

/** A message of Protocol Buffers, read without its schema: the values of its fields by number. */
export interface Message {
  /** Returns the first value of a field as a number; `undefined` if it is missing. */
  number(field: number): number | undefined;
  /** Returns all values of a field, also if they are packed. */
  numbers(field: number): readonly number[];
  /** Returns a field of 32 bits as a floating-point number. */
  float(field: number): number | undefined;
  /** Returns the first value of a field as text; empty if it is missing. */
  text(field: number): string;
  texts(field: number): readonly string[];
  bytes(field: number): Uint8Array | undefined;
  message(field: number): Message | undefined;
  messages(field: number): readonly Message[];
  /** Returns the identifier of the object to which a field refers. */
  reference(field: number): number | undefined;
  references(field: number): readonly number[];
  /** Returns the numbers that may be references in any field, in the order of the fields. */
  everyReference(): readonly number[];
}

/** The values of a field: numbers, or bytes of numbers with a fixed size, texts and messages. */
type Values = (number | Uint8Array)[];

/** Wire types of Protocol Buffers. */
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** Maximum number of fields of one message: a table of a million rows has fewer in each of its tiles. */
const maxFields = 1_000_000;

/** Decodes a message. Throws an error that is not a `ReadError` if it is damaged. */
export function decodeMessage(bytes: Uint8Array, engine: IwaEngine): Message {
  return new Decoded(fieldsOf(bytes, engine), engine);
}

function fieldsOf(bytes: Uint8Array, engine: IwaEngine): ReadonlyMap<number, Values> {
  const reader = engine.open(bytes);
  const fields = new Map<number, Values>();
  for (let count = 0; reader.pos < bytes.length; count += 1) {
    if (count > maxFields) throw new RangeError(`A message has more than ${maxFields} fields.`);
    const tag = reader.readVarint();
    const number = Math.floor(tag / 8);
    const value = valueOf(tag % 8, reader, bytes);
    if (number === 0 || reader.pos > bytes.length) throw new RangeError("A message is damaged.");
    const values = fields.get(number);
    if (values === undefined) fields.set(number, [value]);
    else values.push(value);
  }
  return fields;
}

function valueOf(type: number, reader: ReturnType<IwaEngine["open"]>, bytes: Uint8Array): number | Uint8Array {
  switch (type) {
    case wire.varint:
      return reader.readVarint(true);
    case wire.bytes:
      return reader.readBytes();
    case wire.fixed64:
    case wire.fixed32: {
      const start = reader.pos;
      reader.pos += type === wire.fixed64 ? 8 : 4;
      return bytes.subarray(start, reader.pos);
    }
    default:
      throw new RangeError(`A message has the wire type ${type}.`);
  }
}

const decoder = new TextDecoder();

class Decoded implements Message {
  readonly #fields: ReadonlyMap<number, Values>;
  readonly #engine: IwaEngine;

  constructor(fields: ReadonlyMap<number, Values>, engine: IwaEngine) {
    this.#fields = fields;
    this.#engine = engine;
  }

  number(field: number): number | undefined {
    const [value] = this.#values(field);
    return typeof value === "number" ? value : undefined;
  }

  float(field: number): number | undefined {
    const bytes = this.bytes(field);
    return bytes?.length === 4 ? new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true) : undefined;
  }

  text(field: number): string {
    return this.texts(field)[0] ?? "";
  }

  texts(field: number): readonly string[] {
    return this.#bytes(field).map((bytes) => decoder.decode(bytes));
  }

  bytes(field: number): Uint8Array | undefined {
    return this.#bytes(field)[0];
  }

  numbers(field: number): readonly number[] {
    return this.#values(field).flatMap((value) => {
      if (typeof value === "number") return [value];
      return quietly(() => this.#engine.open(prefixed(value)).readPackedVarint()) ?? [];
    });
  }

  message(field: number): Message | undefined {
    return this.messages(field)[0];
  }

  /** Damaged messages are left out. */
  messages(field: number): readonly Message[] {
    return this.#bytes(field).flatMap((bytes) => quietly(() => decodeMessage(bytes, this.#engine)) ?? []);
  }

  reference(field: number): number | undefined {
    return this.references(field)[0];
  }

  /** A reference is a message whose first field is the identifier. */
  references(field: number): readonly number[] {
    return this.messages(field).flatMap((each) => each.number(1) ?? []);
  }

  everyReference(): readonly number[] {
    return [...this.#fields.keys()].flatMap((field) => this.references(field));
  }

  #values(field: number): readonly (number | Uint8Array)[] {
    return this.#fields.get(field) ?? [];
  }

  #bytes(field: number): readonly Uint8Array[] {
    return this.#values(field).filter((value) => typeof value !== "number");
  }
}

/** Adds the length that precedes packed values. Lists of more than 16 000 values are not packed in these files. */
function prefixed(values: Uint8Array): Uint8Array {
  return Uint8Array.of((values.length & 0x7f) | 0x80, (values.length >> 7) & 0x7f, ...values.subarray(0, 0x3fff));
}

/** Returns `undefined` if decoding fails: the libraries throw errors of their own for damaged bytes. */
export function quietly<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch (error) {
    if (ReadError.is(error)) throw error;
    return undefined;
  }
}
