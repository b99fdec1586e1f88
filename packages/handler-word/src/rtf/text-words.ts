import type { SectionStart } from "../breaks/page-breaks.ts";
import { scriptOfPosition } from "@reader/document";
import { headingLevelOf, type NumberedLevel } from "@reader/document/builder";
import { symbolFontOf } from "@reader/document/content";
import { codePageOfCharset } from "@reader/office-kit/encodings";
import { collect, setState, sink } from "./collect.ts";
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
  nosupersub: character(() => ({ script: undefined, shifted: undefined })),
  up: character((parameter = 6) => ({ shifted: scriptOfPosition(Math.max(0, parameter)) })),
  dn: character((parameter = 6) => ({ shifted: scriptOfPosition(-Math.max(0, parameter)) })),
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
  pagebb: paragraph((parameter) => ({ startsPage: isOn(parameter) })),
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
    reader.paragraphs.endRow(depth, reader.state.cellEdges);
  };
}

function breakLine(reader: RtfReader): void {
  if (!isBody(reader)) writeText(reader, " ");
  else if (!breakHtml(reader)) reader.paragraphs.add((builder) => builder.lineBreak());
}

function breakPage(reader: RtfReader): void {
  breakLine(reader);
  const { breaks, state, paragraphs } = reader;
  if (breaks === undefined || state.isAside || !isBody(reader)) return;
  const page = breaks.inserted();
  paragraphs.startPage(page);
}

function endSection(reader: RtfReader): void {
  endParagraph(reader);
  if (isBody(reader)) reader.breaks?.section("next");
}

/** The words for the start of a section follow the end of the one before it. */
function startSection(start: SectionStart): WordAction {
  return ({ breaks }) => breaks?.section(start);
}

/** Control words that end lines, paragraphs, cells and rows. */
export const breakWords: Readonly<Record<string, WordAction>> = {
  par: endParagraph,
  sect: endSection,
  sbknone: startSection("same"),
  sbkcol: startSection("same"),
  sbkpage: startSection("next"),
  sbkeven: startSection("even"),
  sbkodd: startSection("odd"),
  page: breakPage,
  column: breakLine,
  softpage: () => undefined,
  line: breakLine,
  lbr: breakLine,
  cell: endCell(1),
  nestcell: endCell(2),
  row: endRow(1),
  nestrow: endRow(2),
};

/** Maximum number of cells of a row in Word. */
const maxCells = 63;

/** Control words that define the cells of a row. */
export const rowWords: Readonly<Record<string, WordAction>> = {
  trowd: (reader) => setState(reader, { cellEdges: [0] }),
  trleft: (reader, left = 0) => setState(reader, { cellEdges: [left, ...reader.state.cellEdges.slice(1)] }),
  cellx(reader, right = 0) {
    const { cellEdges } = reader.state;
    if (cellEdges.length <= maxCells) setState(reader, { cellEdges: [...cellEdges, right] });
  },
};

/** Maximum number of entries in a table; Word writes several hundred. */
const maxEntries = 20_000;

/** Passes the entries of a table to `done`. Entries end with semicolons. */
function entries(reader: RtfReader, done: (text: string) => void): void {
  let entry = "";
  const text = (characters: string): void => {
    const pieces = (entry.slice(0, 1000) + characters).split(";");
    entry = pieces.pop() ?? "";
    for (const piece of pieces) done(piece.trim());
  };
  setState(reader, { destination: { kind: "data", text } });
}

function addFont(reader: RtfReader, name: string): void {
  const { fonts, fontDraft, state } = reader;
  const { charset, codePage } = fontDraft;
  reader.fontDraft = { charset: undefined, codePage: undefined };
  if (fonts.size >= maxEntries) return;
  fonts.set(state.character.font ?? 0, {
    name,
    codePage: codePage ?? (charset === undefined ? undefined : codePageOfCharset(charset)),
    symbols: symbolFontOf(name),
  });
}

function addStyle(reader: RtfReader, name: string): void {
  const { style = 0, outline } = reader.state.paragraph;
  const heading = outline !== undefined && outline <= 8 ? outline + 1 : headingLevelOf(name);
  if (reader.styles.size < maxEntries) reader.styles.set(style, { name, heading });
}

