import { areasToken, arrayToken, formulaTokens, sharedToken, type FormulaVersion } from "./formula-tokens.ts";

/** Bytes of a formula that other cells refer to: the most that Excel writes ([MS-XLSB] 2.5.97.98). */
const maxSharedBytes = 16_384;

/** How a formula is used: by its cell or name alone, or by other cells too, which refer to it by a token. */
export type FormulaUse = "alone" | "shared";

/**
 * Whether SheetJS can write the formula as text. A formula may only refer to a shared one with all that it is, and a shared
 * one to none: formulas that refer to others twice, and those to others twice, become texts without end.
 */
export function isSoundFormula(formula: DataView, use: FormulaUse, version: FormulaVersion): boolean {
  const tokens = formulaTokens(formula, version);
  if (tokens === undefined || !tokens.includes(sharedToken)) {
    return use === "alone" || (tokens !== undefined && formula.byteLength <= maxSharedBytes);
  }
  return use === "alone" && tokens.length === 1;
}

/**
 * Whether what stands behind the tokens of a formula of an XLSB file is all there: arrays, areas and places. An array of
 * four billion rows without columns has eight bytes.
 */
export function hasSoundExtras(formula: DataView, extras: DataView): boolean {
  let at: number | undefined = 0;
  for (const token of formulaTokens(formula, 12) ?? []) {
    if (token === sharedToken) at += 4;
    else if (token === areasToken) at += 4 + 16 * longAt(extras, at);
    else if (token === arrayToken) at = endOfArray(extras, at);
    if (at === undefined || at > extras.byteLength) return false;
  }
  return true;
}

function endOfArray(extras: DataView, start: number): number | undefined {
  const [rows, columns] = [longAt(extras, start), longAt(extras, start + 4)];
  if (rows * Math.max(1, columns) > extras.byteLength) return undefined;
  let at = start + 8;
  for (let left = rows * columns; left > 0 && at < extras.byteLength; left -= 1) at += elementBytes(extras, at);
  return at;
}

/** Bytes of the elements of arrays ([MS-XLSB] 2.5.97.93) by their types: number, text, boolean, error. */
function elementBytes(extras: DataView, at: number): number {
  const type = extras.getUint8(at);
  if (type === 1) {
    const length = at + 3 <= extras.byteLength ? extras.getUint16(at + 1, true) : 0;
    // The library skips a byte behind the length of an empty text.
    return length === 0 ? 4 : 3 + 2 * length;
  }
  if (type === 0) return 9;
  return type === 2 ? 2 : 5;
}

/** Four bytes; the greatest number for those behind the end. */
function longAt(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : 0xff_ff_ff_ff;
}
