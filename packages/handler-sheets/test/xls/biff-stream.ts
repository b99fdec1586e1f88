/** The bytes of a 16-bit number. */
export const word = (value: number): readonly number[] => [value & 0xff, value >> 8];
/** The characters of a text, with one byte each. */
export const characters = (text: string): readonly number[] => Array.from(text, (each) => each.charCodeAt(0));
/** The characters of a text, with two bytes each. */
export const wide = (text: string): readonly number[] => Array.from(text, (each) => word(each.charCodeAt(0))).flat();
/** A record of a BIFF stream. */
export const record = (type: number, data: readonly number[] = []): readonly number[] => [
  ...word(type),
  ...word(data.length),
  ...data,
];
/** The record that starts a substream of this kind. */
export const bof = (kind: number): readonly number[] => record(0x809, [...word(0x600), ...word(kind), 0, 0, 0, 0]);
/** The record that ends a substream. */
export const eof = record(0x0a);

const sheetName = [3, 0, ...characters("A B")];

/** What formulas refer to: the workbook itself, its first sheet, and a name. */
const names = [
  ...record(0x1ae, [1, 0, 0x01, 0x04]),
  ...record(0x17, [...word(1), ...word(0), ...word(0), ...word(0)]),
  ...record(0x18, [0, 0, 0, 6, ...Array.from({ length: 10 }, () => 0), 0, ...characters("Levels")]),
];

/** A stream with one sheet, `A B`, that has these records. */
export function streamOf(...records: readonly (readonly number[])[]): Uint8Array {
  const start = bof(5);
  const sheetAt = start.length + 4 + 6 + sheetName.length + names.length + eof.length;
  const boundSheet = record(0x85, [...word(sheetAt), 0, 0, 0, 0, ...sheetName]);
  return Uint8Array.from([...start, ...boundSheet, ...names, ...eof, ...bof(0x10), ...records.flat(), ...eof]);
}
