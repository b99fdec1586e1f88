import { createFileNames, type DocumentFacts, type EmbeddedFile } from "@reader/document/content";
import {
  type Flow,
  createListCounter,
  type ListCounter,
  type NumberedLevel,
  createHeldParagraphs,
  type HeldParagraphs,
} from "@reader/document/builder";
import { initialState, type GroupState } from "./group-state.ts";
import type { OpenStorage } from "./object-data.ts";

/** A font of the document. */
export interface RtfFont {
  readonly name: string;
  /** Undefined for that of the document. */
  readonly codePage: number | undefined;
  readonly symbols: "symbol" | "wingdings" | undefined;
}

/** A paragraph style. */
export interface RtfStyle {
  readonly name: string;
  /** From 1; undefined where it is no heading. */
  readonly heading: number | undefined;
}

/** What is known of an RTF file up to the token that is read. */
export interface RtfReader {
  readonly flow: Flow;
  readonly paragraphs: HeldParagraphs;
  /** Of the innermost group. */
  state: GroupState;
  /** Those of the groups around it. */
  readonly outer: GroupState[];
  /** Groups that are too deep to have a state of their own. */
  tooDeep: number;
  /** Bytes of text that are not decoded yet. */
  readonly pending: number[];
  /** Characters behind a `\u` that stand for it in old readers. */
  unitsToSkip: number;
  /** Whether the next destination may be left out by readers that do not know it. */
  isOptional: boolean;
  /** Whether a group has just begun. */
  isFresh: boolean;
  codePage: number;
  defaultFont: number;
  /** The font that is being declared. */
  fontDraft: { charset: number | undefined; codePage: number | undefined };
  readonly fonts: Map<number, RtfFont>;
  readonly styles: Map<number, RtfStyle>;
  readonly authors: string[];
  readonly lists: Map<number, readonly NumberedLevel[]>;
  /** Lists by the number that paragraphs call them. */
  readonly overrides: Map<number, number>;
  readonly counter: ListCounter;
  /** Whether the label before the paragraph is written for readers that know no lists. */
  isLabelOfList: boolean;
  facts: { -readonly [Name in keyof DocumentFacts]: string | undefined };
  /** The parts of the moment that is read. */
  moment: { year: number; month: number; day: number };
  readonly drawing: DrawingState;
  annotation: { author: string };
  /** What the object is that is read. */
  object: OpenObject;
  /** Files of other programs inside the document. */
  readonly files: EmbeddedFile[];
  /** Opens the data of objects; undefined where the document has none. */
  openStorage: OpenStorage | undefined;
  /** Names that no other file has. */
  readonly fileName: (name: string) => string;
  /** The HTML that a mail program hid in the document. */
  html: string[] | undefined;
  /** Whether the document itself has begun. */
  hasBegun: boolean;
  /** Whether the file ends within groups. */
  isCut: boolean;
}

/** What is known of the drawing that is read. */
export interface DrawingState {
  propertyName: string;
  alt: string;
}

/** An object of another program. */
export interface OpenObject {
  /** The program's own word for it. */
  kind: string;
  /** By which its file is selected; empty where there is none. */
  name: string;
  isTold: boolean;
}

/** Stands before the first token. */
export function createRtfReader(flow: Flow): RtfReader {
  return {
    flow,
    paragraphs: createHeldParagraphs(flow),
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
    object: { kind: "", name: "", isTold: true },
    files: [],
    openStorage: undefined,
    fileName: createFileNames(),
    html: undefined,
    hasBegun: false,
    isCut: false,
  };
}
