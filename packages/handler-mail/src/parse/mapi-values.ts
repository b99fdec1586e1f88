/** A value of a property: a text, a number, bytes, or a text in eight bits, whose encoding another property declares. */
export type MapiValue = string | number | Uint8Array | { readonly eightBits: Uint8Array };

/** Values by the identifiers of their properties. Of several values of one property the first is kept. */
export type MapiValues = ReadonlyMap<number, MapiValue>;

/** Sizes of values of fixed length with their padding, by type (MS-OXCDATA, 2.11.1). */
const fixedBytes: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);

const types = { number: 0x03, object: 0x0d, eightBits: 0x1e, unicode: 0x1f, binary: 0x1_02 } as const;
const variableTypes: ReadonlySet<number> = new Set([types.object, types.eightBits, types.unicode, types.binary]);

/** The bit of a type that has several values. */
const severalValues = 0x10_00;

/** Identifiers from here have names. */
const firstNamed = 0x80_00;

/** Object identifiers before the bytes of an object. */
const objectHeaderBytes = 16;

/** Reads a list of properties (MS-OXTNEF, 2.1.3.4) as far as it is sound. */
export function readMapi(bytes: Uint8Array): MapiValues {
  const values = new Map<number, MapiValue>();
  const reader = new MapiReader(bytes);
  try {
    for (let count = reader.number(); count > 0; count -= 1) {
      const { id, value } = reader.property();
      if (value !== undefined && !values.has(id)) values.set(id, value);
    }
  } catch (error) {
    // The list is cut off, or has a type of unknown length.
    if (!(error instanceof RangeError)) throw error;
  }
  return values;
}

/** Reads properties one after the other. Throws `RangeError` beyond the end. */
class MapiReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads a number of four bytes. */
  number(): number {
    const value = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  property(): { readonly id: number; readonly value: MapiValue | undefined } {
    const tag = this.number();
    const [id, type] = [tag >>> 16, tag & 0xff_ff];
    if (id >= firstNamed) this.#name();
    return { id, value: this.#values(type & ~severalValues, (type & severalValues) !== 0) };
  }

  /** Skips the name of a property: a set, and a number or a text. */
  #name(): void {
    this.#bytes(16);
    const isNumber = this.number() === 0;
    if (isNumber) this.number();
    else this.#padded();
  }

  /** Returns the first value of a property, and skips the others. */
  #values(type: number, isSeveral: boolean): MapiValue | undefined {
    const isVariable = variableTypes.has(type);
    const length = fixedBytes.get(type);
    if (!isVariable && length === undefined) throw new RangeError(`Unknown type of property: ${type}`);
    let first: MapiValue | undefined;
    for (let count = isSeveral || isVariable ? this.number() : 1; count > 0; count -= 1) {
      const bytes = length === undefined ? this.#padded() : this.#bytes(length);
      first ??= valueOf(type, bytes);
    }
    return first;
  }

  /** Reads bytes after their length, and skips their padding to a multiple of four. */
  #padded(): Uint8Array {
    const length = this.number();
    const bytes = this.#bytes(length);
    this.#at += (4 - (length % 4)) % 4;
    return bytes;
  }

  #bytes(length: number): Uint8Array {
    if (this.#at + length > this.#view.byteLength) throw new RangeError("The list of properties is cut off.");
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at, length);
    this.#at += length;
    return bytes;
  }
}

function valueOf(type: number, bytes: Uint8Array): MapiValue | undefined {
  switch (type) {
    case types.number:
      return Buffer.from(bytes).readUInt32LE(0);
    case types.unicode:
      return Buffer.from(bytes).toString("utf16le");
    case types.eightBits:
      return { eightBits: bytes };
    case types.binary:
      return bytes;
    case types.object:
      return bytes.subarray(objectHeaderBytes);
    default:
      return undefined;
  }
}
