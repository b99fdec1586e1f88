import { isMonospacedFont, type SymbolFont, symbolFontOf } from "@reader/document/content";
import { type ByteView, type CompoundFile, viewOf } from "@reader/office-kit/compound";
import { codePageOfCharset, decoderOf } from "@reader/office-kit/encodings";
import { lengthsIn, type tableNumbers, type TextPart } from "./fib.ts";
import { characterEntry, openFormattedPages, type PageLayout } from "./formatted-pages.ts";
import { newModifiersOf, oldModifiersIn } from "./old-modifiers.ts";
import type { WordStreams } from "./open-streams.ts";
import { readStyleSheet, type StyleLayout } from "./style-sheet.ts";
import { type Piece, type PositionTable, readPieces, readPositions } from "./tables.ts";
import { rangeOf, type WordDocument } from "./word-document.ts";
import { readDrawings } from "./word-drawings.ts";

/** Header offsets in files of Word 6 and 95. */
const places = { textStart: 0x18, textEnd: 0x1c, lengths: 0x34 } as const;

/** Header offsets of the places and lengths of tables, which are in the stream of the text. */
const tablePlaces: Readonly<Partial<Record<keyof typeof tableNumbers | "settings", number>>> & {
  readonly fonts: number;
} = {
  styles: 0x60,
  footnoteMarks: 0x68,
  footnoteTexts: 0x70,
  commentMarks: 0x78,
  commentTexts: 0x80,
  sections: 0x88,
  headers: 0xb0,
  characterPages: 0xb8,
  paragraphPages: 0xc0,
  fonts: 0xd0,
  settings: 0x150,
  pieces: 0x160,
  endnoteMarks: 0x1d2,
  endnoteTexts: 0x1da,
};

type TableName = keyof typeof tableNumbers | "settings";

/** The layouts of formatted pages: like those of Word 97, with shorter page numbers and shorter paragraph heights. */
const layouts: Readonly<Record<"characters" | "paragraphs", PageLayout>> = {
  characters: {
    numberBytes: 2,
    entryBytes: 1,
    read: (page, at) => ({ style: 0, changes: newModifiersOf(characterEntry(page, at).changes) }),
  },
  paragraphs: {
    numberBytes: 2,
    entryBytes: 7,
    read: (page, at) => ({
      style: page.u16(at + 1),
      // The length is in pairs of bytes, and includes the style.
      changes: newModifiersOf(page.part(at + 3, page.u8(at) * 2 - 2).bytes),
    }),
  },
};

/** Opens a document of Word 6 or 95. It has one stream, and 8-bit text. */
export function openOldWordDocument(_: CompoundFile, { main }: WordStreams): WordDocument {
  const view = viewOf(main);
  const table = (name: TableName): ByteView => tableOf(view, name);
  const codePage = codePageOf(view);
  const lengths = lengthsIn(view, places.lengths);
  const names = fontNames(table("fonts"));
  const fonts = names.map(symbolFontOf);
  const nothing = viewOf(new Uint8Array());
  const kinds = headerKinds(view);
  const pieces = piecesOf(view);
  const all = pieces.at(-1)?.end ?? 0;
  const range = (part: TextPart): ReturnType<WordDocument["range"]> =>
    lengths.main === 0 && part === "main" ? { start: 0, end: all } : rangeOf(lengths, part);
  return {
    stream: view,
    charactersLeft: view.length,
    data: nothing,
    pieces,
    characters: openFormattedPages(view, table("characterPages"), layouts.characters),
    paragraphs: openFormattedPages(view, table("paragraphPages"), layouts.paragraphs),
    styles: readStyleSheet(table("styles"), styleLayout(codePage)),
    lists: { label: () => undefined },
    drawings: readDrawings(nothing, nothing),
    symbolFonts: fonts,
    monospacedFonts: names.map(isMonospacedFont),
    isMultiByte: multiByteCodePages.has(codePage),
    decode: textDecoder(codePage, fonts),
    changeAuthors: [],
    commentAuthors: [],
    sectionChanges: (place) => newModifiersOf(sectionAt(view, place)),
    // Some documents have more texts than their sections state.
    headerKind: (index) => (index < kinds.length ? kinds[index] : "Header"),
    objectName: () => undefined,
    equation: () => undefined,
    range,
    positions(name, dataBytes) {
      if (name === "commentMarks") return commentMarks(table(name));
      if (name === "textBoxes") return allTextBoxes(range(name));
      return readPositions(table(name), dataBytes);
    },
  };
}

function tableOf(view: ByteView, name: TableName): ByteView {
  const at = tablePlaces[name];
  return at === undefined ? view.part(view.length, 0) : view.part(view.u32(at), view.u32(at + 4));
}

/** Reads the pieces of the text. A document that was saved as a whole has one. */
function piecesOf(view: ByteView): readonly Piece[] {
  const start = view.u32(places.textStart);
  const length = Math.max(0, Math.min(view.length, view.u32(places.textEnd)) - start);
  const whole: Piece = { start: 0, end: length, place: start, width: 1, changes: new Uint8Array() };
  const isComplex = (view.u16(0x0a) & 0x0004) !== 0;
  const pieces = isComplex ? readPieces(tableOf(view, "pieces")) : [];
  if (pieces.length === 0) return [whole];
  // Many pieces may share a long list.
  const converted = new Map(pieces.map(({ changes }) => [changes, changes]));
  for (const changes of converted.keys()) converted.set(changes, newModifiersOf(changes));
  return pieces.map((piece) => ({ ...piece, width: 1, changes: converted.get(piece.changes) ?? piece.changes }));
}

