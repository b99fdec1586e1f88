import { ReadError } from "@reader/core/handler";
import { createListCounter, type NumberedLevel } from "@reader/document/builder";
import { isMonospacedFont, type SymbolFont, symbolFontOf } from "@reader/document/content";
import { type ByteView, type CompoundFile, viewOf } from "@reader/office-kit/compound";
import { decoderOf } from "@reader/office-kit/encodings";
import { embeddedName, type EmbeddedObjects } from "./embedded-objects.ts";
import { type Fib, readFib, tableNumbers, type TextPart, textParts } from "./fib.ts";
import { characterLayout, type FormattedRuns, openFormattedPages, paragraphLayout } from "./formatted-pages.ts";
import type { WordStreams } from "./open-streams.ts";
import {
  type Piece,
  type PositionTable,
  readAuthors,
  readFontNames,
  readPieces,
  readPositions,
  readStrings,
} from "./tables.ts";
import { readDrawings, type WordDrawings } from "./word-drawings.ts";
import { applyToCharacters, plainCharacters } from "./properties.ts";
import { readStyleSheet, styleLayout, type StyleSheet } from "./style-sheet.ts";

/** A document whose streams are open. The modifiers of its properties are those of Word 97, whatever its version is. */
export interface WordDocument {
  readonly stream: ByteView;
  readonly data: ByteView;
  /** Number of characters that may still be read. A sound document has no more characters than its stream has bytes. */
  charactersLeft: number;
  readonly pieces: readonly Piece[];
  readonly characters: FormattedRuns;
  readonly paragraphs: FormattedRuns;
  readonly styles: StyleSheet;
  readonly lists: WordLists;
  readonly drawings: WordDrawings;
  /** The symbol sets of fonts, by font index. */
  readonly symbolFonts: readonly (SymbolFont | undefined)[];
  /** Whether fonts are monospaced, by font index. */
  readonly monospacedFonts: readonly boolean[];
  readonly changeAuthors: readonly string[];
  readonly commentAuthors: readonly string[];
  /** True if a character of a single-byte piece may have two bytes. */
  readonly isMultiByte: boolean;
  /** Decodes the text of a single-byte piece in a font. */
  decode(bytes: Uint8Array, font: number | undefined): string;
  /** Returns the property modifiers of a section whose properties are at this offset. */
  sectionChanges(place: number): Uint8Array;
  /** Returns what a text among the headers and footers is, or `undefined` for a separator of notes. */
  headerKind(index: number): "Header" | "Footer" | undefined;
  /** Returns the kind and name of an embedded object by its number. */
  objectName(identifier: number): readonly string[] | undefined;
  /** Returns the formula of an embedded object by its number, or `undefined` for other objects. */
  equation(identifier: number): string | undefined;
  /** Returns the range of a text among all characters. */
  range(part: TextPart): { readonly start: number; readonly end: number };
  /** Reads a table of positions with `dataBytes` bytes of data per position. */
  positions(name: keyof typeof tableNumbers, dataBytes: number): PositionTable;
}

/** Opens the streams of a document. Throws `corrupt` if its text cannot be located. */
export function openWordDocument(
  file: CompoundFile,
  streams: WordStreams,
  { path, embedded }: { readonly path: string; readonly embedded: EmbeddedObjects },
): WordDocument {
  const fib = readFib(streams.main);
  const tableBytes = streams.table;
  if (tableBytes === undefined)
    throw new ReadError("corrupt", `${path} is damaged: its stream ${fib.tableStream} is missing.`);
  const view = viewOf(streams.main);
  const tables = viewOf(tableBytes);
  const table = (name: keyof typeof tableNumbers): ByteView => {
    const { at, length } = fib.table(tableNumbers[name]);
    return tables.part(length === 0 ? tables.length : at, length);
  };
  const pieces = readPieces(table("pieces"));
  if (pieces.length === 0)
    throw new ReadError("corrupt", `${path} is damaged: the table that locates its text is missing.`);
  const lists = fib.table(tableNumbers.lists);
  const data = viewOf(streams.data);
  const fonts = readFontNames(table("fonts"));
  const symbolFonts = fonts.map(symbolFontOf);
  return {
    stream: view,
    charactersLeft: view.length,
    data,
    pieces,
    characters: openFormattedPages(view, table("characterPages"), characterLayout),
    paragraphs: openFormattedPages(view, table("paragraphPages"), paragraphLayout(data)),
    styles: readStyleSheet(table("styles"), styleLayout),
    // The levels of the lists follow the list table.
    lists: readLists(
      tables.part(lists.length === 0 ? tables.length : lists.at, tables.length),
      table("listOverrides"),
      symbolFonts,
    ),
    drawings: readDrawings(table("drawings"), view),
    symbolFonts,
    monospacedFonts: fonts.map(isMonospacedFont),
    changeAuthors: readStrings(table("changeAuthors")),
    commentAuthors: readAuthors(table("commentAuthors")),
    isMultiByte: false,
    decode: decoderOf(1252),
    sectionChanges: (place) => view.part(place + 2, view.u16(place)).bytes,
    headerKind: (index) => (index < dividers ? undefined : headerKinds[(index - dividers) % headerKinds.length]),
    equation: (identifier) => embedded.equations.get(identifier),
    objectName: (identifier) => embeddedName(file, identifier, embedded.names.get(identifier)),
    range: (part) => rangeOf(fib.lengths, part),
    positions: (name, dataBytes) => readPositions(table(name), dataBytes),
  };
}

