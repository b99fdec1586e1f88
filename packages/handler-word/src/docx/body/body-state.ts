import type { Relationship } from "@reader/office-kit/package";
import type { XmlElement } from "@reader/office-kit/xml";
import type { WordComment } from "../parts/comments.ts";
import { readNumbering, type Numbering } from "../parts/numbering.ts";
import { readStyles, type WordStyles } from "../parts/styles.ts";
import type { WordDocument } from "../parts/word-document.ts";
import type { BodySink, NoteKind } from "./body-sink.ts";
import type { Fields } from "./fields.ts";
import { createPageCounter, type PageCounter, type PageLayout } from "./page-counter.ts";
import type { StyleUse } from "./style-use.ts";
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
  /** The formulas of embedded objects, by part name. */
  readonly formulas: ReadonlyMap<string, string>;
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
  readonly styleUse: StyleUse;
  readonly pages: PageCounter;
}

/** Counts for `info` and notices. */
export interface BodyCounts {
  /** The number of headings outside tables and notes, which start sections. */
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
  /** How pages are counted, if they are. */
  readonly layout?: PageLayout | undefined;
  readonly styleUse: StyleUse;
}

/** Creates the initial state of a pass. */
export function createBodyState(document: WordDocument, { sink, notes, styleUse, layout }: BodyInput): BodyState {
  const { styles, numbering, comments, drawings, embedded } = document;
  return {
    sink,
    styles: readStyles(styles),
    numbering: readNumbering(numbering),
    changes: createChanges(),
    comments,
    drawings,
    embedded: embedded.names,
    formulas: embedded.equations,
    counts: { headings: 0, hidden: 0, images: 0, tables: 0, objects: 0, equations: 0 },
    seenComments: new Set(),
    anchors: createCommentAnchors(),
    notes,
    noteMarks: new Map(),
    noteCounts: { footnote: 0, endnote: 0 },
    dueNotes: [],
    looks: new WeakMap(),
    styleUse,
    pages: createPageCounter(layout),
  };
}

/** Counts tracked changes. */
interface Changes {
  /** Counts one change, given the attributes of its element. */
  count(kind: ChangeKind, attributes: Readonly<Record<string, string>>): void;
  readonly total: number;
  /** Returns one line for each author. */
  lines(): readonly string[];
}

/** The kinds of tracked changes. */
type ChangeKind = "insertion" | "deletion" | "move" | "formatting change";

interface AuthorChanges {
  readonly counts: Map<ChangeKind, number>;
  readonly days: string[];
}

/** Maximum number of authors to list; a hostile document may have any number. */
const maxAuthors = 100;

/** Creates an empty counter. */
function createChanges(): Changes {
  const authors = new Map<string, AuthorChanges>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    count(kind, attributes) {
      total += 1;
      const author = attributes["w:author"] ?? "";
      const known = authors.get(author) ?? { counts: new Map<ChangeKind, number>(), days: [] };
      if (authors.size < maxAuthors) authors.set(author, known);
      known.counts.set(kind, (known.counts.get(kind) ?? 0) + 1);
      noteDay(known.days, (attributes["w:date"] ?? "").slice(0, 10));
    },
    lines: () => [...authors].map(([author, changes]) => lineOf(author, changes)),
  };
}

/** Extends a range of days. */
function noteDay(days: string[], day: string): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return;
  const [first = day, last = day] = days;
  days[0] = day < first ? day : first;
  days[1] = day > last ? day : last;
}

function lineOf(author: string, { counts, days: [first, last] }: AuthorChanges): string {
  const facts = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
  if (first !== undefined) facts.push(first === last ? first : `${first} to ${last ?? first}`);
  const name = author.replace(/\s+/g, " ").trim();
  return `Tracked changes: ${name === "" ? "unknown author" : name} (${facts.join(", ")})`;
}

/** Collects the text that comments are anchored to. */
interface CommentAnchors {
  start(id: string): void;
  end(id: string): void;
  /** Adds document text to the open anchors. */
  text(characters: string): void;
  /**
   * Returns the text that a comment refers to, unless it directly precedes the mark of the comment. Call it at the
   * mark.
   */
  quoteAt(id: string): string | undefined;
}

interface Anchor {
  words: string;
  isOpen: boolean;
  /** True if other text follows the anchored text. */
  isApart: boolean;
}

/** Maximum length of a quote, in characters. */
const maxQuote = 60;

/** Maximum number of open anchors; a hostile document may open any number. */
const maxAnchors = 50;

/** Creates an empty collector. */
function createCommentAnchors(): CommentAnchors {
  const anchors = new Map<string, Anchor>();
  return {
    start(id) {
      if (anchors.size < maxAnchors) anchors.set(id, { words: "", isOpen: true, isApart: false });
    },
    end(id) {
      const anchor = anchors.get(id);
      if (anchor !== undefined) anchor.isOpen = false;
    },
    text(characters) {
      if (anchors.size === 0) return;
      for (const anchor of anchors.values()) follow(anchor, characters);
    },
    quoteAt(id) {
      const anchor = anchors.get(id);
      anchors.delete(id);
      if (anchor?.isApart !== true) return undefined;
      const words = anchor.words.replace(/\s+/g, " ").trim();
      return words.length > maxQuote ? `${words.slice(0, maxQuote).trimEnd()}…` : words;
    },
  };
}

function follow(anchor: Anchor, characters: string): void {
  if (!anchor.isOpen) anchor.isApart ||= characters.trim() !== "";
  else if (anchor.words.length <= maxQuote) anchor.words += characters;
}
