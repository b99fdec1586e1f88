import type { Relationship } from "@reader/office-kit/package";
import type { XmlElement } from "@reader/office-kit/xml";
import { createChanges, type Changes } from "./changes.ts";
import { createCommentAnchors, type CommentAnchors } from "./comment-anchors.ts";
import type { WordComment } from "../parts/comments.ts";
import { readNumbering, type Numbering } from "../parts/numbering.ts";
import { readStyles, type WordStyles } from "../parts/styles.ts";
import type { WordDocument } from "../parts/word-document.ts";
import type { BodySink, NoteKind } from "./body-sink.ts";
import type { Fields } from "./fields.ts";
import type { KnownLooks, TextChange } from "./run-look.ts";

/** The state of one pass over the text of a document. */
export interface BodyState {
  readonly sink: BodySink;
  readonly styles: WordStyles;
  readonly numbering: Numbering;
  readonly changes: Changes;
  readonly comments: ReadonlyMap<string, WordComment>;
  /** Charts and diagrams as Markdown, by part name. */
  readonly drawings: ReadonlyMap<string, string>;
  /** The names that select embedded files, by part name. */
  readonly embedded: ReadonlyMap<string, string>;
  readonly counts: BodyCounts;
  /** Identifiers of the comments that are already written. */
  readonly seenComments: Set<string>;
  readonly anchors: CommentAnchors;
  /** The notes of the document, by key, such as `footnote 3`. */
  readonly notes: ReadonlyMap<string, BodyNote>;
  /** The marks of the notes that the text has referred to, by the same keys. */
  readonly noteMarks: Map<string, string>;
  readonly noteCounts: Record<NoteKind, number>;
  /** The keys of notes that are not written yet. They are written after their section. */
  readonly dueNotes: string[];
  readonly looks: KnownLooks;
}

/** Counts for `info` and notices. */
export interface BodyCounts {
  /** The number of headings outside of tables and notes, which start sections. */
  headings: number;
  /** The number of hidden runs. */
  hidden: number;
  images: number;
  tables: number;
  objects: number;
  equations: number;
}

/** A footnote or an endnote. */
export interface BodyNote {
  readonly content: XmlElement;
  readonly relationships: Relationships;
}

/** The link targets of a part, by relationship identifier. */
export type Relationships = ReadonlyMap<string, Relationship>;

/** The context of blocks: the body, a cell, a text box or a note. */
export interface BlockContext {
  readonly state: BodyState;
  readonly relationships: Relationships;
  /** The open fields. A field may end in a later paragraph. */
  readonly fields: Fields;
  /** True in the body itself; false in tables and notes. */
  readonly isMain: boolean;
  /** The tracked change of the row or cell that contains the blocks. */
  readonly change: TextChange | undefined;
}

/** The input of a pass besides the document. */
export interface BodyInput {
  readonly sink: BodySink;
  readonly notes: ReadonlyMap<string, BodyNote>;
}

/** Creates the initial state of a pass. */
export function createBodyState(document: WordDocument, { sink, notes }: BodyInput): BodyState {
  const { styles, numbering, comments, drawings, embedded } = document;
  return {
    sink,
    styles: readStyles(styles),
    numbering: readNumbering(numbering),
    changes: createChanges(),
    comments,
    drawings,
    embedded: embedded.names,
    counts: { headings: 0, hidden: 0, images: 0, tables: 0, objects: 0, equations: 0 },
    seenComments: new Set(),
    anchors: createCommentAnchors(),
    notes,
    noteMarks: new Map(),
    noteCounts: { footnote: 0, endnote: 0 },
    dueNotes: [],
    looks: new WeakMap(),
  };
}