function moment(name: "created" | "modified"): WordAction {
  return (reader) => {
    sink(reader);
    reader.moment = { year: 0, month: 0, day: 0 };
    setState(reader, { onClose: () => void (reader.facts[name] = dayOf(reader.moment)) });
  };
}

function dayOf({ year, month, day }: RtfReader["moment"]): string | undefined {
  // Programs write 1601 for an unknown date.
  if (year < 1900 || month === 0 || day === 0) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function fact(name: keyof RtfReader["facts"]): WordAction {
  return (reader) => collect(reader, (text) => void (reader.facts[name] ??= text));
}

/** Control words for the tables and the metadata in the document header. */
export const tableWords: Readonly<Record<string, WordAction>> = {
  fonttbl: (reader) => entries(reader, (name) => addFont(reader, name)),
  stylesheet: (reader) => entries(reader, (name) => addStyle(reader, name)),
  revtbl: (reader) => entries(reader, (name) => void (reader.authors.length < maxEntries && reader.authors.push(name))),
  colortbl: sink,
  info: sink,
  title: fact("title"),
  subject: fact("subject"),
  author: fact("author"),
  keywords: fact("keywords"),
  doccomm: fact("comments"),
  creatim: moment("created"),
  revtim: moment("modified"),
};

/** Control words for code pages, fonts and dates. */
export const settingWords: Readonly<Record<string, WordAction>> = {
  ansicpg: (reader, page = 1252) => void (reader.codePage = page === 0 ? 1252 : page),
  mac: (reader) => void (reader.codePage = 10_000),
  pc: (reader) => void (reader.codePage = 437),
  pca: (reader) => void (reader.codePage = 850),
  deff: (reader, font = 0) => void (reader.defaultFont = font),
  fcharset: (reader, charset) => void (reader.fontDraft.charset = charset),
  cpg: (reader, page) => void (reader.fontDraft.codePage = page),
  yr: (reader, year = 0) => void (reader.moment.year = year),
  mo: (reader, month = 0) => void (reader.moment.month = month),
  dy: (reader, day = 0) => void (reader.moment.day = day),
};

/** Maximum number of declared lists. */
const maxLists = 20_000;

/** The list declaration that is being read. */
interface ListTable {
  levels: NumberedLevel[];
  format: number;
  start: number;
  template: string;
  override: number;
}

const tables = new WeakMap<RtfReader, ListTable>();

function tableOf(reader: RtfReader): ListTable {
  const known = tables.get(reader) ?? { levels: [], format: 0, start: 1, template: "", override: 0 };
  tables.set(reader, known);
  return known;
}

/** The first character is the length. Characters below U+0009 are placeholders for the numbers of levels. */
function templateOf(text: string): string {
  return text.replace(/;$/, "").slice(1);
}

/** Control words for list tables. */
export const listWords: Readonly<Record<string, WordAction>> = {
  listtable: sink,
  listoverridetable: sink,
  list: (reader) => void (tableOf(reader).levels = []),
  listoverride(reader) {
    const table = tableOf(reader);
    table.levels = [];
    const close = (): void => {
      const { list } = reader.state.paragraph;
      if (reader.overrides.size < maxLists) reader.overrides.set(list, table.override);
    };
    setState(reader, { onClose: close });
  },
  listlevel(reader) {
    const table = tableOf(reader);
    Object.assign(table, { format: 0, start: 1, template: "" });
    const close = (): void => {
      const { format, start, template, levels } = table;
      const symbolFont = reader.fonts.get(reader.state.character.font ?? -1)?.symbols;
      if (levels.length < 9) levels.push({ format, start, template, symbolFont });
    };
    setState(reader, { onClose: close });
  },
  levelnfc: (reader, format = 0) => void (tableOf(reader).format = format),
  levelnfcn: (reader, format = 0) => void (tableOf(reader).format = format),
  levelstartat: (reader, start = 1) => void (tableOf(reader).start = start),
  leveltext: (reader) => collect(reader, (text) => void (tableOf(reader).template = templateOf(text))),
  levelnumbers: sink,
  listname: sink,
  listid(reader, identifier = 0) {
    const table = tableOf(reader);
    if (table.levels.length > 0 && reader.lists.size < maxLists) reader.lists.set(identifier, table.levels);
    table.override = identifier;
  },
};
