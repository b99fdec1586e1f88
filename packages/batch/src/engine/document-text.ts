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

/** Returns the Markdown tables of a document. One that goes on in the next place is a single table. Other text has none. */
export function tablesOf(sections: readonly ChunkSection<PlaceName>[], style: TextStyle): readonly DocumentTable[] {
  const tables: DocumentTable[] = [];
  if (style !== "markdown") return tables;
  for (const section of sections) {
    if (!section.text.includes("|")) continue;
    const lines = section.text.split("\n");
    const last = tables.at(-1);
    const isOpen = last !== undefined && last.lines[1] === section.firstLine - 1;
    const more = isOpen ? lines.slice(0, continuedLength(lines)) : [];
    if (isOpen && more.length > 0) tables[tables.length - 1] = continued(last, more);
    tables.push(...sectionTables(section));
  }
  return tables;
}

function continued(
  { markdown, lines: [first, last], ...facts }: DocumentTable,
  more: readonly string[],
): DocumentTable {
  return { ...facts, markdown: [markdown, ...more].join("\n"), lines: [first, last + more.length] };
}

function sectionTables({ text, firstLine, at }: ChunkSection<PlaceName>): readonly DocumentTable[] {
  const lines = text.split("\n");
  const tables: DocumentTable[] = [];
  for (let start = 0; start < lines.length;) {
    if (!isTableStart(lines, start)) {
      start += 1;
      continue;
    }
    const length = tableLength(lines, start);
    tables.push({
      markdown: lines.slice(start, start + length).join("\n"),
      lines: [firstLine + start, firstLine + start + length - 1],
      ...(at === undefined ? {} : { at: nameOf(at) }),
    });
    start += length;
  }
  return tables;
}
