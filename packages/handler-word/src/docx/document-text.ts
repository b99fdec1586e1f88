import type { Notice } from "@reader/core/handler";
import type { DocumentPiece } from "@reader/document/builder";
import type { BodyCounts } from "./body/body-state.ts";
import type { DocumentImages } from "./body/document-sink.ts";
import type { BodyOutline } from "./body/outline-sink.ts";

/** What converts the text of a document: this package, or mammoth. */
export type DocxEngine = "direct" | "mammoth";

/** The text of a document, which has been checked and can be read. */
export interface DocumentText {
  /** Headings outside of tables and notes, which start sections. */
  readonly headings: number;
  /** One line for each author of tracked changes. */
  readonly changes: readonly string[];
  readonly changeCount: number;
  readonly notices: readonly Notice[];
  /** Reads the text as Markdown. */
  read(images: DocumentImages): TextReading;
  /** Reads the headings and counts what is there. */
  outline(): Promise<BodyOutline & { readonly counts: BodyCounts }>;
}

/** A text that is being read as Markdown. */
export interface TextReading {
  /** The pieces in batches; to be asked for once. */
  readonly batches: AsyncIterable<readonly DocumentPiece[]>;
  /** What has been counted so far. */
  readonly counts: BodyCounts;
  /** Comments without a place in the text, once all of it has been read. */
  looseComments(): readonly string[];
}
