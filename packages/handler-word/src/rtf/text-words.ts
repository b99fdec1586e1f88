import { setState } from "./collect.ts";
import { type CharacterState, type ParagraphState, plainCharacter, plainParagraph } from "./group-state.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { writeText } from "./rtf-text.ts";
import { styleOf, tableDepthOf } from "./write-body.ts";

/** The action of a control word. */
export type WordAction = (reader: RtfReader, parameter: number | undefined) => void;

function character(change: (parameter: number | undefined) => Partial<CharacterState>): WordAction {
  return (reader, parameter) => setState(reader, { character: { ...reader.state.character, ...change(parameter) } });
}

function paragraph(change: (parameter: number | undefined) => Partial<ParagraphState>): WordAction {
  return (reader, parameter) => setState(reader, { paragraph: { ...reader.state.paragraph, ...change(parameter) } });
}

function literal(text: string): WordAction {
  return (reader) => writeText(reader, text);
}

/** A property is on unless its parameter is 0. */
function isOn(parameter: number | undefined): boolean {
  return parameter !== 0;
}

/** RTF writes UTF-16 code units as signed 16-bit numbers. */
function unicode(reader: RtfReader, parameter: number | undefined): void {
  const unit = ((parameter ?? 0x3f) + 0x1_0000) % 0x1_0000;
  reader.unitsToSkip = 0;
  writeText(reader, String.fromCharCode(unit));
  reader.unitsToSkip = reader.state.fallbackUnits;
}

/** Control words for character formatting, and those that stand for a character. */
export const characterWords: Readonly<Record<string, WordAction>> = {
  plain: (reader) =>
    setState(reader, {
      character: { ...plainCharacter, isInserted: false, isDeleted: reader.state.character.isDeleted },
    }),
  f: character((font) => ({ font })),
  b: character((parameter) => ({ isBold: isOn(parameter) })),
  ab: character((parameter) => ({ isBold: isOn(parameter) })),
  i: character((parameter) => ({ isItalic: isOn(parameter) })),
  ai: character((parameter) => ({ isItalic: isOn(parameter) })),
  strike: character((parameter) => ({ isStruck: isOn(parameter) })),
  striked: character((parameter) => ({ isStruck: isOn(parameter) })),
  v: character((parameter) => ({ isHidden: isOn(parameter) })),
  caps: character((parameter) => ({ isCapital: isOn(parameter) })),
  super: character((parameter) => ({ script: isOn(parameter) ? "sup" : undefined })),
  sub: character((parameter) => ({ script: isOn(parameter) ? "sub" : undefined })),
  nosupersub: character(() => ({ script: undefined })),
  up: character((parameter = 6) => ({ script: parameter > 0 ? "sup" : undefined })),
  dn: character((parameter = 6) => ({ script: parameter > 0 ? "sub" : undefined })),
  revised: character((parameter) => ({ isInserted: isOn(parameter) })),
  deleted: character((parameter) => ({ isDeleted: isOn(parameter) })),
  revauth: character((author = 0) => ({ author })),
  revauthdel: character((author = 0) => ({ author })),
  revdttm: character((date = 0) => ({ date })),
  revdttmdel: character((date = 0) => ({ date })),
  u: unicode,
  uc: (reader, parameter) => setState(reader, { fallbackUnits: Math.min(8, Math.max(0, parameter ?? 1)) }),
  tab: literal("\t"),
  nesttab: literal("\t"),
  emdash: literal("—"),
  endash: literal("–"),
  emspace: literal(" "),
  enspace: literal(" "),
  qmspace: literal(" "),
  bullet: literal("•"),
  lquote: literal("‘"),
  rquote: literal("’"),
  ldblquote: literal("“"),
  rdblquote: literal("”"),
  zwj: literal("\u200d"),
  zwnj: literal("\u200c"),
};

/** Control words for paragraph properties. */
export const paragraphWords: Readonly<Record<string, WordAction>> = {
  pard: (reader) => setState(reader, { paragraph: plainParagraph }),
  s: paragraph((style) => ({ style })),
  outlinelevel: paragraph((outline) => ({ outline })),
  ls: paragraph((list = 0) => ({ list })),
  ilvl: paragraph((level = 0) => ({ listLevel: Math.min(8, Math.max(0, level)) })),
  li: paragraph((indent = 0) => ({ indent })),
  lin: paragraph((indent = 0) => ({ indent })),
  fi: paragraph((firstIndent = 0) => ({ firstIndent })),
  intbl: paragraph((parameter) => ({ isInTable: isOn(parameter) })),
  itap: paragraph((depth = 0) => ({ tableDepth: Math.min(16, Math.max(0, depth)), isInTable: depth > 0 })),
};

function isBody({ state }: RtfReader): boolean {
  return state.destination.kind === "body";
}

/** Line breaks inside encapsulated HTML are part of the HTML. */
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

/** The paragraph before a cell mark belongs to that cell, even without `\intbl`. */
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
  else if (!breakHtml(reader)) reader.paragraphs.add((builder) => builder.lineBreak());
}

/** Control words that end lines, paragraphs, cells and rows. */
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
