import type { SheetChartSeries } from "./sheet-chart.ts";

/** Maximum length of a formula in Excel. */
export const maxReferenceCharacters = 8192;

/** Prefix of a name that is defined in the same workbook: `[0]!Sales`. */
const ownBook = "[0]!";

const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Returns a reference that can be shown in a line; `undefined` if it is too long or has control characters. */
export function usableReference(reference: string | undefined): string | undefined {
  if (reference === undefined || reference.length > maxReferenceCharacters) return undefined;
  return controlCharacter.test(reference) ? undefined : reference.replaceAll(ownBook, "") || undefined;
}

/** Returns the references to the values of the series, without those to their names. */
export function referencesIn(series: readonly SheetChartSeries[]): readonly string[] {
  return series.flatMap(({ x, y, size }) => [x, y, size].filter((reference) => reference !== undefined));
}

/** True if the cells are in another workbook: `[1]Sheet1!$A$1`. */
export function isElsewhere(reference: string): boolean {
  return /^'?\[/.test(reference);
}

/**
 * The tokens of a reference: a sheet with its sign, `Data!` or `'My data'!`, other words, and the signs of absolute
 * references. Each character is in at most one token, so that the time is linear.
 */
const token = /'(?:[^']|'')*'!?|[^\s'!(),;:$]+!?|\$/g;

/** Returns the sheet of all references, or `undefined` if they have none or several. */
export function sharedSheet(references: readonly string[]): string | undefined {
  const sheets = new Set<string>();
  for (const reference of references) {
    const found = (reference.match(token) ?? []).filter((each) => each.endsWith("!"));
    if (found.length === 0) return undefined;
    for (const sheet of found) sheets.add(sheetName(sheet));
  }
  return sheets.size === 1 ? [...sheets][0] : undefined;
}

/** Returns the name in `'Tom''s data'!`. */
function sheetName(written: string): string {
  const name = written.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

const plainName = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** Formats the name of a sheet as formulas write it. */
export function quotedSheet(name: string): string {
  return plainName.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}

/** Removes a sheet, and the signs of absolute references. */
export function plainReference(reference: string, sheet: string): string {
  return reference.replaceAll(token, (written) => {
    if (written === "$") return "";
    return written.endsWith("!") && sheetName(written) === sheet ? "" : written;
  });
}

/** Applies a function to all references of a series. */
export function withReferences(
  { name, label, x, y, size }: SheetChartSeries,
  change: (reference: string | undefined) => string | undefined,
): SheetChartSeries {
  return { name, label: change(label), x: change(x), y: change(y), size: change(size) };
}
