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

/** What is known of a document during one pass over its text. */
export interface BodyState {
  readonly sink: BodySink;
  readonly styles: WordStyles;
  readonly numbering: Numbering;
  readonly changes: Changes;
  readonly comments: ReadonlyMap<string, WordComment>;
  /** Charts and diagrams as Markdown, by the name of their part. */
  readonly drawings: ReadonlyMap<string, string>;
  /** The names by which embedded files are selected, by the name of their part. */
  readonly embedded: ReadonlyMap<string, string>;
  readonly counts: BodyCounts;
  /** Identifiers of the comments that were written. */
  readonly seenComments: Set<string>;
  readonly anchors: CommentAnchors;
  /** The notes of the document, by keys such as `footnote 3`. */
  readonly notes: ReadonlyMap<string, BodyNote>;
  /** The marks of the notes that the text has referred to, by the same keys. */
  readonly noteMarks: Map<string, string>;
  readonly noteCounts: Record<NoteKind, number>;
  /** The keys of those that are not written yet. They follow their section. */
  readonly dueNotes: string[];
  readonly looks: KnownLooks;
}

/** Counts for `info` and for notices. */
export interface BodyCounts {
  /** Headings outside of tables and notes, which start sections. */
  headings: number;
  /** Hidden runs. */
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

/** Where the links of a part lead, by their identifiers. */
export type Relationships = ReadonlyMap<string, Relationship>;

/** Where blocks are: in the body, a cell, a text box or a note. */
export interface BlockContext {
  readonly state: BodyState;
  readonly relationships: Relationships;
  /** The fields that are open; a field may end in a later paragraph. */
  readonly fields: Fields;
  /** True in the body itself, false in tables and notes. */
  readonly isMain: boolean;
  /** The tracked change of the row or cell around the blocks. */
  readonly change: TextChange | undefined;
}

/** What a pass needs besides the document. */
export interface BodyInput {
  readonly sink: BodySink;
  readonly notes: ReadonlyMap<string, BodyNote>;
}

/** The state at the start of a pass. */
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
