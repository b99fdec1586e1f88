import type { Outline, OutlineEntry } from "@reader/core";
import { isPlaceShape } from "./event-faults.ts";

/** Deeper than any outline that helps. */
const maxDepth = 32;

const kinds: ReadonlySet<string> = new Set([
  "module",
  "class",
  "interface",
  "enum",
  "type",
  "function",
  "method",
  "property",
  "constant",
  "rule",
  "key",
  "heading",
  "page",
  "slide",
  "sheet",
  "cell",
  "entry",
]);

/** What is wrong with an outline, a sentence each; empty for a well-formed one. */
export function outlineFaults(outline: Outline): readonly string[] {
  if (!Array.isArray(outline.entries)) return ["an outline must have a list of entries"];
  return faultsIn(outline.entries, undefined, 1);
}

function faultsIn(entries: readonly OutlineEntry[], around: OutlineEntry | undefined, depth: number): string[] {
  if (depth > maxDepth) return ["its entries are nested too deeply"];
  let lastFirst = 0;
  return entries.flatMap((entry) => {
    const faults = [...entryFaults(entry), ...positionFaults(entry, around, lastFirst)];
    lastFirst = entry.lines?.first ?? lastFirst;
    const shown = JSON.stringify(String(entry.name).slice(0, 80));
    return [
      ...faults.map((fault) => `the entry ${shown}: ${fault}`),
      ...faultsIn(entry.children ?? [], entry, depth + 1),
    ];
  });
}

function entryFaults({ kind, name, title, lines, place }: OutlineEntry): readonly string[] {
  return [
    ...(kinds.has(kind) ? [] : [`"${kind}" is no kind of entry`]),
    ...(isLine(name) ? [] : ["its name is no text in one line"]),
    ...(isLine(title) ? [] : ["its title is no text in one line"]),
    ...(lines === undefined || isRange(lines) ? [] : ["its lines are no range"]),
    ...(place === undefined || isPlaceShape(place) ? [] : ["its place is none"]),
  ];
}

function positionFaults({ lines }: OutlineEntry, around: OutlineEntry | undefined, lastFirst: number): string[] {
  if (lines === undefined) return [];
  const outer = around?.lines;
  const isOutside = outer !== undefined && (lines.first < outer.first || lines.last > outer.last);
  return [
    ...(isOutside ? ["its lines are not within those of the entry around it"] : []),
    ...(lines.first < lastFirst ? ["it stands before the entry before it"] : []),
  ];
}

function isRange({ first, last }: NonNullable<OutlineEntry["lines"]>): boolean {
  return Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 1 && last >= first;
}

function isLine(value: unknown): boolean {
  return typeof value === "string" && !/[\r\n]/.test(value);
}
