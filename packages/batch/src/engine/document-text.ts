import type { TextSection } from "@reader/core";
import type { TextStyle } from "../chunks/blocks.ts";
import { continuedLength, isTableStart, tableLength } from "../chunks/blocks.ts";
import type { ChunkSection } from "../chunks/chunk-document.ts";
import type { DocumentPlace, DocumentTable } from "../contract/document.ts";
import type { PlaceName } from "../outputs/document-output.ts";

/** The text of a document, with its parts by their lines. */
export interface DocumentText {
  readonly text: string;
  readonly sections: readonly ChunkSection<PlaceName>[];
  readonly places: readonly DocumentPlace[];
}

/** Joins the sections of a document. A section that goes on inside a long line continues that line. */
export function joinSections(parts: readonly TextSection[]): DocumentText {
  const sections: { text: string; firstLine: number; at?: PlaceName | undefined }[] = [];
  let line = 1;
  for (const { text, firstColumn = 1, at, lineCount } of parts) {
    const last = sections.at(-1);
    if (last !== undefined && firstColumn > 1) {
      last.text += text;
      line += lineCount - 1;
      continue;
    }
    // One answer ended inside this place, and the next begins with the rest of it.
    if (last !== undefined && isSamePlace(last.at, at)) last.text += `\n${text}`;
    else sections.push({ text, firstLine: line, ...(at === undefined ? {} : { at }) });
    line += lineCount;
  }
  return {
    text: sections.map(({ text }) => text).join("\n"),
    sections,
    places: sections.flatMap((section) => placeOf(section)),
  };
}

function isSamePlace(one: PlaceName | undefined, other: PlaceName | undefined): boolean {
  return one?.unit === other?.unit && one?.index === other?.index && one?.label === other?.label;
}

function placeOf({ text, firstLine, at }: ChunkSection<PlaceName>): readonly DocumentPlace[] {
  if (at === undefined) return [];
  return [{ ...nameOf(at), lines: [firstLine, firstLine + text.split("\n").length - 1] }];
}

function nameOf({ unit, index, label }: PlaceName): PlaceName {
  return label === undefined ? { unit, index } : { unit, index, label };
}

/** A table whose lines are being collected. */
interface OpenTable {
  readonly texts: string[];
  /** The number of its first line. */
  readonly first: number;
  readonly at: PlaceName | undefined;
}

/** Returns the Markdown tables of a document. One that goes on in the next place is a single table. Other text has none. */
export function tablesOf(sections: readonly ChunkSection<PlaceName>[], style: TextStyle): readonly DocumentTable[] {
  if (style !== "markdown") return [];
  const tables: OpenTable[] = [];
  for (const section of sections) {
    if (!section.text.includes("|")) continue;
    const lines = section.text.split("\n");
    const last = tables.at(-1);
    if (last !== undefined && last.first + last.texts.length === section.firstLine) {
      for (const line of lines.slice(0, continuedLength(lines))) last.texts.push(line);
    }
    for (const table of sectionTables(lines, section)) tables.push(table);
  }
  return tables.map(({ texts, first, at }) => ({
    markdown: texts.join("\n"),
    lines: [first, first + texts.length - 1],
    ...(at === undefined ? {} : { at: nameOf(at) }),
  }));
}

function sectionTables(
  lines: readonly string[],
  { firstLine, at }: Pick<ChunkSection<PlaceName>, "firstLine" | "at">,
): readonly OpenTable[] {
  const tables: OpenTable[] = [];
  for (let start = 0; start < lines.length;) {
    const length = isTableStart(lines, start) ? tableLength(lines, start) : 0;
    if (length > 0) tables.push({ texts: lines.slice(start, start + length), first: firstLine + start, at });
    start += Math.max(1, length);
  }
  return tables;
}