/** The first six texts are note separators. Then each section has six ([MS-DOC], 2.8.6 Plcfhdd). */
const dividers = 6;
const headerKinds = ["Header", "Header", "Footer", "Footer", "Header", "Footer"] as const;

/** Returns the range of a text among all characters. */
export function rangeOf(lengths: Fib["lengths"], part: TextPart): { readonly start: number; readonly end: number } {
  let start = 0;
  for (const before of textParts) {
    if (before === part) break;
    start += lengths[before];
  }
  return { start, end: start + lengths[part] };
}

/** The numbered and bulleted lists of a document. */
interface WordLists {
  /** Returns the label of the next paragraph of a list at a level, or `undefined` if the list does not exist. */
  label(list: number, level: number): string | undefined;
}

interface ListOverride {
  readonly list: number;
  /** Start numbers that override those of the levels. */
  readonly starts: ReadonlyMap<number, number>;
  readonly levels: ReadonlyMap<number, NumberedLevel>;
}

/** Maximum number of lists; long documents have several hundred. */
const maxLists = 10_000;

/** Reads the lists. The levels follow the table in `lists` ([MS-DOC], 2.9.189 PlfLst, 2.9.188 PlfLfo). */
function readLists(lists: ByteView, overrides: ByteView, fonts: WordDocument["symbolFonts"]): WordLists {
  const levels = readLevels(lists, fonts);
  const known = readOverrides(overrides, fonts);
  const counter = createListCounter();
  const started = new Set<string>();
  return {
    label(number, level) {
      const override = known[number - 1];
      const own = override === undefined ? undefined : levels.get(override.list);
      if (override === undefined || own === undefined) return undefined;
      const key = String(override.list);
      const start = override.starts.get(level);
      if (start !== undefined && !started.has(`${number} ${level}`)) counter.restart(key, level, start);
      started.add(`${number} ${level}`);
      const shown = own.map((each, index) => override.levels.get(index) ?? each);
      return counter.next(key, level, shown);
    },
  };
}

const listBytes = 28;
const isSimple = 1;

function readLevels(
  table: ByteView,
  fonts: WordDocument["symbolFonts"],
): ReadonlyMap<number, readonly NumberedLevel[]> {
  const count = Math.min(maxLists, table.u16(0));
  const found = new Map<number, readonly NumberedLevel[]>();
  let at = 2 + count * listBytes;
  for (let index = 0; index < count && at < table.length; index += 1) {
    const entry = 2 + index * listBytes;
    const levels: NumberedLevel[] = [];
    const wanted = (table.u8(entry + 26) & isSimple) === 0 ? 9 : 1;
    for (let level = 0; level < wanted && at < table.length; level += 1) {
      const read = readLevel(table, at, fonts);
      levels.push(read.level);
      at = read.end;
    }
    found.set(table.i32(entry), levels);
  }
  return found;
}

const levelBytes = 28;

/** 2.9.150 LVL: a header, the modifiers of paragraphs and of the label, and the label template. */
function readLevel(
  table: ByteView,
  at: number,
  fonts: WordDocument["symbolFonts"],
): { readonly level: NumberedLevel; readonly end: number } {
  const flags = table.u8(at + 5);
  const labelAt = at + levelBytes + table.u8(at + 25);
  const textAt = labelAt + table.u8(at + 24);
  const length = table.u16(textAt);
  const look = plainCharacters();
  applyToCharacters(look, table.part(labelAt, table.u8(at + 24)).bytes);
  const level = {
    start: Math.max(0, table.i32(at)),
    format: table.u8(at + 4),
    template: table.utf16(textAt + 2, Math.min(length, 255)),
    symbolFont: fonts[look.font ?? -1],
    isLegal: (flags & 0x04) !== 0,
    isContinued: (flags & 0x08) !== 0,
    restartsBelow: table.u8(at + 26),
  };
  return { level, end: textAt + 2 + length * 2 };
}

const overrideBytes = 16;

function readOverrides(table: ByteView, fonts: WordDocument["symbolFonts"]): readonly ListOverride[] {
  const count = Math.min(maxLists, table.u32(0));
  const found: ListOverride[] = [];
  let at = 4 + count * overrideBytes;
  for (let index = 0; index < count && 4 + index * overrideBytes < table.length; index += 1) {
    const entry = 4 + index * overrideBytes;
    const changed = Math.min(9, table.u8(entry + 12));
    const starts = new Map<number, number>();
    const levels = new Map<number, NumberedLevel>();
    at += 4;
    for (let change = 0; change < changed && at < table.length; change += 1) {
      at = readChange(table, at, { starts, levels, fonts });
    }
    found.push({ list: table.i32(entry), starts, levels });
  }
  return found;
}

interface Changed {
  readonly starts: Map<number, number>;
  readonly levels: Map<number, NumberedLevel>;
  readonly fonts: WordDocument["symbolFonts"];
}

/** 2.9.132 LFOLVL. */
function readChange(table: ByteView, at: number, { starts, levels, fonts }: Changed): number {
  const flags = table.u32(at + 4);
  const level = flags & 0xf;
  if ((flags & 0x10) !== 0) starts.set(level, table.i32(at));
  if ((flags & 0x20) === 0) return at + 8;
  const read = readLevel(table, at + 8, fonts);
  levels.set(level, read.level);
  if ((flags & 0x10) !== 0) starts.set(level, read.level.start);
  return read.end;
}
