import type { Outline, OutlineEntry, OutlineExcerpt } from "../contract/outline.ts";
import { escapeName } from "./escapes.ts";
import { placeWords } from "./place-line.ts";
import { counted, grouped, shortened } from "./words.ts";

/** Maximum length of a title, in UTF-16 units. A longer signature is no more informative. */
const maxTitleCharacters = 200;

/** Maximum indentation depth. Deeper entries have the same indentation. */
const maxIndent = 12;

const indent = "  ";

/** An outline entry and its depth, from 0. */
export interface OutlineRow {
  readonly entry: OutlineEntry;
  readonly depth: number;
}

/** Returns all entries in document order. */
export function outlineRows(entries: readonly OutlineEntry[]): OutlineRow[] {
  const rows: OutlineRow[] = [];
  addRows(rows, entries, 0);
  return rows;
}

function addRows(rows: OutlineRow[], entries: readonly OutlineEntry[], depth: number): void {
  for (const entry of entries) {
    rows.push({ entry, depth });
    if (entry.children !== undefined) addRows(rows, entry.children, depth + 1);
  }
}

/** Renders an outline as lines of text, one per entry, after its summary: `12-48  class Reader`, `page 3  Results`. */
export function outlineLines({ entries, summary }: Outline): readonly string[] {
  const lines = withGaps(entries, (entry, depth) => {
    const title = `${indentOf(depth)}${titleOf(entry)}`;
    const where = whereWords(entry);
    return where === "" ? title : `${where}${indent}${title}`;
  });
  return summary === undefined ? lines : [summary, ...lines];
}

/** Returns the location of an entry in request syntax, `12-48` or `page 3`; empty if it has none. */
export function whereWords({ lines, place }: OutlineEntry): string {
  if (lines !== undefined) return lines.first === lines.last ? `${lines.first}` : `${lines.first}-${lines.last}`;
  return place === undefined ? "" : placeWords(place);
}

/**
 * Renders the outline at the end of an answer. Its lines start with a number, like those of content, because their text
 * comes from the file. Lines without a number are the reader's. Entries of a document are numbered by its own unit.
 */
export function outlineBlock(outline: OutlineExcerpt): string {
  const { entries, summary, truncated, omittedEntries = 0 } = outline;
  const rows = outlineRows(entries);
  const by = rows.find(({ entry }) => entry.place !== undefined)?.entry.place?.unit;
  const head = [
    "outline of the whole file",
    by === undefined ? "" : `by ${by}`,
    truncated === true ? "incomplete" : "",
  ];
  const more = rows.length === 0 ? "" : "more ";
  const omitted = counted(omittedEntries, `${more}entry`, `${more}entries`);
  return [
    `[${head.filter((words) => words !== "").join(" · ")}]`,
    ...(summary === undefined ? [] : [`1\t${escapeName(summary)}`]),
    ...withGaps(entries, (entry, depth) => `${numberOf(entry)}\t${indentOf(depth)}${escapeName(titleOf(entry))}`),
    ...(omittedEntries === 0 ? [] : [`[${omitted}: view "outline", with select or find for some of them]`]),
  ].join("\n");
}

/** Renders each entry as a line, and after it and its children a line for entries omitted there. */
function withGaps(
  entries: readonly OutlineEntry[],
  lineOf: (entry: OutlineEntry, depth: number) => string,
  depth = 0,
): readonly string[] {
  return entries.flatMap((entry) => [
    lineOf(entry, depth),
    ...withGaps(entry.children ?? [], lineOf, depth + 1),
    ...(entry.omittedAfter === undefined ? [] : [gapWords(entry.omittedAfter)]),
  ]);
}

function gapWords({ entries, lines }: NonNullable<OutlineEntry["omittedAfter"]>): string {
  return `[${grouped(entries)} more${lines === undefined ? "" : ` in lines ${lines.first}-${lines.last}`}]`;
}

/**
 * Returns the number before an entry: its lines, or the number of its place. A group has the number of its first entry.
 */
function numberOf(entry: OutlineEntry): string {
  const { lines, place, children = [] } = entry;
  if (lines !== undefined) return whereWords(entry);
  if (place !== undefined) return String(place.index);
  const [first] = children;
  return first === undefined ? "1" : numberOf(first);
}

function titleOf({ title, name }: OutlineEntry): string {
  return shortened(title === "" ? name : title, maxTitleCharacters);
}

function indentOf(depth: number): string {
  return indent.repeat(Math.min(depth, maxIndent));
}
