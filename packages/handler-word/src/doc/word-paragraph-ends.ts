import type { ParagraphStyle, HeldParagraphs } from "@reader/document/builder";
import type { ParagraphProperties } from "./properties.ts";
import type { WordDocument } from "./word-document.ts";
import type { WordRun } from "./word-runs.ts";
import type { WordState } from "./word-teller-state.ts";

/** Ends a paragraph, and the inner cell or row whose last one it is. */
export function endParagraph(state: WordState, run: WordRun, index: number): void {
  if (state.fields.takeCode(" ")) return;
  const properties = run.paragraphAt(index);
  const depth = depthOf(properties);
  endTold(state, properties, depth);
  if (properties.isInnerRowEnd) state.paragraphs.endRow(depth);
  else if (properties.isInnerCellEnd) state.paragraphs.endCell(depth);
}

/** Ends a cell, or the row whose mark it is. */
export function endCell(state: WordState, run: WordRun, index: number): void {
  const properties = run.paragraphAt(index);
  const depth = Math.max(1, depthOf(properties));
  if (properties.isRowEnd) {
    state.paragraphs.endRow(depth);
    return;
  }
  endTold(state, properties, depth);
  state.paragraphs.endCell(depth);
}

function endTold(state: WordState, properties: ParagraphProperties, depth: number): void {
  state.paragraphs.end(depth, styleOf(state, properties));
}

function depthOf({ isInTable, tableDepth }: ParagraphProperties): number {
  return Math.max(0, tableDepth ?? (isInTable ? 1 : 0));
}

/** Numbers above this one are no lists but what older versions wrote instead of one. */
const maxList = 0x7fe;

function styleOf({ document, paragraphs }: WordState, properties: ParagraphProperties): ParagraphStyle {
  const { styles } = document;
  const { style, outline } = properties;
  const own = outline === undefined || outline > 8 ? undefined : outline + 1;
  const heading = own ?? styles.heading(style);
  const listed = listItemOf(document, properties);
  return {
    heading,
    isCode: styles.isCode(style),
    isQuote: styles.isQuote(style),
    list: listed ?? (heading === undefined ? hangingItem(paragraphs, properties) : undefined),
  };
}

function listItemOf({ lists }: WordDocument, { list, listLevel }: ParagraphProperties): ParagraphStyle["list"] {
  const label = list > 0 && list <= maxList ? lists.label(list, listLevel) : undefined;
  return label === undefined ? undefined : { level: listLevel, label: label === "" ? " " : label };
}

/** A sign and a tab in front of lines that hang are an item too. */
function hangingItem(paragraphs: HeldParagraphs, { isHanging, indent }: ParagraphProperties): ParagraphStyle["list"] {
  const label = isHanging ? paragraphs.takeHangingLabel() : undefined;
  return label === undefined ? undefined : { level: Math.max(0, indent), label };
}
