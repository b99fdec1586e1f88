import type { Notice } from "@reader/core/handler";
import type { DocumentPiece, HiddenPassages } from "@reader/document/builder";
import type { BodyCounts } from "./body/body-state.ts";
import type { SinkOptions } from "./body/body-sink.ts";
import type { BodyOutline } from "./body/body-sink.ts";

/** The converter of a document's text: this package, or mammoth. */
export type DocxEngine = "direct" | "mammoth";

/** The text of a document, checked and ready to be read. */
export interface DocumentText {
  /** The number of headings outside tables and notes, which start sections. */
  readonly headings: number;
  /** One line for each author of tracked changes. */
  readonly changes: readonly string[];
  readonly changeCount: number;
  /** True if the text tells its pages. */
  readonly hasPages: boolean;
  readonly notices: readonly Notice[];
  /** Reads the text as Markdown. */
  read(options: SinkOptions): TextReading;
  /** Reads the headings and the counts. */
  outline(): Promise<BodyOutline & { readonly counts: BodyCounts }>;
}

/** A text that is being read as Markdown. */
export interface TextReading {
  /** The fragments in batches. Iterate over it only once. */
  readonly batches: AsyncIterable<readonly DocumentPiece[]>;
  /** The counts so far. */
  readonly counts: BodyCounts;
  /** What was shown of hidden text so far, and what was left out. */
  readonly hiddenPassages: HiddenPassages;
  /** Returns comments without a place in the text. Call it when all text is read. */
  looseComments(): readonly string[];
}
