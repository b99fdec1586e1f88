import { sharedToken, type FormulaVersion } from "../formula-tokens.ts";
import { isSoundFormula } from "../sound-formulas.ts";
import { byteAt, headerBytes, wordAt, type BiffRecord } from "./records.ts";
import { versionedRecords } from "./version.ts";

/** A type that nobody looks at, and that a record gets which shall not count: InterfaceEnd (2.4.147). */
export const idleType = 0xe2;

/** Where the length of a formula is in Formula ([MS-XLS] 2.4.127), ShrFmla (2.4.260) and Array (2.4.4). */
const formulaTypes: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
const formulaAt = 20;
/** Bytes of Formula up to the end of that length, in versions before Excel 5 and later. */
const oldFormulaBytes = 17;
const formulaBytes = 22;

const sharedPlaces: ReadonlyMap<number, number> = new Map([
  [0x04bc, 8],
  [0x0221, 12],
  [0x0021, 12],
]);

/**
 * The words of a stream that have to change, by their places, so that SheetJS can write its formulas: one that refers to
 * others in a way that no program writes is empty, and one that others refer to does not count. Neither does a record that
 * ends before the length of its formula, with which the library has no end.
 */
export function* formulaMends(stream: Uint8Array): Generator<[place: number, word: number]> {
  for (const { record, version } of versionedRecords(stream)) {
    const { type, offset } = record;
    if (sharedPlaces.has(type) && !isSoundShared(record, version)) yield [offset, idleType];
    else if (formulaTypes.has(type)) yield* mendsOfCell(record, version);
  }
}

function* mendsOfCell({ offset, data }: BiffRecord, version: FormulaVersion | undefined): Generator<[number, number]> {
  if (data.byteLength < (version === undefined ? oldFormulaBytes : formulaBytes)) yield [offset, idleType];
  else if (version !== undefined) {
    const formula = formulaIn(data, formulaAt);
    const isSound = formula === undefined || isSoundFormula(formula, "alone", version);
    if (!isSound) yield [offset + headerBytes + formulaAt, 0];
  }
}

/** In versions before Excel 5 the sizes of tokens are others: there, no byte may look like the token. */
function isSoundShared({ type, data }: BiffRecord, version: FormulaVersion | undefined): boolean {
  const at = sharedPlaces.get(type) ?? 0;
  if (version !== undefined) {
    const formula = formulaIn(data, at);
    return formula !== undefined && isSoundFormula(formula, "shared", version);
  }
  if (data.byteLength < oldHeadBytes + 2) return false;
  for (let place = oldHeadBytes; place < data.byteLength; place += 1) {
    if (byteAt(data, place) === sharedToken) return false;
  }
  return true;
}

/** Bytes of an old array before its formula, at least: its range, a byte of flags and the length. */
const oldHeadBytes = 8;

/** `undefined` if it is not whole. */
function formulaIn(data: DataView, at: number): DataView | undefined {
  const start = at + 2;
  const length = wordAt(data, at);
  if (start + length > data.byteLength) return undefined;
  return new DataView(data.buffer, data.byteOffset + start, length);
}
