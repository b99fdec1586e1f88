import type { TextSection } from "@reader/core";

/** Whether a range of cells was shown completely, and the value of its first cell. */
export interface ShownCells {
  readonly isShown: boolean;
  readonly value?: string;
}

interface Corner {
  readonly column: number;
  readonly row: number;
}

/**
 * Finds cells in the text of a sheet. The reader writes it as a table with row numbers in the first column and column
 * letters in the first line, or as lines such as `C7: FALSE`.
 */
export function findCells(sections: readonly TextSection[], sheet: string, range: string): ShownCells {
  const own = sections.filter(
    ({ at }) => at?.unit === "sheet" && sheetName(at.label).toLowerCase() === sheet.toLowerCase(),
  );
  const [first, last] = cornersOf(range);
  if (own.length === 0 || first === undefined || last === undefined) return { isShown: false };
  const columns = columnsOf(own);
  const start = rowLine(own, first.row);
  const end = rowLine(own, last.row);
  if (start === undefined || end === undefined) return singleCell(own, range);
  const isShown =
    firstMissing(own, Math.min(start.number, end.number), Math.max(start.number, end.number)) === undefined &&
    columns.includes(first.column) &&
    columns.includes(last.column);
  const value = splitRow(start.text)[columns.indexOf(first.column) + 1];
  return { isShown, ...(isShown && value !== undefined ? { value } : {}) };
}

/** `Q3` of the label `"Q3" A1:F120 · hidden`. */
function sheetName(label = ""): string {
  return /^"(.*)"(?: .*)?$/.exec(label)?.[1] ?? label;
}

function cornersOf(range: string): readonly (Corner | undefined)[] {
  const [first = "", last = first] = range.split(":");
  return [cornerOf(first), cornerOf(last)];
}

function cornerOf(cell: string): Corner | undefined {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  return letters === undefined ? undefined : { column: columnNumber(letters), row: Number(digits) };
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The columns of the table, from its header if that was shown, otherwise from the label of the place. */
function columnsOf(sections: readonly TextSection[]): readonly number[] {
  for (const { text } of linesOf(sections)) {
    if (/^\| *\|(?:[A-Z]{1,3}\b[^|]*\|)+$/.test(text)) {
      return splitRow(text)
        .slice(1)
        .map((name) => columnNumber(/^[A-Z]*/.exec(name)?.[0] ?? ""));
    }
  }
  const label = sections[0]?.at?.label ?? "";
  const [, from = "", to = from] = /"(?: ([A-Z]{1,3})\d+(?::([A-Z]{1,3})\d+)?)/.exec(label) ?? [];
  const [first, last] = [columnNumber(from), columnNumber(to)];
  return first === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function rowLine(sections: readonly TextSection[], row: number): ShownLine | undefined {
  const start = new RegExp(`^\\| *${row}(?: [^|]*)?\\|`);
  return [...linesOf(sections)].find(({ text }) => start.test(text));
}

function singleCell(sections: readonly TextSection[], cell: string): ShownCells {
  const line = [...linesOf(sections)].find(({ text }) => text.startsWith(`${cell}: `));
  return line === undefined ? { isShown: false } : { isShown: true, value: line.text.slice(cell.length + 2) };
}

/** The cells of a row, starting with the row number. Bars inside cells are escaped. */
function splitRow(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
}

/** A line that was shown, with its number. */
interface ShownLine {
  readonly number: number;
  readonly text: string;
}

/** All lines of these sections. */
function* linesOf(sections: readonly TextSection[]): Generator<ShownLine, void, undefined> {
  for (const { text, firstLine } of sections) {
    let number = firstLine;
    for (const line of text.split("\n")) yield { number: number++, text: line };
  }
}

/** Returns the first line of the range that no section contains, or `undefined` if all were shown. */
export function firstMissing(sections: readonly TextSection[], first: number, last: number): number | undefined {
  const ordered = [...sections].sort((left, right) => left.firstLine - right.firstLine);
  let wanted = first;
  for (const { firstLine, lineCount } of ordered) {
    if (firstLine > wanted) break;
    wanted = Math.max(wanted, firstLine + lineCount);
  }
  return wanted > last ? undefined : wanted;
}

/** The text of a line, if it was shown. */
export function lineAt(sections: readonly TextSection[], number: number): string | undefined {
  const section = sections.find(({ firstLine, lineCount }) => firstLine <= number && number < firstLine + lineCount);
  return section?.text.split("\n")[number - section.firstLine];
}
