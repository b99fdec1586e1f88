import type { MarkdownPiece } from "@reader/document";
import type { PictureShelf } from "@reader/document/builder";
import type { PictureStart } from "@reader/document/content";
import type { Signs } from "./signs.ts";

/** What a teller needs to know. */
export interface TellerInput {
  readonly signs: Signs;
  readonly pictures: PictureShelf;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
  /** The first bytes of a large picture, for models that take none. */
  readonly start?: (name: string) => Promise<PictureStart | undefined>;
  readonly notes: NoteLabels;
}

/** What notes are called, and which were come upon since they were last asked for. */
export interface NoteLabels {
  /** The label of a note by its identifier in mammoth's HTML, as `footnote-2`. */
  refer(id: string): string;
  /** The definitions that are due. */
  due(): readonly NoteDefinition[];
}

/** A note as it stands below its text. */
export interface NoteDefinition {
  readonly label: string;
  readonly pieces: readonly MarkdownPiece[];
}
