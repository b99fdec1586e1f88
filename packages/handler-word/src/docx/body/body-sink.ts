import type { CellSpan, ParagraphStyle, RunFormat } from "@reader/document/builder";

/** Receives the text of a document in reading order. */
export interface BodySink {
  /** Starts a paragraph with visible content. */
  startParagraph(style: ParagraphStyle): void;
  endParagraph(): void;
  write(text: string, format: RunFormat): void;
  /** Adds Markdown in a paragraph. */
  raw(markdown: string, format: RunFormat): void;
  /** Adds a separate block of Markdown in a paragraph, such as the table of a chart. */
  block(markdown: string): void;
  lineBreak(): void;
  image(image: BodyImage, format: RunFormat): void;
  /** Adds a document, such as HTML, that is a part of the package and is shown here. */
  document(part: string): void;
  /** Starts the content of a note, between two paragraphs. */
  startNote(): void;
  /** Ends the note with this mark, such as `[^1]`. */
  endNote(mark: string): void;
  startTable(): void;
  startRow(): void;
  startCell(span: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
}

/** An image in the package. */
export interface BodyImage {
  /** The name of the image's part. */
  readonly part: string;
  readonly alt: string;
}

/** The kinds of notes in a document. */
export type NoteKind = "footnote" | "endnote";

/** A sink that discards everything, for passes that only count. */
export const nullSink: BodySink = {
  startParagraph: ignore,
  endParagraph: ignore,
  write: ignore,
  raw: ignore,
  block: ignore,
  lineBreak: ignore,
  image: ignore,
  document: ignore,
  startNote: ignore,
  endNote: ignore,
  startTable: ignore,
  startRow: ignore,
  startCell: ignore,
  endCell: ignore,
  endRow: ignore,
  endTable: ignore,
};

function ignore(): void {}
