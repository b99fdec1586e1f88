import type { FormattedRun } from "./formatted-pages.ts";
import type { Piece, PositionTable } from "./tables.ts";
import {
  applyToCharacters,
  applyToParagraph,
  type CharacterProperties,
  type ParagraphProperties,
} from "./properties.ts";
import type { WordDocument } from "./word-document.ts";

/** Characters that share the same properties and are stored contiguously. */
export interface WordRun {
  /** The text position of the first character. */
  readonly start: number;
  readonly text: string;
  readonly properties: CharacterProperties;
  /** Returns the properties of the paragraph at an index of the text. */
  paragraphAt(index: number): ParagraphProperties;
  /** True if the character at an index of the text is the last one of its paragraph. */
  endsParagraph(index: number): boolean;
}

/** Maximum number of characters in a run; longer ones are split. */
const maxRunCharacters = 16_384;

const wide = new TextDecoder("utf-16le");

/** Iterates over the runs of a range of the text, in order. */
export function* wordRuns(document: WordDocument, start: number, end: number): Generator<WordRun> {
  const paragraphs = paragraphReader(document);
  for (const piece of document.pieces) {
    if (piece.end <= start) continue;
    if (piece.start >= end) return;
    yield* pieceRuns(document, {
      piece,
      paragraphs,
      start: Math.max(start, piece.start),
      end: Math.min(end, piece.end),
    });
  }
}

interface PieceRange {
  readonly piece: Piece;
  readonly paragraphs: (place: number, piece: Piece) => PlacedParagraph;
  readonly start: number;
  readonly end: number;
}

function* pieceRuns(document: WordDocument, { piece, paragraphs, start, end }: PieceRange): Generator<WordRun> {
  const { width } = piece;
  const placeOf = (position: number): number => piece.place + (position - piece.start) * width;
  for (let position = start; position < end;) {
    const place = placeOf(position);
    // Ends a piece that claims to continue past the end of the file.
    if (place >= document.stream.length) return;
    const run = document.characters.at(place);
    const runEnd = run === undefined ? end : position + Math.max(1, Math.floor((run.end - place) / width));
    const paragraph = paragraphs(place, piece);
    const paragraphEnd = position + Math.max(1, Math.floor((paragraph.end - place) / width));
    const limit = Math.min(end, runEnd, paragraphEnd, position + maxRunCharacters);
    const next = document.isMultiByte ? controlEnd(document, place, limit - position) + position : limit;
    // Limits pieces and notes that refer to the same text again and again.
    document.charactersLeft -= next - position;
    if (document.charactersLeft < 0) return;
    const { style } = paragraph.properties;
    const bytes = document.stream.part(place, (next - position) * width).bytes;
    const properties = charactersOf(document, { style, run, piece });
    yield {
      start: position,
      text: width === 2 ? wide.decode(bytes) : document.decode(bytes, properties.font),
      properties,
      paragraphAt: (index) => paragraphs(place + index * width, piece).properties,
      endsParagraph(index) {
        const at = place + index * width;
        return at + width >= paragraphs(at, piece).end;
      },
    };
    position = next;
  }
}

/**
 * Returns the number of bytes up to the next control character, or 1 if it is the first one. So the index of each control
 * character is known, whatever the number of characters before it is.
 */
function controlEnd({ stream }: WordDocument, place: number, length: number): number {
  const found = stream.part(place, length).bytes.findIndex((byte) => byte < 0x20);
  return found < 0 ? length : Math.max(1, found);
}

interface CharacterFacts {
  readonly style: number;
  readonly run: FormattedRun | undefined;
  readonly piece: Piece;
}

function charactersOf({ styles }: WordDocument, { style, run, piece }: CharacterFacts): CharacterProperties {
  const properties = styles.characters(style);
  const own = { ...properties };
  const changes = [run?.changes ?? piece.changes, piece.changes];
  if (run !== undefined) applyToCharacters(own, run.changes);
  if (own.style !== undefined) {
    for (const change of styles.changesOf(own.style)) applyToCharacters(properties, change);
  }
  for (const change of changes) applyToCharacters(properties, change);
  return properties;
}

/** Paragraph properties of a range of offsets; `end` is exclusive. */
interface PlacedParagraph {
  readonly piece: Piece;
  readonly start: number;
  readonly end: number;
  readonly properties: ParagraphProperties;
}

