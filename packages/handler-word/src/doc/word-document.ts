import { ReadError } from "@reader/core/handler";
import { viewOf, type ByteView, type CompoundFile } from "@reader/office-kit/compound";
import { symbolFontOf } from "@reader/document/content";
import { embeddedName } from "./embedded-name.ts";
import type { EmbeddedObjects } from "./embedded-objects.ts";
import { readFib, tableNumbers, textParts, type Fib, type TextPart } from "./fib.ts";
import type { WordStreams } from "./open-streams.ts";
import { openFormattedPages, type FormattedRuns } from "./formatted-pages.ts";
import { readPieces, type Piece } from "./piece-table.ts";
import { readPositions, type PositionTable } from "./position-table.ts";
import { readAuthors, readFontNames, readStrings } from "./string-tables.ts";
import { readStyleSheet, type StyleSheet } from "./style-sheet.ts";
import { readLists, type WordLists } from "./word-lists.ts";
import { readDrawings, type WordDrawings } from "./word-pictures.ts";

/** An opened document of Word 97 or later. */
export interface WordDocument {
  readonly stream: ByteView;
  readonly data: ByteView;
  /** Characters that may still be told: a whole document has no more than its stream has bytes. */
  charactersLeft: number;
  readonly pieces: readonly Piece[];
  readonly characters: FormattedRuns;
  readonly paragraphs: FormattedRuns;
  readonly styles: StyleSheet;
  readonly lists: WordLists;
  readonly drawings: WordDrawings;
  /** Which fonts show signs, by their numbers. */
  readonly symbolFonts: readonly ("symbol" | "wingdings" | undefined)[];
  readonly changeAuthors: readonly string[];
  readonly commentAuthors: readonly string[];
  /** The kind and name of an embedded object, by its number. */
  objectName(identifier: number): readonly string[] | undefined;
  /** Where each text starts and ends among all characters. */
  range(part: TextPart): { readonly start: number; readonly end: number };
  /** A table of positions with data of so many bytes. */
  positions(name: keyof typeof tableNumbers, dataBytes: number): PositionTable;
}

/** Opens the streams of a document; throws `corrupt` where its text cannot be found. */
export function openWordDocument(
  file: CompoundFile,
  streams: WordStreams,
  { path, embedded }: { readonly path: string; readonly embedded: EmbeddedObjects },
): WordDocument {
  const fib = readFib(streams.main);
  const tableBytes = streams.table;
  if (tableBytes === undefined) throw new ReadError("corrupt", `${path} has lost the stream ${fib.tableStream}.`);
  const view = viewOf(streams.main);
  const tables = viewOf(tableBytes);
  const table = (name: keyof typeof tableNumbers): ByteView => {
    const { at, length } = fib.table(tableNumbers[name]);
    return tables.part(length === 0 ? tables.length : at, length);
  };
  const pieces = readPieces(table("pieces"));
  if (pieces.length === 0) throw new ReadError("corrupt", `${path} has lost the table that says where its text is.`);
  const lists = fib.table(tableNumbers.lists);
  return {
    stream: view,
    charactersLeft: view.length,
    data: viewOf(streams.data),
    pieces,
    characters: openFormattedPages(view, table("characterPages"), "characters"),
    paragraphs: openFormattedPages(view, table("paragraphPages"), "paragraphs"),
    styles: readStyleSheet(table("styles")),
    // The levels of the lists lie behind their table.
    lists: readLists(tables.part(lists.length === 0 ? tables.length : lists.at, tables.length), table("listOverrides")),
    drawings: readDrawings(table("drawings"), view),
    symbolFonts: readFontNames(table("fonts")).map(symbolFontOf),
    changeAuthors: readStrings(table("changeAuthors")),
    commentAuthors: readAuthors(table("commentAuthors")),
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