/** Names of styles are stored with their length, and end with a null character. */
function styleLayout(codePage: number): StyleLayout {
  const decode = decoderOf(codePage);
  return {
    readName(style, at) {
      const length = style.u8(at);
      return { name: decode(style.part(at + 1, length).bytes), end: at + length + 2 };
    },
    changes: newModifiersOf,
  };
}

/** Entries of the font table: their length, four bytes with the character set as the last, an index, and the name. */
const charsetAt = 4;
const fontNameAt = 6;

/** Maximum number of fonts that are read; the entries of a damaged table may have one byte each. */
const maxFonts = 20_000;

function* fontEntries(table: ByteView): Generator<ByteView> {
  let at = 2;
  for (let count = 0; count < maxFonts && at < table.length; count += 1) {
    const length = table.u8(at) + 1;
    yield table.part(at, length);
    at += length;
  }
}

function fontNames(table: ByteView): readonly string[] {
  const decode = decoderOf(1252);
  return Array.from(fontEntries(table), (entry) => {
    const { bytes } = entry.part(fontNameAt, entry.length);
    const end = bytes.indexOf(0);
    return decode(end < 0 ? bytes : bytes.subarray(0, end));
  });
}

/** Decodes text. The codes of a symbol font are shown as Word 97 stores them: as characters from U+F020 on. */
function textDecoder(codePage: number, fonts: readonly (SymbolFont | undefined)[]): WordDocument["decode"] {
  const decode = decoderOf(codePage);
  return (bytes, font) => {
    if (font === undefined || fonts[font] === undefined) return decode(bytes);
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x20 ? byte : 0xf000 + byte)).join("");
  };
}

const multiByteCodePages: ReadonlySet<number> = new Set([932, 936, 949, 950]);

/** Maximum size of a section's list of modifiers, in bytes; most have about a hundred. */
const maxSectionBytes = 1024;

function sectionAt(view: ByteView, place: number): Uint8Array {
  return view.part(place + 2, Math.min(maxSectionBytes, view.u16(place))).bytes;
}

/** The bits of the headers and footers that a section has, in the order of their texts. */
const headerBits = ["Header", "Header", "Footer", "Footer", "Header", "Footer"] as const;

/** The modifier of a section that states which headers and footers it has. */
const headerCode = 153;

/** Maximum number of sections whose headers are distinguished from footers. */
const maxSections = 1000;

/** Offset of the bits of note separators in the settings. */
const separatorsAt = 1;

/** Returns the kinds of the texts of headers and footers: first the separators of notes, then those of each section. */
function headerKinds(view: ByteView): readonly ("Header" | "Footer" | undefined)[] {
  const kinds: ("Header" | "Footer" | undefined)[] = [];
  for (let bits = tableOf(view, "settings").u8(separatorsAt); bits > 0; bits >>= 1) {
    if ((bits & 1) === 1) kinds.push(undefined);
  }
  const sections = readPositions(tableOf(view, "sections"), 12);
  for (let index = 0; index < Math.min(maxSections, sections.positions.length - 1); index += 1) {
    const changes = sectionAt(view, sections.data(index).u32(2));
    const found = [...oldModifiersIn(changes)].find(({ code }) => code === headerCode);
    const bits = found === undefined ? 0 : (changes[found.start] ?? 0);
    kinds.push(...headerBits.filter((_, bit) => ((bits >> bit) & 1) === 1));
  }
  return kinds;
}

/** Reads the marks of comments as Word 97 stores them. They start with the initials of the author. */
function commentMarks(table: ByteView): PositionTable {
  const marks = readPositions(table, 20);
  return {
    positions: marks.positions,
    data(index) {
      const old = marks.data(index);
      const initials = old.part(1, Math.min(9, old.u8(0))).bytes;
      const bytes = new Uint8Array(30);
      bytes[0] = initials.length;
      for (const [at, character] of initials.entries()) bytes[2 + at * 2] = character;
      // There is no table of authors.
      bytes.fill(0xff, 20, 22);
      return viewOf(bytes);
    },
  };
}

/** The text boxes as one text: their shapes are not read. */
function allTextBoxes({ start, end }: { readonly start: number; readonly end: number }): PositionTable {
  return { positions: end > start ? [0, end - start] : [], data: () => viewOf(new Uint8Array()) };
}

/** Code pages by language identifier; other languages use 1252. */
const codePages: Readonly<Record<number, number>> = {
  0x404: 950,
  0x405: 1250,
  0x408: 1253,
  0x40d: 1255,
  0x40e: 1250,
  0x411: 932,
  0x412: 949,
  0x415: 1250,
  0x419: 1251,
  0x41f: 1254,
  0x422: 1251,
  0x804: 936,
};

/** Infers the code page from the language. If that is Western but the text is not, uses the code page of a font. */
function codePageOf(view: ByteView): number {
  const own = codePages[view.u16(0x06)];
  if (own !== undefined) return own;
  const start = view.u32(places.textStart);
  const text = view.part(start, Math.min(view.u32(places.textEnd) - start, sampleBytes)).bytes;
  let letters = 0;
  let high = 0;
  for (const byte of text) {
    if (byte >= 0xc0) high += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return high > letters / 2 ? (fontCodePage(view) ?? 1252) : 1252;
}

const sampleBytes = 20_000;

/** Returns the first code page other than 1252 in the font table. The character set precedes each font name. */
function fontCodePage(view: ByteView): number | undefined {
  for (const entry of fontEntries(tableOf(view, "fonts"))) {
    const page = codePageOfCharset(entry.u8(charsetAt));
    if (page !== undefined && page !== 1252) return page;
  }
  return undefined;
}
