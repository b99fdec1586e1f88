import { createFileNames, type DocumentFacts, type EmbeddedFile, type SymbolFont } from "@reader/document/content";
import {
  type DocumentBuilder,
  createListCounter,
  type ListCounter,
  type NumberedLevel,
  createHeldParagraphs,
  type HeldParagraphs,
} from "@reader/document/builder";
import { initialState, type GroupState } from "./group-state.ts";
import type { PageBreaks } from "../breaks/page-breaks.ts";
import type { OpenStorage } from "./object-data.ts";

/** A font of the document. */
export interface RtfFont {
  readonly name: string;
  /** `undefined` if the font uses the code page of the document. */
  readonly codePage: number | undefined;
  readonly symbols: SymbolFont | undefined;
}

/** A paragraph style. */
export interface RtfStyle {
  readonly name: string;
  /** The heading level, from 1; `undefined` if the style is not a heading. */
  readonly heading: number | undefined;
}

/** The state of an RTF reader. */
export interface RtfReader {
  readonly builder: DocumentBuilder;
  readonly paragraphs: HeldParagraphs;
  /** State of the innermost group. */
  state: GroupState;
  /** States of the enclosing groups. */
  readonly outer: GroupState[];
  /** Number of open groups beyond the maximum depth, which have no separate state. */
  tooDeep: number;
  /** Text bytes that are not decoded yet. */
  readonly pending: number[];
  /** Number of fallback characters that remain to be skipped after `\u`. */
  unitsToSkip: number;
  /** True if readers may ignore the next destination when they do not know it. */
  isOptional: boolean;
  /** True at the start of a group. */
  isFresh: boolean;
  codePage: number;
  defaultFont: number;
  /** The font declaration that is being read. */
  fontDraft: { charset: number | undefined; codePage: number | undefined };
  readonly fonts: Map<number, RtfFont>;
  readonly styles: Map<number, RtfStyle>;
  readonly authors: string[];
  readonly lists: Map<number, readonly NumberedLevel[]>;
  /** List identifiers by the list number that paragraphs use. */
  readonly overrides: Map<number, number>;
  readonly counter: ListCounter;
  /** True if the label was written for readers without support for lists. */
  isLabelOfList: boolean;
  facts: { -readonly [Name in keyof DocumentFacts]: string | undefined };
  /** The date that is being read. */
  moment: { year: number; month: number; day: number };
  readonly drawing: DrawingState;
  annotation: { author: string };
  /** The object that is being read. */
  object: OpenObject;
  /** Embedded files. */
  readonly files: EmbeddedFile[];
  /** Opens object data; `undefined` if the document has no objects. */
  openStorage: OpenStorage | undefined;
  /** Returns a unique file name. */
  readonly fileName: (name: string) => string;
  /** Encapsulated HTML of a mail program. */
  html: string[] | undefined;
  /** True once `\rtf` was read. */
  hasBegun: boolean;
  /** True if the file ends inside a group. */
  isCut: boolean;
  /** Counts the pages; `undefined` if the breaks in the text do not explain them. */
  breaks: PageBreaks | undefined;
}

/** The state of the current drawing. */
export interface DrawingState {
  propertyName: string;
  alt: string;
}

/** An object of another program. */
export interface OpenObject {
  /** The program's name for the kind of object. */
  kind: string;
  /** The name by which its file is selected, or the source of a linked object; empty if it has neither. */
  name: string;
  isLinked: boolean;
  isWritten: boolean;
  /** Its formula, which is written in place of its preview image; `undefined` for other objects and at its end. */
  formula: string | undefined;
}

/** Creates the state of a reader at the start of a file. */
export function createRtfReader(builder: DocumentBuilder): RtfReader {
  return {
    builder,
    paragraphs: createHeldParagraphs(builder),
    state: initialState,
    outer: [],
    tooDeep: 0,
    pending: [],
    unitsToSkip: 0,
    isOptional: false,
    isFresh: false,
    codePage: 1252,
    defaultFont: 0,
    fontDraft: { charset: undefined, codePage: undefined },
    fonts: new Map(),
    styles: new Map(),
    authors: [],
    lists: new Map(),
    overrides: new Map(),
    counter: createListCounter(),
    isLabelOfList: false,
    facts: {},
    moment: { year: 0, month: 0, day: 0 },
    drawing: { propertyName: "", alt: "" },
    annotation: { author: "" },
    object: { kind: "", name: "", isLinked: false, isWritten: true, formula: undefined },
    files: [],
    openStorage: undefined,
    fileName: createFileNames(),
    html: undefined,
    hasBegun: false,
    isCut: false,
    breaks: undefined,
  };
}
