import { explainsPages, PageBreaks, type SectionStart } from "../breaks/page-breaks.ts";
import { applyToParagraph, sectionStartIn } from "./properties.ts";
import type { Piece } from "./tables.ts";
import type { WordDocument } from "./word-document.ts";

/** The pages of a text, counted by its breaks: the format stores no layout. */
export interface CountedPages {
  readonly breaks: PageBreaks;
  /** Where the sections start, by the position at which the section before ends. */
  readonly sections: ReadonlyMap<number, SectionStart>;
  /** The number of pages that the file states. */
  readonly stated: number | undefined;
}

/** Counts the breaks of the main text. Returns `undefined` if they do not explain its pages. */
export function countedPages(document: WordDocument, stated: number | undefined): CountedPages | undefined {
  if (stated === 1) return undefined;
  const sections = sectionStartsOf(document);
  const { start, end } = document.range("main");
  let counted = 1;
  // Pieces of a damaged file may refer to the same bytes again and again.
  let left = document.stream.length;
  for (const piece of document.pieces) {
    const range = { piece, from: Math.max(start, piece.start), to: Math.min(end, piece.end) };
    left -= Math.max(0, range.to - range.from);
    if (left < 0) return undefined;
    for (const position of pageEndsIn(document, range)) {
      if (position + 1 < end && sections.get(position + 1) !== "same") counted += 1;
    }
    for (const position of startingParagraphs(document, range)) if (position > start) counted += 1;
  }
  if (!explainsPages(counted, { stated, characters: () => end - start })) return undefined;
  return { breaks: new PageBreaks(), sections, stated };
}

/** A part of a piece. */
interface PieceRange {
  readonly piece: Piece;
  readonly from: number;
  readonly to: number;
}

/** The character that ends pages and sections. */
const pageEnd = 0x0c;

function* pageEndsIn({ stream }: WordDocument, { piece, from, to }: PieceRange): Generator<number> {
  const { width, place, start } = piece;
  const { bytes } = stream.part(place + (from - start) * width, Math.max(0, to - from) * width);
  for (let at = bytes.indexOf(pageEnd); at >= 0; at = bytes.indexOf(pageEnd, at + 1)) {
    const isCharacter = width === 1 || (at % 2 === 0 && bytes[at + 1] === 0);
    if (isCharacter) yield from + Math.floor(at / width);
  }
}

/** Yields the positions of paragraphs that start on a new page. Their properties are stored by ranges of bytes. */
function* startingParagraphs(document: WordDocument, { piece, from, to }: PieceRange): Generator<number> {
  for (let position = from; position < to;) {
    const place = piece.place + (position - piece.start) * piece.width;
    const run = document.paragraphs.at(place);
    if (run === undefined) return;
    const properties = document.styles.paragraph(run.style);
    applyToParagraph(properties, run.changes);
    if (properties.startsPage && !properties.isInTable) yield position;
    position += Math.max(1, Math.floor((run.end - place) / piece.width));
  }
}

/** A descriptor of a section has the place of its properties after two bytes ([MS-DOC], 2.9.243 Sed). */
const descriptorBytes = 12;
const propertiesAt = 2;
/** The place of a section without properties. */
const noProperties = 0xffff_ffff;

function sectionStartsOf(document: WordDocument): ReadonlyMap<number, SectionStart> {
  const table = document.positions("sections", descriptorBytes);
  const starts = new Map<number, SectionStart>();
  for (let index = 0; index + 1 < table.positions.length; index += 1) {
    const place = table.data(index).u32(propertiesAt);
    const changes = place === noProperties ? new Uint8Array() : document.sectionChanges(place);
    starts.set(table.positions[index] ?? 0, sectionStartIn(changes));
  }
  return starts;
}
