import { ReadError } from "@reader/core/handler";
import {
  createListCounter,
  type NumberedLevel,
  headingLevelOf,
  isCodeStyle,
  isQuoteStyle,
} from "@reader/document/builder";
import { type SymbolFont, symbolFontOf } from "@reader/document/content";
import { type ByteView, type CompoundFile, viewOf } from "@reader/office-kit/compound";
import { embeddedName, type EmbeddedObjects } from "./embedded-objects.ts";
import { type Fib, readFib, tableNumbers, type TextPart, textParts } from "./fib.ts";
import { type FormattedRuns, openFormattedPages } from "./formatted-pages.ts";
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
import {
  applyToCharacters,
  applyToParagraph,
  plainCharacters,
  plainParagraph,
  type CharacterProperties,
  type ParagraphProperties,
} from "./properties.ts";

/** A document of Word 97 or later whose streams are open. */
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
  readonly changeAuthors: readonly string[];
  readonly commentAuthors: readonly string[];
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
  const symbolFonts = readFontNames(table("fonts")).map(symbolFontOf);
  return {
    stream: view,
    charactersLeft: view.length,
    data: viewOf(streams.data),
    pieces,
    characters: openFormattedPages(view, table("characterPages"), "characters"),
    paragraphs: openFormattedPages(view, table("paragraphPages"), "paragraphs"),
    styles: readStyleSheet(table("styles")),
    // The levels of the lists follow the list table.
    lists: readLists(
      tables.part(lists.length === 0 ? tables.length : lists.at, tables.length),
      table("listOverrides"),
      symbolFonts,
    ),
    drawings: readDrawings(table("drawings"), view),
    symbolFonts,
    changeAuthors: readStrings(table("changeAuthors")),
    commentAuthors: readAuthors(table("commentAuthors")),
    equation: (identifier) => embedded.equations.get(identifier),
    objectName: (identifier) => embeddedName(file, identifier, embedded.names.get(identifier)),
    range: (part) => rangeOf(fib, part),
    positions: (name, dataBytes) => readPositions(table(name), dataBytes),
  };
}

function rangeOf({ lengths }: Fib, part: TextPart): { readonly start: number; readonly end: number } {
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

/** The styles of a document by index. */
interface StyleSheet {
  /** Returns the character properties of a paragraph style, including those it inherits. */
  characters(style: number): CharacterProperties;
  paragraph(style: number): ParagraphProperties;
  /** Returns the property modifiers of a character style. */
  changesOf(style: number): readonly Uint8Array[];
  /** Returns the heading level of a style, from 1, or `undefined` if it is not a heading. */
  heading(style: number): number | undefined;
  isCode(style: number): boolean;
  /** True if the style is a quotation. */
  isQuote(style: number): boolean;
}

interface Style {
  readonly kind: number;
  readonly base: number;
  readonly name: string;
  readonly paragraphChanges: Uint8Array;
  readonly characterChanges: Uint8Array;
}

/** Maximum depth of style inheritance. */
const maxBases = 12;
const noStyle = 0xfff;

/** Maximum size of a style's list of modifiers, in bytes; typical styles have about ten. */
const maxChangeBytes = 1024;
const maxStyles = 4096;

/** Reads the style sheet ([MS-DOC], 2.9.271 STSH). */
function readStyleSheet(table: ByteView): StyleSheet {
  const styles = readStyles(table);
  const chain = (number: number): readonly Style[] => {
    const found: Style[] = [];
    let next = number;
    for (let count = 0; count < maxBases && next !== noStyle; count += 1) {
      const style = styles[next];
      if (style === undefined) break;
      found.unshift(style);
      next = style.base;
    }
    return found;
  };
  const resolved = new Map<number, Resolved>();
  const known = (number: number): Resolved => {
    const found = resolved.get(number) ?? resolve(number, chain(number));
    resolved.set(number, found);
    return found;
  };
  return {
    characters: (number) => ({ ...known(number).characters }),
    paragraph: (number) => ({ ...known(number).paragraph, style: number }),
    changesOf: (number) => known(number).changes,
    heading: (number) => known(number).heading,
    isCode: (number) => known(number).isCode,
    isQuote: (number) => known(number).isQuote,
  };
}

/** A style with everything it inherits. */
interface Resolved {
  readonly characters: CharacterProperties;
  readonly paragraph: ParagraphProperties;
  readonly changes: readonly Uint8Array[];
  readonly heading: number | undefined;
  readonly isCode: boolean;
  readonly isQuote: boolean;
}

function resolve(number: number, chain: readonly Style[]): Resolved {
  const characters = plainCharacters();
  const paragraph = plainParagraph();
  for (const style of chain) {
    applyToCharacters(characters, style.characterChanges);
    applyToParagraph(paragraph, style.paragraphChanges);
  }
  // Styles 1 to 9 are always the built-in headings.
  const isHeading = number >= 1 && number <= 9;
  const named = chain.map(({ name }) => headingLevelOf(name)).findLast((level) => level !== undefined);
  return {
    characters,
    paragraph,
    changes: chain.map(({ characterChanges }) => characterChanges),
    heading: isHeading ? number : named,
    isCode: chain.some(({ name }) => isCodeStyle(name)),
    isQuote: chain.some(({ name }) => isQuoteStyle(name)),
  };
}

function readStyles(table: ByteView): readonly (Style | undefined)[] {
  const styles: (Style | undefined)[] = [];
  const count = Math.min(maxStyles, table.u16(2));
  const baseBytes = table.u16(4);
  let at = 2 + table.u16(0);
  for (let index = 0; index < count && at + 2 <= table.length; index += 1) {
    const length = table.u16(at);
    styles.push(length === 0 ? undefined : readStyle(table.part(at + 2, length), baseBytes));
    at += 2 + length;
  }
  return styles;
}

const paragraphKind = 1;

/** 2.9.258 STD: the base style, the name, then lists of modifiers at even offsets. */
function readStyle(style: ByteView, baseBytes: number): Style {
  const nameLength = style.u16(baseBytes);
  const kind = style.u16(2) & 0xf;
  const first = baseBytes + 2 + (nameLength + 1) * 2;
  const list = (at: number): Uint8Array => style.part(at + 2, Math.min(maxChangeBytes, style.u16(at))).bytes;
  const second = first + 2 + style.u16(first) + (style.u16(first) & 1);
  const isParagraph = kind === paragraphKind;
  return {
    kind,
    base: style.u16(2) >> 4,
    name: style.utf16(baseBytes + 2, nameLength),
    // A list of paragraph modifiers starts with the index of the style.
    paragraphChanges: isParagraph ? list(first).subarray(2) : new Uint8Array(),
    characterChanges: list(isParagraph ? second : first),
  };
}
