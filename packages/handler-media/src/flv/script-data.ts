/** A value of script data: what Flash programs wrote. */
export type ScriptValue = number | boolean | string | undefined;

/** Maximum depth of nested values, and maximum number of values. */
const maxDepth = 16;
const maxValues = 20_000;

/**
 * Reads the properties of `onMetaData` (Adobe Flash Video file format 10.1, E.4.4.2): those that are numbers, truth
 * values or texts. Returns what was read before damage.
 */
export function readScriptData(bytes: Uint8Array): ReadonlyMap<string, ScriptValue> {
  const reader: Reader = {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    at: 0,
    left: maxValues,
  };
  const properties = new Map<string, ScriptValue>();
  try {
    if (readValue(reader, 0) !== "onMetaData") return properties;
    const type = reader.view.getUint8(reader.at);
    if (type !== types.object && type !== types.array) return properties;
    reader.at += type === types.array ? 5 : 1;
    readProperties(reader, 0, (name, value) => void properties.set(name, value));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return properties;
}

interface Reader {
  readonly view: DataView;
  at: number;
  /** Number of values that may still be read. */
  left: number;
}

/** Types of values that have properties (AMF 0, 2.1). */
const types = { object: 3, array: 8 } as const;

/** Readers of values by their types. Other types have no content. */
const readers: Readonly<Record<number, ((reader: Reader, depth: number) => ScriptValue) | undefined>> = {
  0: (reader) => reader.view.getFloat64(skip(reader, 8)),
  1: (reader) => reader.view.getUint8(skip(reader, 1)) !== 0,
  2: (reader) => readText(reader, 2),
  [types.object]: readProperties,
  [types.array](reader, depth) {
    skip(reader, 4);
    return readProperties(reader, depth);
  },
  10: readList,
  // A date.
  11: (reader) => void skip(reader, 10),
  12: (reader) => readText(reader, 4),
};

function readValue(reader: Reader, depth: number): ScriptValue {
  reader.left -= 1;
  if (depth > maxDepth || reader.left < 0) throw new RangeError("too many values");
  const type = reader.view.getUint8(skip(reader, 1));
  return readers[type]?.(reader, depth + 1);
}

/** Moves on, and returns the position before. */
function skip(reader: Reader, bytes: number): number {
  const { at } = reader;
  reader.at += bytes;
  return at;
}

/** The type that ends an object, after an empty name. */
const endOfObject = 9;

function readProperties(reader: Reader, depth: number, found?: (name: string, value: ScriptValue) => void): undefined {
  for (;;) {
    const name = readText(reader, 2);
    if (name === "" && reader.view.getUint8(reader.at) === endOfObject) break;
    const value = readValue(reader, depth);
    found?.(name, value);
  }
  reader.at += 1;
}

function readList(reader: Reader, depth: number): undefined {
  const length = reader.view.getUint32(skip(reader, 4));
  for (let index = 0; index < length; index += 1) readValue(reader, depth);
}

function readText(reader: Reader, lengthBytes: 2 | 4): string {
  const { view, at } = reader;
  const length = lengthBytes === 2 ? view.getUint16(at) : view.getUint32(at);
  const start = at + lengthBytes;
  if (start + length > view.byteLength) throw new RangeError("a text is longer than its tag");
  reader.at = start + length;
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start, length));
}
