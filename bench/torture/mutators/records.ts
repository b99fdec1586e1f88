import type { Dice } from "../dice.ts";
import { nastyIntegers } from "./nasty.ts";

/** How records of a stream begin. */
export interface RecordLayout {
  readonly headerBytes: number;
  readonly typeAt: number;
  readonly lengthAt: number;
  readonly lengthBytes: 2 | 4;
}

/** Records of Excel: a type and a length of two bytes each ([MS-XLS] 2.1.4). */
export const biffRecords: RecordLayout = { headerBytes: 4, typeAt: 0, lengthAt: 2, lengthBytes: 2 };

/** Records of PowerPoint: version, type, and a length of four bytes ([MS-PPT] 2.3.1). */
export const powerPointRecords: RecordLayout = { headerBytes: 8, typeAt: 2, lengthAt: 4, lengthBytes: 4 };

/** Damages a stream of records: their order, types, lengths and numbers. The records themselves stay in step mostly. */
export function mutateRecords(bytes: Uint8Array, layout: RecordLayout, dice: Dice): Uint8Array {
  const records = recordsOf(bytes, layout);
  for (let changes = dice.pick([1, 1, 2, 4]); changes > 0 && records.length > 0; changes -= 1) {
    const at = dice.below(records.length);
    const record = (records[at] ?? new Uint8Array()).slice();
    const change = dice.below(10);
    if (change === 0) records.splice(at, 1);
    else if (change === 1) records.splice(at, 0, ...Array.from({ length: dice.pick([1, 1, 2, 30]) }, () => record));
    else if (change === 2) records.splice(dice.below(records.length), 0, ...records.splice(at, 1));
    else if (change === 3)
      records[at] = withNumber(record, layout.typeAt, { bytes: 2, value: typeOf(dice.pick(records), layout) });
    else if (change === 4)
      records[at] = withNumber(record, layout.lengthAt, { bytes: layout.lengthBytes, value: dice.pick(nastyIntegers) });
    else if (change === 5) records[at] = resized(record, layout, dice);
    else records[at] = withRandomNumber(record, layout, dice);
  }
  return new Uint8Array(Buffer.concat(records));
}

function recordsOf(bytes: Uint8Array, { headerBytes, lengthAt, lengthBytes }: RecordLayout): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const records: Uint8Array[] = [];
  let at = 0;
  while (at + headerBytes <= bytes.length) {
    const length = lengthBytes === 2 ? view.getUint16(at + lengthAt, true) : view.getUint32(at + lengthAt, true);
    // What a container of PowerPoint holds follows as records of their own.
    const isContainer = lengthBytes === 4 && ((bytes[at] ?? 0) & 0xf) === 0xf;
    const end = Math.min(bytes.length, at + headerBytes + (isContainer ? 0 : length));
    records.push(bytes.subarray(at, end));
    at = end;
  }
  records.push(bytes.subarray(at));
  return records;
}

function typeOf(record: Uint8Array, { typeAt }: RecordLayout): number {
  return (record[typeAt] ?? 0) | ((record[typeAt + 1] ?? 0) << 8);
}

function withNumber(
  record: Uint8Array,
  at: number,
  number: { readonly bytes: number; readonly value: number },
): Uint8Array {
  if (at < 0 || at + number.bytes > record.length) return record;
  const value = BigInt.asUintN(8 * number.bytes, BigInt(number.value));
  for (let index = 0; index < number.bytes; index += 1)
    record[at + index] = Number((value >> BigInt(8 * index)) & 0xffn);
  return record;
}

function withRandomNumber(record: Uint8Array, { headerBytes }: RecordLayout, dice: Dice): Uint8Array {
  const width = dice.pick([1, 2, 2, 4, 4]);
  const at = headerBytes + dice.below(record.length - headerBytes - width + 1);
  return withNumber(record, at, { bytes: width, value: dice.pick(nastyIntegers) });
}

/** Makes the data of a record longer or shorter, and its length right. */
function resized(record: Uint8Array, layout: RecordLayout, dice: Dice): Uint8Array {
  const { headerBytes, lengthAt, lengthBytes } = layout;
  const length = dice.pick([0, 1, 2, 3, dice.below(record.length), record.length * 2, 8224]);
  const copy = new Uint8Array(headerBytes + length);
  copy.set(record.subarray(0, Math.min(record.length, copy.length)));
  return withNumber(copy, lengthAt, { bytes: lengthBytes, value: length });
}
