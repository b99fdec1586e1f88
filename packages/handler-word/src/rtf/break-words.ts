import type { WordAction } from "./character-words.ts";
import { writeText } from "./rtf-text.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { styleOf, tableDepthOf } from "./write-body.ts";

function isBody({ state }: RtfReader): boolean {
  return state.destination.kind === "body";
}

/** Where HTML is hidden in the document, breaks are part of its text. */
function breakHtml(reader: RtfReader): boolean {
  if (reader.html === undefined) return false;
  writeText(reader, "\n");
  return true;
}

function endParagraph(reader: RtfReader): void {
  if (!isBody(reader)) {
    writeText(reader, " ");
    return;
  }
  if (!breakHtml(reader)) reader.paragraphs.end(tableDepthOf(reader), styleOf(reader));
}

/** The paragraph in front of the mark of a cell is in that cell, even where it does not say so. */
function endCell(minDepth: number): WordAction {
  return (reader) => {
    if (!isBody(reader) || breakHtml(reader)) return;
    const depth = minDepth === 1 ? 1 : Math.max(minDepth, tableDepthOf(reader));
    reader.paragraphs.end(depth, styleOf(reader));
    reader.paragraphs.endCell(depth);
  };
}

function endRow(minDepth: number): WordAction {
  return (reader) => {
    if (!isBody(reader) || breakHtml(reader)) return;
    const depth = minDepth === 1 ? 1 : Math.max(minDepth, tableDepthOf(reader));
    if (!reader.paragraphs.isEmpty) {
      reader.paragraphs.end(depth, styleOf(reader));
      reader.paragraphs.endCell(depth);
    }
    reader.paragraphs.endRow(depth);
  };
}

function breakLine(reader: RtfReader): void {
  if (!isBody(reader)) writeText(reader, " ");
  else if (!breakHtml(reader)) reader.paragraphs.add((flow) => flow.lineBreak());
}

/** Words that end lines, paragraphs, cells and rows. */
export const breakWords: Readonly<Record<string, WordAction>> = {
  par: endParagraph,
  sect: endParagraph,
  page: breakLine,
  column: breakLine,
  softpage: () => undefined,
  line: breakLine,
  lbr: breakLine,
  cell: endCell(1),
  nestcell: endCell(2),
  row: endRow(1),
  nestrow: endRow(2),
};
