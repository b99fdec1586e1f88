import { areasToken, arrayToken, formulaTokens, sharedToken, type FormulaVersion } from "./formula-tokens.ts";

/** Maximum size of a formula that other cells refer to, in bytes: the most that Excel writes ([MS-XLSB] 2.5.97.98). */
const maxSharedBytes = 16_384;

/** How a formula is used: only by its own cell or name, or also by other cells through a reference token. */
export type FormulaUse = "alone" | "shared";

/**
 * True if SheetJS can safely write the formula as text. A reference to a shared formula must be the whole formula, and
 * a shared formula must not refer to another one. Otherwise each level of references could double the text.
 */
export function isSafeFormula(formula: DataView, use: FormulaUse, version: FormulaVersion): boolean {
  const tokens = formulaTokens(formula, version);
  if (tokens === undefined || !tokens.includes(sharedToken)) {
    return use === "alone" || (tokens !== undefined && formula.byteLength <= maxSharedBytes);
  }
  return use === "alone" && tokens.length === 1;
}

/**
 * True if the arrays, areas and places after the tokens of an XLSB formula are complete. An array of four billion rows
 * without columns takes only eight bytes.
 */
export function hasCompleteExtras(formula: DataView, extras: DataView): boolean {
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

/** Returns the size of an array element by its type, in bytes ([MS-XLSB] 2.5.97.93): number, text, boolean or error. */
function elementBytes(extras: DataView, at: number): number {
  const type = extras.getUint8(at);
  if (type === 1) {
    const length = at + 3 <= extras.byteLength ? extras.getUint16(at + 1, true) : 0;
    // SheetJS skips one byte after the length of an empty text.
    return length === 0 ? 4 : 3 + 2 * length;
  }
  if (type === 0) return 9;
  return type === 2 ? 2 : 5;
}

/** Reads a 32-bit number; the maximum value beyond the end. */
function longAt(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : 0xff_ff_ff_ff;
}
