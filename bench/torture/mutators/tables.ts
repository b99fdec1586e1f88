import type { Dice } from "../dice.ts";
import { fieldsOf, rearranged, withField, withNastyField } from "./fields.ts";
import { latin1, maxMutantBytes, type Mutator } from "./mutator.ts";
import { nastyIntegers, nastyNumber, nastyString } from "./nasty.ts";

/** How the parts of an XLSB package begin: workbook, sheet, styles, shared strings ([MS-XLSB] 2.3.2). */
const partStarts = ["\x83\x01\x00", "\x81\x01\x00", "\x96\x02\x00", "\x9f\x01\x08"];

/** A record of XLSB: a number for its type, one for its length, and data. */
interface Biff12Record {
  readonly type: number;
  readonly data: Uint8Array;
  /** The length that is written, if it is not that of the data. */
  readonly claims?: number;
}

/** Records in the parts of XLSB workbooks: their order, types, lengths and numbers. */
export const biff12Mutator: Mutator = {
  name: "biff12",
  accepts: (bytes) => partStarts.includes(latin1(bytes.subarray(0, 3))),
  mutate: (bytes, { dice }) => {
    let records = biff12Records(bytes);
    const types = records.map(({ type }) => type);
    for (let changes = dice.pick([1, 1, 2, 4]); changes > 0; changes -= 1)
      records = rearranged(records, dice, (record) => changedRecord(record, types, dice));
    const parts = records.flatMap(({ type, data, claims }) => [variable(type), variable(claims ?? data.length), data]);
    return new Uint8Array(Buffer.concat(parts)).slice(0, maxMutantBytes);
  },
};

function biff12Records(bytes: Uint8Array): readonly Biff12Record[] {
  const records: Biff12Record[] = [];
  for (let at = 0; at < bytes.length;) {
    const type = variableAt(bytes, at, 2);
    const length = variableAt(bytes, type.end, 4);
    records.push({ type: type.value, data: bytes.slice(length.end, length.end + length.value) });
    at = length.end + length.value;
  }
  return records;
}

function changedRecord(record: Biff12Record, types: readonly number[], dice: Dice): Biff12Record {
  const { data } = record;
  const change = dice.below(8);
  if (change === 0) return { ...record, type: dice.pick(types) };
  if (change === 1) return { ...record, claims: dice.pick(nastyIntegers) % 0x1000_0000 };
  if (change === 2) return { ...record, data: data.slice(0, dice.below(data.length)) };
  const width = dice.pick([1, 2, 4, 4] as const);
  return {
    ...record,
    data: withNastyField(data, fieldsOf(true, [[dice.below(data.length - width + 1), width]]), dice),
  };
}

/** Seven bits a byte, the lowest first; the highest bit says that another byte follows. */
function variable(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

function variableAt(
  bytes: Uint8Array,
  start: number,
  maxBytes: number,
): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < maxBytes; index += 1) {
    const byte = bytes[start + index] ?? 0;
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  return { value, end: start + maxBytes };
}

const fieldBytes = 32;
const dbfVersions: readonly number[] = [2, 3, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0x8e, 0xcb, 0xf5];

/** The version, the number of records, the lengths of header and record, and the code page. */
const dbfHeaderFields = fieldsOf(true, [
  [0, 1],
  [4, 4],
  [8, 2],
  [10, 2],
  [29, 1],
]);

/** Headers, fields and values of dBASE tables. */
export const dbfMutator: Mutator = {
  name: "dbf",
  accepts: (bytes) => dbfVersions.includes(bytes[0] ?? 0) && fieldCount(bytes) > 0,
  mutate: (bytes, { dice }) => {
    const change = dice.below(4);
    if (change === 0) return withNastyField(bytes, dbfHeaderFields, dice);
    const at = fieldBytes * (1 + dice.below(fieldCount(bytes)));
    if (change === 1)
      return withField(bytes, { at: at + dice.pick([16, 17, 18]), bytes: 1, isLittle: true }, dice.below(256));
    const copy = bytes.slice();
    if (change === 2) copy[at + 11] = dice.pick("CNFLDTMBIYGOP+@VQW\0".split("")).charCodeAt(0);
    else write(copy, dice.chance(0.3) ? at : dice.between(headerBytesOf(bytes), bytes.length), dice);
    return copy;
  },
};

/** The fields before the byte that ends them; none if nothing ends them. */
function fieldCount(bytes: Uint8Array): number {
  for (let at = fieldBytes; at < Math.min(bytes.length, headerBytesOf(bytes)); at += fieldBytes)
    if (bytes[at] === 0x0d) return at / fieldBytes - 1;
  return 0;
}

function headerBytesOf(bytes: Uint8Array): number {
  return (bytes[8] ?? 0) | ((bytes[9] ?? 0) << 8);
}

/** Writes a hostile text or number over what is there. */
function write(bytes: Uint8Array, at: number, dice: Dice): void {
  const text = Buffer.from((dice.chance(0.5) ? nastyNumber(dice) : nastyString(dice)).slice(0, 11), "latin1");
  if (at + text.length <= bytes.length) bytes.set(text, at);
}
