import type { MarkdownPiece } from "../markdown/markdown-builder.ts";
import type { ChangeTally } from "./change-tally.ts";
import type { ParagraphStyle } from "./paragraph-style.ts";
import type { FlowPicture, PictureShelf } from "./picture-shelf.ts";
import type { RunFormat } from "./run-format.ts";
import type { Recording } from "./teller.ts";

/** Collects a flowing document as its reader comes upon it: paragraphs, lists, tables, notes, pictures. */
export interface Flow {
  startParagraph(style: ParagraphStyle): void;
  /** Text of the open paragraph; starts a plain one where none is open. */
  write(text: string, format?: RunFormat): void;
  /** The same for text that is Markdown already. */
  raw(markdown: string, format?: RunFormat): void;
  lineBreak(): void;
  endParagraph(): void;
  startTable(): void;
  startRow(): void;
  startCell(span?: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
  picture(picture: FlowPicture, format?: RunFormat): void;
  /** Markdown that is a block of its own inside of the open paragraph. */
  block(markdown: string): void;
  /** Ends what paragraphs keep open for the next one, such as lists. */
  settle(): void;
  /** What is told from here on is held back. */
  beginAside(): void;
  /** Gives what was held back since the last `beginAside`. */
  endAside(): Recording;
  /** Tells what was held back. */
  tell(aside: Recording): void;
  /** A mark, and a note that is told at the end of the document. */
  note(aside: Recording, kind?: "footnote" | "endnote"): void;
  /** Words that were deleted, at the place where they stood. */
  deletion(words: Recording): void;
  /** A remark at the place that it is about. */
  comment(comment: FlowComment): void;
  /** Tells once, as a line of its own, what stands on every page. */
  pageLine(what: "Header" | "Footer", aside: Recording): void;
  /** Tells the notes that were held back until now. */
  tellNotes(): void;
  /** Takes out what is finished. */
  take(): readonly MarkdownPiece[];
  /** Takes out the rest. */
  end(): readonly MarkdownPiece[];
  readonly pictures: PictureShelf;
  readonly changes: ChangeTally;
  /** How much there is of what. */
  readonly counts: { tables: number; notes: number; comments: number };
  /** Runs of hidden text. */
  hiddenCount: number;
}

/** How many columns and rows a cell covers, and whether it heads its column. */
export interface CellSpan {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly isHeader?: boolean | undefined;
}

/** What somebody remarked. */
export interface FlowComment {
  readonly author: string;
  readonly isResolved?: boolean | undefined;
  readonly words: Recording;
}
