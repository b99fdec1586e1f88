import type { OutlineEntry } from "../../contract/outline.ts";

/** What of an outline is kept. */
export interface Thinning {
  /** Levels that are whole, the outermost first. */
  readonly whole: number;
  /** Of the level below those, the entries that each entry around them keeps; all deeper ones go. */
  readonly kept: number;
}

/** An outline with less in it; each entry tells what is left out right behind it. */
export function thinEntries(entries: readonly OutlineEntry[], { whole, kept }: Thinning): readonly OutlineEntry[] {
  if (whole > 0) return entries.map((entry) => withChildren(entry, { whole: whole - 1, kept }));
  return spread(entries, kept).map((entry) => withChildren(entry, { whole: 0, kept: 0 }));
}

function withChildren({ children = [], ...entry }: OutlineEntry, thinning: Thinning): OutlineEntry {
  const left = thinEntries(children, thinning);
  return left.length === 0 ? entry : { ...entry, children: left };
}

/**
 * So many of the entries of a level, the first one always, the others evenly over all of them, so that no part of a file
 * is without; constants and properties only where everything else is kept.
 */
function spread(entries: readonly OutlineEntry[], count: number): readonly OutlineEntry[] {
  const [first, ...others] = entries;
  if (first === undefined || count === 0) return [];
  const telling = others.filter((entry) => !isValue(entry));
  const few = evenly(telling, count - 1);
  const values = evenly(others.filter(isValue), count - 1 - few.length);
  return withGaps(entries, new Set([first, ...few, ...values]));
}

/** A header may begin with hundreds of constants, and the functions below them are what a reader looks for. */
function isValue({ kind, children = [] }: OutlineEntry): boolean {
  return (kind === "constant" || kind === "property") && children.length === 0;
}

function evenly(entries: readonly OutlineEntry[], count: number): readonly OutlineEntry[] {
  if (count >= entries.length) return entries;
  return Array.from({ length: count }, (_, at) => entries[Math.floor(((at + 0.5) * entries.length) / count)]).filter(
    (entry) => entry !== undefined,
  );
}

/** The kept entries, the first one among them, with what stands between each and the next. */
function withGaps(entries: readonly OutlineEntry[], kept: ReadonlySet<OutlineEntry>): readonly OutlineEntry[] {
  const groups: OutlineEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group === undefined || kept.has(entry)) groups.push([entry]);
    else group.push(entry);
  }
  return groups.flatMap((group) => {
    const [head, next] = group;
    const last = group.at(-1);
    if (head === undefined || next === undefined || last === undefined) return group;
    // To tell of one entry takes as much room as the entry.
    return next === last ? group : [{ ...head, omittedAfter: gapOf(group.length - 1, next, last) }];
  });
}

function gapOf(entries: number, first: OutlineEntry, last: OutlineEntry): NonNullable<OutlineEntry["omittedAfter"]> {
  if (first.lines === undefined || last.lines === undefined) return { entries };
  return { entries, lines: { first: first.lines.first, last: Math.max(first.lines.first, last.lines.last) } };
}
