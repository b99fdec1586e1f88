import {
  dayOfWordDate,
  type ParagraphStyle,
  isCodeStyle,
  isQuoteStyle,
  type Recording,
} from "@reader/document/builder";
import type { PageBreaks } from "../breaks/page-breaks.ts";
import { bodyOf, setState } from "./collect.ts";
import type { CharacterState, ParagraphState } from "./group-state.ts";
import { runFormat } from "./rtf-text.ts";
import type { RtfReader } from "./rtf-reader.ts";

/** Makes the text of the current group part of the document. */
export function showText(reader: RtfReader): void {
  let last: CharacterState | undefined;
  const write = (characters: string): void => {
    const { character } = reader.state;
    if (last === undefined || isOtherChange(last, character)) countChange(reader, character);
    if (character.isHidden && last?.isHidden !== true) reader.builder.hiddenCount += 1;
    last = character;
    startDuePage(reader)?.text(characters);
    reader.paragraphs.write(characters, runFormat(reader));
  };
  setState(reader, { destination: bodyOf(reader, write) });
}

/**
 * Starts a page before the first content of a paragraph that has to start on one. Returns the counter, which takes the
 * content next, or `undefined` if pages are not counted here.
 */
export function startDuePage({ breaks, paragraphs, state }: RtfReader): PageBreaks | undefined {
  if (breaks === undefined || state.isAside) return undefined;
  const { startsPage, isInTable } = state.paragraph;
  const page = breaks.block(startsPage && !isInTable && paragraphs.isEmpty);
  if (page !== undefined) paragraphs.startPage(page);
  return breaks;
}

function isOtherChange(one: CharacterState, other: CharacterState): boolean {
  return one.isInserted !== other.isInserted || one.isDeleted !== other.isDeleted || one.author !== other.author;
}

function countChange({ builder, authors }: RtfReader, { isInserted, isDeleted, author, date }: CharacterState): void {
  if (!isInserted && !isDeleted) return;
  builder.changes.count(isDeleted ? "deletion" : "insertion", authors[author] ?? "", dayOfWordDate(date));
}

/** Records the current group as a separate text and passes it to `done` when the group closes. */
export function holdText(reader: RtfReader, done: (aside: Recording) => void): void {
  reader.paragraphs.begin();
  showText(reader);
  setState(reader, {
    link: undefined,
    field: undefined,
    isAside: true,
    paragraph: { ...reader.state.paragraph, isInTable: false, tableDepth: 0, list: 0 },
    onClose: () => {
      const { paragraphs } = reader;
      if (!paragraphs.isEmpty) paragraphs.end(tableDepthOf(reader), styleOf(reader));
      done(paragraphs.finish());
    },
  });
}

/** Returns the table depth of the current paragraph. */
export function tableDepthOf({ state }: RtfReader): number {
  const { isInTable, tableDepth } = state.paragraph;
  return isInTable ? Math.max(1, tableDepth) : Math.max(0, tableDepth);
}

/** Returns the style of the current paragraph, as known at its end. */
export function styleOf(reader: RtfReader): ParagraphStyle {
  const { paragraph } = reader.state;
  const style = reader.styles.get(paragraph.style ?? Number.NaN);
  const name = style?.name ?? "";
  const own = paragraph.outline === undefined || paragraph.outline > 8 ? undefined : paragraph.outline + 1;
  const label = labelOf(reader);
  return {
    heading: own ?? style?.heading,
    isCode: isCodeStyle(name),
    isQuote: isQuoteStyle(name),
    list: label === undefined ? undefined : { level: levelOf(paragraph), label },
  };
}

/** List levels follow the indent, across lists. */
function levelOf({ indent, listLevel }: ParagraphState): number {
  return Math.max(0, indent) * 10 + listLevel;
}

function labelOf(reader: RtfReader): string | undefined {
  const listed = listLabelOf(reader);
  return listed ?? (reader.state.paragraph.firstIndent < 0 ? reader.paragraphs.takeHangingLabel() : undefined);
}

function listLabelOf(reader: RtfReader): string | undefined {
  const { state, paragraphs, overrides, lists, counter } = reader;
  // LibreOffice writes the label first and then removes the paragraph from the list of its style.
  if (reader.isLabelOfList && state.paragraph.list === 0 && overrides.size > 0) return undefined;
  const written = paragraphs.label?.trim();
  // Courier's small o stands for a bullet.
  if (written !== undefined) return written === "o" ? "•" : written;
  const { list, listLevel } = state.paragraph;
  const levels = lists.get(overrides.get(list) ?? Number.NaN);
  if (list === 0 || levels === undefined) return undefined;
  return counter.next(String(list), listLevel, levels);
}
