import { headingLevelOf, type NumberedLevel } from "@reader/document/builder";
import { symbolFontOf } from "@reader/document/content";
import { codePageOfCharset } from "@reader/office-kit/encodings";
import { collect, setState, sink } from "./collect.ts";
import type { RtfReader } from "./rtf-reader.ts";
import type { WordAction } from "./text-words.ts";

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
      if (levels.length < 9) levels.push({ format, start, template });
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
