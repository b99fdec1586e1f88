// Nearly all cells of large sheets have the form `<c r="B7" s="1" t="s"><v>12</v></c>`, with a number, a string index
// or a boolean. This fast path reads those and leaves others to `scanRows`.

/** The cell read last. One object is reused for all cells. */
export interface PlainCell {
  column: number;
  style: number;
  type: "n" | "s" | "b";
  value: number;
  /** Position of the decimal point, or -1. */
  pointAt: number;
  /** Position of the value. */
  start: number;
  end: number;
  /** True if the text is what `General` shows: at most ten digits, no redundant zeros. */
  isShort: boolean;
}

/** Creates an empty cell. */
export function createPlainCell(): PlainCell {
  return { column: 0, style: 0, type: "n", value: 0, pointAt: -1, start: 0, end: 0, isShort: false };
}

const space = 32;
const doubleQuote = 34;
const minus = 45;
const point = 46;
const zero = 48;
const lessThan = 60;
const equals = 61;
const greaterThan = 62;
const letterB = 98;
const letterR = 114;
const letterS = 115;
const letterT = 116;
const letterV = 118;

/** Reads a cell from after `<c` to after `</c>`. Returns -1 if it does not have the common form. */
export function scanPlainCell(xml: string, start: number, cell: PlainCell): number {
  let at = scanAddress(xml, start, cell);
  if (at < 0) return -1;
  at = scanStyleAndType(xml, at, cell);
  const isValue =
    xml.charCodeAt(at) === lessThan && xml.charCodeAt(at + 1) === letterV && xml.charCodeAt(at + 2) === greaterThan;
  if (at < 0 || !isValue) return -1;
  at = scanNumber(xml, at + 3, cell);
  return at >= 0 && xml.startsWith("</v></c>", at) ? at + "</v></c>".length : -1;
}

/** Reads the column letters of ` r="B7"`. The row is known. */
function scanAddress(xml: string, start: number, cell: PlainCell): number {
  const isNamed = xml.charCodeAt(start) === space && xml.charCodeAt(start + 1) === letterR;
  if (!isNamed || xml.charCodeAt(start + 2) !== equals || xml.charCodeAt(start + 3) !== doubleQuote) return -1;
  let at = start + 4;
  let column = 0;
  for (let letter = xml.charCodeAt(at) - 64; letter >= 1 && letter <= 26; letter = xml.charCodeAt((at += 1)) - 64) {
    column = column * 26 + letter;
  }
  cell.column = column;
  if (column === 0 || column > 16_384) return -1;
  at = afterDigits(xml, at);
  return xml.charCodeAt(at) === doubleQuote ? at + 1 : -1;
}

function afterDigits(xml: string, start: number): number {
  let at = start;
  for (let digit = xml.charCodeAt(at); digit >= zero && digit <= zero + 9; digit = xml.charCodeAt(at)) at += 1;
  return at;
}

/** Reads ` s="1" t="s">`; both attributes are optional. */
function scanStyleAndType(xml: string, start: number, cell: PlainCell): number {
  let at = start;
  cell.style = 0;
  cell.type = "n";
  while (xml.charCodeAt(at) === space) {
    if (xml.charCodeAt(at + 2) !== equals || xml.charCodeAt(at + 3) !== doubleQuote) return -1;
    const name = xml.charCodeAt(at + 1);
    if (name === letterS) at = scanStyle(xml, at + 4, cell);
    else if (name === letterT) at = scanType(xml, at + 4, cell);
    else return -1;
    if (at < 0) return -1;
  }
  return xml.charCodeAt(at) === greaterThan ? at + 1 : -1;
}

function scanStyle(xml: string, start: number, cell: PlainCell): number {
  let at = start;
  let style = 0;
  for (let digit = xml.charCodeAt(at) - zero; digit >= 0 && digit <= 9; digit = xml.charCodeAt((at += 1)) - zero) {
    style = style * 10 + digit;
  }
  cell.style = style;
  return xml.charCodeAt(at) === doubleQuote ? at + 1 : -1;
}

function scanType(xml: string, at: number, cell: PlainCell): number {
  if (xml.charCodeAt(at + 1) !== doubleQuote) return -1;
  const type = xml.charCodeAt(at);
  if (type === letterS) cell.type = "s";
  else if (type === letterB) cell.type = "b";
  else return -1;
  return at + 2;
}

/** Maximum number of digits that a double holds exactly, including decimals. */
const maxDigits = 15;
const maxShortDigits = 10;
const powers: readonly number[] = Array.from({ length: maxDigits + 1 }, (_, power) => 10 ** power);

/** Reads a number with an optional minus and decimal point. Returns the position after it. */
function scanNumber(xml: string, start: number, cell: PlainCell): number {
  const isNegative = xml.charCodeAt(start) === minus;
  cell.start = isNegative ? start + 1 : start;
  const at = scanDigits(xml, cell.start, cell);
  const count = at - cell.start - (cell.pointAt < 0 ? 0 : 1);
  if (count === 0 || count > maxDigits) return -1;
  const decimals = cell.pointAt < 0 ? 0 : at - cell.pointAt - 1;
  // The quotient of two exact numbers is the nearest double.
  if (decimals > 0) cell.value /= powers[decimals] ?? 1;
  cell.end = at;
  cell.isShort = count <= maxShortDigits && isCanonical(xml, cell);
  return isNegative ? takeNegative(cell) : at;
}

/** Returns the result of `scanNumber` for a negative number. */
function takeNegative(cell: PlainCell): number {
  cell.start -= 1;
  cell.isShort &&= cell.value !== 0;
  cell.value = -cell.value;
  return cell.end;
}

/** Reads the digits as a whole number and notes the position of the decimal point. */
function scanDigits(xml: string, start: number, cell: PlainCell): number {
  let at = start;
  let value = 0;
  let pointAt = -1;
  for (let digit = xml.charCodeAt(at) - zero; ; digit = xml.charCodeAt((at += 1)) - zero) {
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit === point - zero && pointAt < 0) pointAt = at;
    else break;
  }
  cell.value = value;
  cell.pointAt = pointAt;
  return at;
}

function isCanonical(xml: string, cell: PlainCell): boolean {
  return cell.pointAt < 0 ? isCanonicalWhole(xml, cell) : isCanonicalDecimal(xml, cell);
}

/** True if there are no redundant leading zeros. */
function isCanonicalWhole(xml: string, { start, end }: PlainCell): boolean {
  return xml.charCodeAt(start) !== zero || end === start + 1;
}

/** True if there are no redundant leading or trailing zeros. */
function isCanonicalDecimal(xml: string, { start, end, pointAt }: PlainCell): boolean {
  const last = xml.charCodeAt(end - 1);
  const isBare = pointAt === start || last === point || last === zero;
  return !isBare && (xml.charCodeAt(start) !== zero || pointAt === start + 1);
}
