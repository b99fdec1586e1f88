import type { Flow, ParagraphStyle, RunFormat, Recording } from "@reader/document/builder";
import type { DocumentFacts } from "@reader/document/content";
import { type OdfFiles, createOdfStyles, type OdfStyles } from "@reader/office-kit/odf";
import type { TreeBuilder } from "@reader/office-kit/xml";
import { createOdfLists, type OdfLists } from "./odf-lists.ts";

/** A paragraph that is open. */
export interface OpenParagraph {
  readonly style: ParagraphStyle;
  /** Whether it was told to the flow, which waits for its first word. */
  isStarted: boolean;
  /** What is told behind it, such as text boxes. */
  readonly behind: Recording[];
}

/** A frame or shape that is open. */
export interface OpenDrawing {
  readonly images: string[];
  title: string;
  description: string;
  /** Whether its content is in the text already, so that no picture of it is needed. */
  isTold: boolean;
  readonly isFrame: boolean;
}

/** A formula that stands in the text itself, as in a flat document, while it is read. */
export interface OpenFormula {
  readonly tree: TreeBuilder;
  /** Elements that are open. */
  depth: number;
}

/** Somebody's change, by its identifier. */
export interface OdfChange {
  readonly kind: "insertion" | "deletion" | "format";
  author: string;
  date: string | undefined;
  /** What was deleted. */
  words: Recording | undefined;
}

/** A remark that is open. */
export interface OpenRemark {
  author: string;
  readonly isResolved: boolean;
}

/** What is known of an OpenDocument text up to the element that is read. */
export interface OdfReader {
  readonly flow: Flow;
  readonly styles: OdfStyles;
  readonly lists: OdfLists;
  readonly facts: { -readonly [Name in keyof DocumentFacts]: string | undefined };
  readonly paragraphs: OpenParagraph[];
  readonly drawings: OpenDrawing[];
  /** Of the innermost span; the first is that of the document. */
  readonly formats: RunFormat[];
  /** Collects the text of an element that is no paragraph. */
  capture: string[] | undefined;
  /** Elements that are open and not shown. */
  skipped: number;
  readonly changes: Map<string, OdfChange>;
  change: OdfChange | undefined;
  /** Insertions in which the text stands. */
  readonly insertions: Set<string>;
  readonly remarks: OpenRemark[];
  /** Sections that are hidden, of those that are open. */
  readonly hiddenSections: boolean[];
  /** How often the rows that are open are repeated. */
  readonly rowRepeats: number[];
  /** Steps that may still be told again: repeated rows in repeated rows must not grow without end. */
  repeatsLeft: number;
  headerRows: number;
  /** What objects inside the document say, by their names. */
  readonly objects: Map<string, Recording>;
  /** Formulas inside the document, by the names of their objects. */
  readonly formulas: Map<string, string>;
  readonly controls: Map<string, string>;
  /** Whether the file has a part of this name. */
  readonly has: (name: string) => boolean;
  /** Loads a picture. */
  readonly load: (name: string) => Promise<Uint8Array | undefined>;
  /** Pictures that are written in the text itself. */
  readonly inlinePictures: Map<string, string>;
  /** Files of other programs inside the document. */
  readonly files: OdfFiles;
  /** Whether what is read is the data of such a file. */
  isInObject: boolean;
  /** The formula that is read. */
  formula: OpenFormula | undefined;
  hasBody: boolean;
  isEndnote: boolean;
}

/** What a reader needs of the file around it. */
export interface OdfSurroundings {
  readonly flow: Flow;
  readonly objects: Map<string, Recording>;
  readonly formulas: Map<string, string>;
  readonly has: (name: string) => boolean;
  readonly load: (name: string) => Promise<Uint8Array | undefined>;
  readonly files: OdfFiles;
}

/** Stands before the first element. */
export function createOdfReader({ flow, objects, formulas, has, load, files }: OdfSurroundings): OdfReader {
  return {
    flow,
    objects,
    formulas,
    has,
    load,
    files,
    isInObject: false,
    formula: undefined,
    styles: createOdfStyles(),
    lists: createOdfLists(),
    facts: {},
    paragraphs: [],
    drawings: [],
    formats: [],
    capture: undefined,
    skipped: 0,
    changes: new Map(),
    change: undefined,
    insertions: new Set(),
    remarks: [],
    hiddenSections: [],
    rowRepeats: [],
    repeatsLeft: 200_000,
    headerRows: 0,
    controls: new Map(),
    inlinePictures: new Map(),
    hasBody: false,
    isEndnote: false,
  };
}

/** The surroundings of a document that is one file, or a part of another. */
export function aloneWith(flow: Flow): OdfSurroundings {
  const load = (): Promise<undefined> => Promise.resolve(undefined);
  return {
    flow,
    objects: new Map(),
    formulas: new Map(),
    has: () => false,
    load,
    files: { files: [], names: new Map() },
  };
}
