/** A vector of structs in a FlatBuffer. */
export interface FlatVector {
  /** The offset of its length. The first struct follows. */
  readonly at: number;
  readonly length: number;
}

/** A table of a FlatBuffer. Fields are numbered from 0; an absent field is 0. Throws a `RangeError` out of bounds. */
export interface FlatTable {
  byte(field: number): number;
  long(field: number): number;
  table(field: number): FlatTable;
  /** Returns the tables of a vector of tables. */
  tables(field: number): readonly FlatTable[];
  /** Returns the 64-bit integers of a vector. */
  longs(field: number): readonly number[];
  /** Returns a vector of structs of a size in bytes; of length 0 if it is absent. */
  vector(field: number, structBytes: number): FlatVector;
}

/** Returns the table at the root of a FlatBuffer. */
export function rootOf(view: DataView): FlatTable {
  return tableAt(view, view.getUint32(0, true));
}

function tableAt(view: DataView, at: number): FlatTable {
  const fields = at - view.getInt32(at, true);
  const size = view.getUint16(fields, true);
  const placeOf = (field: number): number => {
    const slot = 4 + 2 * field;
    const offset = slot + 2 <= size ? view.getUint16(fields + slot, true) : 0;
    return offset === 0 ? 0 : at + offset;
  };
  const vector = (field: number, structBytes: number): FlatVector => {
    const place = placeOf(field);
    if (place === 0) return { at: 0, length: 0 };
    const start = place + view.getUint32(place, true);
    const length = view.getUint32(start, true);
    if (start + 4 + length * structBytes > view.byteLength) throw new RangeError("a list is longer than its file");
    return { at: start, length };
  };
  const placesIn = (field: number, structBytes: number): readonly number[] => {
    const { at: start, length } = vector(field, structBytes);
    return Array.from({ length }, (_, index) => start + 4 + index * structBytes);
  };
  return {
    byte: (field) => (placeOf(field) === 0 ? 0 : view.getUint8(placeOf(field))),
    long: (field) => (placeOf(field) === 0 ? 0 : safeLong(view, placeOf(field))),
    table(field) {
      const place = placeOf(field);
      if (place === 0) throw new RangeError("a message has no content");
      return tableAt(view, place + view.getUint32(place, true));
    },
    tables: (field) => placesIn(field, 4).map((place) => tableAt(view, place + view.getUint32(place, true))),
    longs: (field) => placesIn(field, 8).map((place) => safeLong(view, place)),
    vector,
  };
}

/** Reads a 64-bit integer that has to be exact. */
export function safeLong(view: DataView, at: number): number {
  const value = view.getBigInt64(at, true);
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`a message has the length ${value}`);
  return number;
}

/** Returns a view of bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
