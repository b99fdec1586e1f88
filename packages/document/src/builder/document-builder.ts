import type { MarkdownPiece } from "../markdown/markdown-builder.ts";
import type { ChangeTally } from "./change-tally.ts";
import type { ParagraphStyle } from "./paragraph-style.ts";
import type { DocumentImage, ImageStore } from "./image-store.ts";
import type { RunFormat } from "./run-format.ts";
import type { Recording } from "./recording.ts";

/** Builds a document from paragraphs, lists, tables, notes and images, in reading order. */
export interface DocumentBuilder {
  startParagraph(style: ParagraphStyle): void;
  /** Writes text to the open paragraph, or starts a plain one. */
  write(text: string, format?: RunFormat): void;
  /** Writes text that is already Markdown. */
  raw(markdown: string, format?: RunFormat): void;
  lineBreak(): void;
  endParagraph(): void;
  startTable(): void;
  startRow(): void;
  startCell(span?: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
  picture(picture: DocumentImage, format?: RunFormat): void;
  /** Writes Markdown as a separate block inside the open paragraph. */
  block(markdown: string): void;
  /** Closes what paragraphs leave open for the next one, such as lists. */
  settle(): void;
  /** Records the following content instead of writing it, until `endAside`. */
  beginAside(): void;
  /** Returns what was recorded since the last `beginAside`. */
  endAside(): Recording;
  /** Writes recorded content. */
  tell(aside: Recording): void;
  /** Writes a reference to a note; the note follows at the end of the section. */
  note(aside: Recording, kind?: "footnote" | "endnote"): void;
  /** Writes deleted words at their original place. */
  deletion(words: Recording): void;
  /** Writes a comment at the place that it refers to. */
  comment(comment: DocumentComment): void;
  /** Writes a page header or footer as a separate line, once for each different text. */
  pageLine(what: "Header" | "Footer", aside: Recording): void;
  /** Writes the pending notes. */
  tellNotes(): void;
  /** Returns the finished pieces and removes them. */
  take(): readonly MarkdownPiece[];
  /** Ends the document and returns the remaining pieces. */
  end(): readonly MarkdownPiece[];
  readonly pictures: ImageStore;
  readonly changes: ChangeTally;
  /** Number of tables, notes and comments. */
  readonly counts: { tables: number; notes: number; comments: number };
  /** Number of runs of hidden text. */
  hiddenCount: number;
}

/** The number of columns and rows that a cell spans, and whether it is a header cell. */
export interface CellSpan {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly isHeader?: boolean | undefined;
}

/** A comment on the document. */
export interface DocumentComment {
  readonly author: string;
  readonly isResolved?: boolean | undefined;
  readonly words: Recording;
}
