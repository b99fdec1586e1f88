/** The formats whose formulas are checked: BIFF5 (Excel 5 and 95), BIFF8 (Excel 97 to 2003) and BIFF12 (XLSB). */
export type FormulaVersion = 5 | 8 | 12;

/** PtgExp, which refers to the formula of another cell ([MS-XLS] 2.5.198.58). */
export const sharedToken = 0x01;

/** PtgArray, whose elements follow the formula (2.5.198.32). */
export const arrayToken = 0x20;

/** PtgMemArea, whose areas follow the formula (2.5.198.70). */
export const areasToken = 0x26;

const textToken = 0x17;
const otherTokens = 0x18;
const attributeToken = 0x19;
const choiceAttribute = 0x04;

/** Sizes of tokens including their type, in bytes, that are the same in all versions. */
const usualBytes: ReadonlyMap<number, number> = new Map([
  [0x01, 5],
  ...Array.from({ length: 20 }, (_, index): [number, number] => [0x03 + index, 1]),
  [0x1a, 11],
  [0x1b, 6],
  [0x1c, 2],
  [0x1d, 2],
  [0x1e, 3],
  [0x1f, 9],
  [0x21, 3],
  [0x22, 4],
  [0x26, 7],
  [0x29, 3],
  [0x2e, 3],
  [0x2f, 3],
]);

/** Sizes of arrays and of tokens with a sheet position or an index, in bytes. */
const bytesByVersion: Readonly<Record<FormulaVersion, ReadonlyMap<number, number>>> = {
  5: sizes([8, 15, 4, 7, 4, 7, 4, 7, 25, 18, 21, 18, 21]),
  8: sizes([8, 5, 5, 9, 5, 9, 5, 9, 7, 7, 11, 7, 11]),
  12: sizes([15, 5, 7, 13, 7, 13, 7, 13, 7, 9, 15, 9, 15]),
};

function sizes(bytes: readonly number[]): ReadonlyMap<number, number> {
  const types = [0x20, 0x23, 0x24, 0x25, 0x2a, 0x2b, 0x2c, 0x2d, 0x39, 0x3a, 0x3b, 0x3c, 0x3d];
  return new Map(types.map((type, index) => [type, bytes[index] ?? 0]));
}

/** Sizes of the tokens that start with 0x18, by their second byte. */
const otherBytes: ReadonlyMap<number, number> = new Map([
  ...[0x01, 0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x0d, 0x0f, 0x10, 0x1d].map((type): [number, number] => [type, 6]),
  [0x19, 14],
]);

/** The second bytes of attribute tokens. Each has four bytes, except the list of choices. */
const attributes: ReadonlySet<number> = new Set([0x00, 0x01, 0x02, 0x08, 0x10, 0x20, 0x21, 0x40, 0x41, 0x80]);

/**
 * Returns the token types of a formula without their value class, or `undefined` if the last token does not end where
 * the formula does. Uses the token sizes of SheetJS; a token that it does not know ends the formula.
 */
export function formulaTokens(formula: DataView, version: FormulaVersion): readonly number[] | undefined {
  const types: number[] = [];
  let at = 0;
  while (at < formula.byteLength) {
    const type = typeOf(formula.getUint8(at));
    const bytes = tokenBytes(formula, { at, type }, version);
    if (bytes === undefined) break;
    types.push(type);
    at += bytes;
  }
  return at > formula.byteLength ? undefined : types;
}

/** Types from 0x20 on exist three times, once per value class. */
function typeOf(byte: number): number {
  return byte < 0x40 || byte >= 0x80 ? byte : (byte & 0x1f) | 0x20;
}

function tokenBytes(
  formula: DataView,
  { at, type }: { readonly at: number; readonly type: number },
  version: FormulaVersion,
): number | undefined {
  const second = at + 1 < formula.byteLength ? formula.getUint8(at + 1) : 0;
  if (type === textToken) return textBytes(formula, at, version);
  if (type === otherTokens) return otherBytes.get(second);
  if (type === attributeToken) {
    if (second === choiceAttribute) return 2 + 2 + 2 * (wordOf(formula, at + 2) + 1);
    return attributes.has(second) ? 4 : undefined;
  }
  // SheetJS also accepts the number of a function with variable arguments with this bit set.
  return type === 0x38 && formula.getUint8(at) !== 0x38
    ? 4
    : (usualBytes.get(type) ?? bytesByVersion[version].get(type));
}

function textBytes(formula: DataView, at: number, version: FormulaVersion): number {
  if (version === 12) return 3 + 2 * wordOf(formula, at + 1);
  const length = wordOf(formula, at + 1) & 0xff;
  if (version === 5) return 2 + length;
  return 3 + (wordOf(formula, at + 1) > 0xff ? 2 * length : length);
}

/** Reads a 16-bit number; 0 beyond the end. */
function wordOf(formula: DataView, at: number): number {
  const byteAt = (place: number): number => (place < formula.byteLength ? formula.getUint8(place) : 0);
  return byteAt(at) + 0x1_00 * byteAt(at + 1);
}
