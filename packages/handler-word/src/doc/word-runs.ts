import { decoderOf } from "@reader/office-kit/encodings";
import type { FormattedRun } from "./formatted-pages.ts";
import type { Piece } from "./tables.ts";
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
}

/** Maximum number of characters in a run; longer ones are split. */
const maxRunCharacters = 16_384;

const wide = new TextDecoder("utf-16le");
const narrow = decoderOf(1252);

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
    const next = Math.min(end, runEnd, paragraphEnd, position + maxRunCharacters);
    // Limits pieces and notes that refer to the same text again and again.
    document.charactersLeft -= next - position;
    if (document.charactersLeft < 0) return;
    const { style } = paragraph.properties;
    const bytes = document.stream.part(place, (next - position) * width).bytes;
    yield {
      start: position,
      text: width === 2 ? wide.decode(bytes) : narrow(bytes),
      properties: charactersOf(document, { style, run, piece }),
      paragraphAt: (index) => paragraphs(place + index * width, piece).properties,
    };
    position = next;
  }
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