function paragraphReader(document: WordDocument): PieceRange["paragraphs"] {
  let last: PlacedParagraph | undefined;
  return (place, piece) => {
    if (last !== undefined && last.piece === piece && place >= last.start && place < last.end) return last;
    const run = document.paragraphs.at(place);
    const properties = document.styles.paragraph(run?.style ?? 0);
    if (run !== undefined) applyToParagraph(properties, run.changes);
    applyToParagraph(properties, piece.changes);
    const { start, end } = run ?? { start: place, end: Number.POSITIVE_INFINITY };
    last = { piece, start, end, properties };
    return last;
  };
}

/** A mark in the main text whose own text is stored elsewhere. */
export interface WordMark {
  readonly kind: "footnote" | "endnote" | "comment" | "shape";
  /** The range of its text among all characters; empty if it has no text. */
  readonly start: number;
  readonly end: number;
  /** The author of a comment. */
  readonly author: string;
  readonly shape: number;
}

/** The marks of the main text by position. */
export interface WordMarks {
  at(position: number): readonly WordMark[];
  /** Text boxes without a shape in the text. */
  readonly looseBoxes: readonly { readonly start: number; readonly end: number }[];
}

const none: readonly WordMark[] = [];

/** Finds the notes, comments and shapes of a document. */
export function readMarks(document: WordDocument): WordMarks {
  const marks = new Map<number, WordMark[]>();
  const add = (position: number, mark: WordMark): void => {
    const known = marks.get(position) ?? [];
    known.push(mark);
    marks.set(position, known);
  };
  addNotes(document, "footnote", add);
  addNotes(document, "endnote", add);
  addComments(document, add);
  return { at: (position) => marks.get(position) ?? none, looseBoxes: addShapes(document, add) };
}

type Add = (position: number, mark: WordMark) => void;

function addNotes(document: WordDocument, kind: "footnote" | "endnote", add: Add): void {
  const isFootnote = kind === "footnote";
  const marks = document.positions(isFootnote ? "footnoteMarks" : "endnoteMarks", 2);
  const texts = document.positions(isFootnote ? "footnoteTexts" : "endnoteTexts", 0);
  const range = document.range(isFootnote ? "footnotes" : "endnotes");
  eachEntry(marks, (position, index) => {
    add(position, { kind, ...partOf(texts, index, range), author: "", shape: 0 });
  });
}

/** [MS-DOC], 2.9.10 ATRDPre10: the initials, then the index of the author. */
const authorAt = 20;

function addComments(document: WordDocument, add: Add): void {
  const marks = document.positions("commentMarks", 30);
  const texts = document.positions("commentTexts", 0);
  eachEntry(marks, (position, index) => {
    const data = marks.data(index);
    const author = document.commentAuthors[data.u16(authorAt)] ?? data.utf16(2, Math.min(9, data.u16(0)));
    add(position, { kind: "comment", ...partOf(texts, index, document.range("comments")), author, shape: 0 });
  });
}

/** 2.9.105 FTXBXS: whether the entry is unused, and the identifier of the shape. */
const reusableAt = 8;
const shapeAt = 14;

function addShapes(document: WordDocument, add: Add): WordMarks["looseBoxes"] {
  const anchors = document.positions("shapeAnchors", 26);
  const boxes = document.positions("textBoxes", 22);
  const texts = new Map<number, TextRange[]>();
  eachEntry(boxes, (_, index) => {
    const data = boxes.data(index);
    const part = partOf(boxes, index, document.range("textBoxes"));
    if (data.u16(reusableAt) !== 0 || part.end <= part.start) return;
    const shape = document.drawings.anchored(data.u32(shapeAt));
    const known = texts.get(shape) ?? [];
    known.push(part);
    texts.set(shape, known);
  });
  eachEntry(anchors, (position, index) => {
    const shape = anchors.data(index).u32(0);
    const [first = { start: 0, end: 0 }, ...others] = texts.get(shape) ?? [];
    texts.delete(shape);
    add(position, { kind: "shape", ...first, author: "", shape });
    for (const other of others) add(position, { kind: "shape", ...other, author: "", shape: noShape });
  });
  return [...texts.values()].flat();
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The shape of a mark with only a text. */
const noShape = 0;

function eachEntry({ positions }: PositionTable, visit: (position: number, index: number) => void): void {
  for (let index = 0; index + 1 < positions.length; index += 1) visit(positions[index] ?? 0, index);
}

/** Returns the range of an entry of a table whose positions are relative to `within`. */
export function partOf(
  { positions }: PositionTable,
  index: number,
  within: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  const start = Math.min(within.end, within.start + (positions[index] ?? 0));
  return { start, end: Math.min(within.end, within.start + (positions[index + 1] ?? 0)) };
}
