import { printable } from "./printable.ts";

/**
 * A fact that a handler tells, in lines: flat lists and objects in words on one line, lists of lists and of objects
 * with an item a line, and objects in objects indented below their names.
 */
export function factLines(value: unknown): readonly string[] {
  return linesOf(value).map(printable);
}

const indent = "  ";

function linesOf(value: unknown): readonly string[] {
  if (!isComposed(value)) return [String(value)];
  const entries = Object.entries(value);
  if (!entries.some(([, each]) => isComposed(each))) return [flatText(value)];
  if (Array.isArray(value)) return entries.flatMap(([, each]) => itemLines(each));
  return entries.flatMap(([name, each]) => namedLines(name, linesOf(each)));
}

/** A row of cells keeps them apart by bars, since cells have commas. */
function itemLines(item: unknown): readonly string[] {
  const isRow = Array.isArray(item) && !item.some(isComposed);
  return isRow ? [item.map(String).join(" | ")] : linesOf(item);
}

function namedLines(name: string, lines: readonly string[]): readonly string[] {
  const [only = ""] = lines;
  return lines.length <= 1 ? [`${name} ${only}`] : [name, ...lines.map((line) => `${indent}${line}`)];
}

function flatText(value: object): string {
  const parts = Object.entries(value).map(([name, each]) =>
    Array.isArray(value) ? String(each) : `${name} ${String(each)}`,
  );
  return parts.join(", ");
}

function isComposed(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
