/** Characters up to which a list or object stays on one line: a table row of small values does, a document does not. */
const maxFlatCharacters = 100;

/**
 * JSON in lines: what is short stays on one line, numbers and words are filled into lines, everything else is indented
 * by one space a level. A fraction of the tokens of `JSON.stringify` with an indent, and no line grows long but for a
 * long string. The value must be shallow enough to recurse.
 */
export function layOutJson(value: unknown): string {
  return layOut(value, "");
}

function layOut(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const [open, close, items] = Array.isArray(value)
    ? ["[", "]", value.map((item) => layOut(item, inner))]
    : ["{", "}", Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, inner)}`)];
  const isFlat = lengthOf(items) <= maxFlatCharacters && items.every((item) => !item.includes("\n"));
  if (isFlat) return `${open}${items.join(", ")}${close}`;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
  const rows = isPlainList ? fillRows(items) : items;
  return `${open}\n${rows.map((row) => inner + row).join(",\n")}\n${indent}${close}`;
}

function lengthOf(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + item.length + 2, 0);
}

function fillRows(items: readonly string[]): readonly string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let length = 0;
  for (const item of items) {
    if (row.length > 0 && length + item.length > maxFlatCharacters) {
      rows.push(row.join(", "));
      row = [];
      length = 0;
    }
    row.push(item);
    length += item.length + 2;
  }
  return [...rows, row.join(", ")];
}
