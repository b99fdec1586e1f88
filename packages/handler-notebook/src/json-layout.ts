/** Characters up to which a list or object stays on one line: a table row of small values does, a document does not. */
const maxFlatCharacters = 100;

/**
 * JSON in lines: what is short stays on one line, everything else is indented by one space a level. Half the tokens of
 * `JSON.stringify` with an indent, and no line grows long. The value must be shallow enough to recurse.
 */
export function layOutJson(value: unknown): string {
  return layOut(value, "");
}

function layOut(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => layOut(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const isFlat = lengthOf(items) <= maxFlatCharacters && items.every((item) => !item.includes("\n"));
  if (isFlat) return `${open}${items.join(", ")}${close}`;
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${indent}${close}`;
}

function lengthOf(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + item.length + 2, 0);
}
