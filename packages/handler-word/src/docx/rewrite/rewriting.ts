import type { Relationship } from "@reader/office-kit/package";
import type { Changes } from "../changes.ts";
import type { CommentAnchors } from "../comment-anchors.ts";
import type { WordComment } from "../comments.ts";
import type { Numbering } from "../numbering.ts";
import type { Signs } from "../signs.ts";
import type { WordStyles } from "../styles.ts";
import type { FieldCodes } from "./field-codes.ts";

/** What is known of a document while the trees of its parts are rewritten. */
export interface Rewriting {
  readonly styles: WordStyles;
  readonly numbering: Numbering;
  readonly signs: Signs;
  readonly changes: Changes;
  readonly comments: ReadonlyMap<string, WordComment>;
  /** Charts and diagrams as Markdown, by the name of their part. */
  readonly drawings: ReadonlyMap<string, string>;
  /** By which embedded files are selected, by the name of their part. */
  readonly embedded: ReadonlyMap<string, string>;
  readonly counts: Counts;
  /** Comments that were come upon, by identifier. */
  readonly seenComments: Set<string>;
  readonly anchors: CommentAnchors;
  readonly fields: FieldCodes;
  /** Notes that there are, as in `footnote 3`. */
  readonly notes: Set<string>;
}

/** What there is of things that `info` counts and notices tell of. */
export interface Counts {
  /** Headings outside of tables and notes, which are places. */
  headings: number;
  hidden: number;
  pictures: number;
  tables: number;
  objects: number;
  equations: number;
}

/** The same, for one part. */
export interface PartRewriting extends Rewriting {
  /** Where the part leads to. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** Whether it is the text itself, and neither a cell nor a note. */
  readonly isMain: boolean;
  /** What was done to the row or cell that it is in. */
  readonly change: "insertion" | "deletion" | undefined;
}
