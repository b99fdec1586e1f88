import { sharedToken, type FormulaVersion } from "../formula-tokens.ts";
import { isSafeFormula } from "../safe-formulas.ts";
import { byteAt, headerBytes, wordAt, type BiffRecord } from "./records.ts";
import { versionedRecords } from "./version.ts";

/** The type of ignored records, given to records that must have no effect: InterfaceEnd (2.4.147). */
export const idleType = 0xe2;

/** Records with the length of a formula: Formula ([MS-XLS] 2.4.127), ShrFmla (2.4.260) and Array (2.4.4). */
const formulaTypes: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
const formulaAt = 20;
/** Size of Formula up to the end of that length, in bytes, before Excel 5 and from Excel 5 on. */
const oldFormulaBytes = 17;
const formulaBytes = 22;

const sharedPlaces: ReadonlyMap<number, number> = new Map([
  [0x04bc, 8],
  [0x0221, 12],
  [0x0021, 12],
]);

/**
 * Yields the changes that let SheetJS write formulas safely. A formula that refers to others in a way that no program
 * writes becomes empty, and a shared formula of that kind is ignored. A record that ends before the length of its
 * formula is ignored too, because the library would not terminate.
 */
export function* formulaPatches(stream: Uint8Array): Generator<[place: number, word: number]> {
  for (const { record, version } of versionedRecords(stream)) {
    const { type, offset } = record;
    if (sharedPlaces.has(type) && !isSafeShared(record, version)) yield [offset, idleType];
    else if (formulaTypes.has(type)) yield* patchesOfCell(record, version);
  }
}

function* patchesOfCell(
  { offset, data }: BiffRecord,
  version: FormulaVersion | undefined,
): Generator<[number, number]> {
  if (data.byteLength < (version === undefined ? oldFormulaBytes : formulaBytes)) yield [offset, idleType];
  else if (version !== undefined) {
    const formula = formulaIn(data, formulaAt);
    const isSafe = formula === undefined || isSafeFormula(formula, "alone", version);
    if (!isSafe) yield [offset + headerBytes + formulaAt, 0];
  }
}

/** Token sizes before Excel 5 are unknown here, so no byte may look like the token. */
function isSafeShared({ type, data }: BiffRecord, version: FormulaVersion | undefined): boolean {
  const at = sharedPlaces.get(type) ?? 0;
  if (version !== undefined) {
    const formula = formulaIn(data, at);
    return formula !== undefined && isSafeFormula(formula, "shared", version);
  }
  if (data.byteLength < oldHeadBytes + 2) return false;
  for (let place = oldHeadBytes; place < data.byteLength; place += 1) {
    if (byteAt(data, place) === sharedToken) return false;
  }
  return true;
}

/** Minimum size of an old array record before its formula, in bytes: range, flags and length. */
const oldHeadBytes = 8;

/** Returns the formula, or `undefined` if it is truncated. */
function formulaIn(data: DataView, at: number): DataView | undefined {
  const start = at + 2;
  const length = wordAt(data, at);
  if (start + length > data.byteLength) return undefined;
  return new DataView(data.buffer, data.byteOffset + start, length);
}
