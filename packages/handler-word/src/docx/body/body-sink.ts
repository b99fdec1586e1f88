import type { CellSpan, ParagraphStyle, RunFormat } from "@reader/document/builder";

/** Receives the text of a document in reading order. */
export interface BodySink {
  /** A paragraph with visible content starts. */
  startParagraph(style: ParagraphStyle): void;
  endParagraph(): void;
  write(text: string, format: RunFormat): void;
  /** Markdown inside of a paragraph. */
  raw(markdown: string, format: RunFormat): void;
  /** A separate block of Markdown inside of a paragraph, such as the table of a chart. */
  block(markdown: string): void;
  lineBreak(): void;
  image(image: BodyImage, format: RunFormat): void;
  /** A document, such as HTML, that is a part of the package and is shown here. */
  document(part: string): void;
  /** The content of a note follows, between two paragraphs. */
  startNote(): void;
  /** Ends the note that has this mark, such as `[^1]`. */
  endNote(mark: string): void;
  startTable(): void;
  startRow(): void;
  startCell(span: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
}

/** An image inside of the package. */
export interface BodyImage {
  /** The name of its part. */
  readonly part: string;
  readonly alt: string;
}

/** The two kinds of notes of a document. */
export type NoteKind = "footnote" | "endnote";

/** A sink that ignores everything, for passes that only count. */
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
