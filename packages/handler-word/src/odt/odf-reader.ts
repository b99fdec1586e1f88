import type { DocumentBuilder, ParagraphStyle, Recording } from "@reader/document/builder";
import type { DocumentFacts } from "@reader/document/content";
import { type OdfFiles, type OdfFormat, createOdfStyles, type OdfStyles } from "@reader/office-kit/odf";
import type { TreeBuilder } from "@reader/office-kit/xml";
import { createMasterPages, type MasterPages } from "./master-pages.ts";
import { createOdfLists, type OdfLists } from "./odf-lists.ts";

/** A run of text, or a line break. */
export type HeldItem = "break" | { readonly text: string; readonly format: OdfFormat };

/** An open paragraph. */
export interface OpenParagraph {
  readonly style: ParagraphStyle;
  /** True if the paragraph was started in the document builder, which happens at its first text. */
  isStarted: boolean;
  /** The content so far of a paragraph that is code unless other content follows; `undefined` for other paragraphs. */
  held: HeldItem[] | undefined;
  /** Content that follows the paragraph, such as text boxes. */
  readonly trailing: Recording[];
}

/** An open frame or shape. */
export interface OpenDrawing {
  readonly images: string[];
  title: string;
  description: string;
  /** True if the text already has the content, so that the image is not needed. */
  isWritten: boolean;
  readonly isFrame: boolean;
}

/** A field of a form, or another field that is only marked in the text. */
export interface OdfField {
  /** Its kind, such as `FORMCHECKBOX`. */
  readonly kind: string;
  /** Its parameters by name, without the prefix of the program. */
  readonly parameters: Map<string, string[]>;
}

/** An inline formula, as in flat documents. */
export interface OpenFormula {
  readonly tree: TreeBuilder;
  /** Number of open elements. */
  depth: number;
}

/** A tracked change. */
export interface OdfChange {
  readonly kind: "insertion" | "deletion" | "format";
  author: string;
  date: string | undefined;
  /** The deleted text. */
  words: Recording | undefined;
}

/** An open comment. */
export interface OpenComment {
  author: string;
  readonly isResolved: boolean;
}

/** The state of the reader of an OpenDocument text. */
export interface OdfReader {
  readonly builder: DocumentBuilder;
  readonly styles: OdfStyles;
  readonly lists: OdfLists;
  readonly masterPages: MasterPages;
  readonly facts: { -readonly [Name in keyof DocumentFacts]: string | undefined };
  readonly paragraphs: OpenParagraph[];
  readonly drawings: OpenDrawing[];
  /** Formats of open spans and paragraphs, innermost last. */
  readonly formats: OdfFormat[];
  /** Open fields, innermost last; `undefined` for those that are too deep. */
  readonly fields: (OdfField | undefined)[];
  /** Collected text of an element that is not a paragraph. */
  capture: string[] | undefined;
  /** Number of open elements that are skipped. */
  skipped: number;
  readonly changes: Map<string, OdfChange>;
  change: OdfChange | undefined;
  /** Insertions and deletions that contain the current text. */
  readonly insertions: Set<string>;
  readonly deletions: Set<string>;
  readonly comments: OpenComment[];
  /** Hidden state of the open sections. */
  readonly hiddenSections: boolean[];
  /** Numbers of columns of the open tables, innermost last. */
  readonly tableColumns: number[];
  /** Repeat counts of the open rows. */
  readonly rowRepeats: number[];
  /** Remaining builder steps for repeated rows; limits nested repetitions. */
  repeatsLeft: number;
  headerRows: number;
  /** Content of embedded objects by name. */
  readonly objects: Map<string, Recording>;
  /** Formulas by the name of their object. */
  readonly formulas: Map<string, string>;
  readonly controls: Map<string, string>;
  /** True if the package has a part of this name. */
  readonly has: (name: string) => boolean;
  /** Loads an image. */
  readonly load: (name: string) => Promise<Uint8Array | undefined>;
  /** Inline images as Base64 data. */
  readonly inlineImages: Map<string, string>;
  /** Embedded files. */
  readonly files: OdfFiles;
  /** True inside the data of an embedded file. */
  isInObject: boolean;
  /** The formula that is being read. */
  formula: OpenFormula | undefined;
  hasBody: boolean;
  isEndnote: boolean;
  /** The mark of the open note, such as `1`. */
  noteMark: string;
  /** False if the text was searched and has no footnote. */
  hasFootnotes: boolean;
  readonly layout: OdfLayout;
  /** True if monospaced paragraphs are code. */
  isCodeMonospaced: boolean;
  /** The number of blank paragraphs since the last one of monospaced code; `undefined` after other content. */
  blanksAfterCode: number | undefined;
}

/** The pages of a document: of the layout that a program saved with it, or by the breaks of its author. */
export interface OdfLayout {
  /** True if the breaks of the author tell the pages. */
  isByBreaks: boolean;
  /** True if the text was searched and has no mark of a layout, whatever it declares. */
  isUnmarked: boolean;
  /** The number of pages in the properties of the document; 0 if they have none. */
  statedPages: number;
  /** The current page; `undefined` if the text does not mark the pages. */
  page: number | undefined;
  /** True if the current page has content, so that a break starts another one. */
  hasContent: boolean;
}

/** The parts of the file that a reader needs. */
export interface OdfContext {
  readonly builder: DocumentBuilder;
  readonly objects: Map<string, Recording>;
  readonly formulas: Map<string, string>;
  readonly has: (name: string) => boolean;
  readonly load: (name: string) => Promise<Uint8Array | undefined>;
  readonly files: OdfFiles;
}

/** Creates the state of a reader at the start of a part. */
export function createOdfReader({ builder, objects, formulas, has, load, files }: OdfContext): OdfReader {
  return {
    builder,
    objects,
    formulas,
    has,
    load,
    files,
    isInObject: false,
    formula: undefined,
    styles: createOdfStyles(),
    lists: createOdfLists(),
    masterPages: createMasterPages(),
    facts: {},
    paragraphs: [],
    drawings: [],
    formats: [],
    fields: [],
    capture: undefined,
    skipped: 0,
    changes: new Map(),
    change: undefined,
    insertions: new Set(),
    deletions: new Set(),
    comments: [],
    hiddenSections: [],
    tableColumns: [],
    rowRepeats: [],
    repeatsLeft: 200_000,
    headerRows: 0,
    controls: new Map(),
    inlineImages: new Map(),
    hasBody: false,
    isEndnote: false,
    noteMark: "",
    hasFootnotes: true,
    isCodeMonospaced: false,
    blanksAfterCode: undefined,
    layout: { isByBreaks: false, isUnmarked: false, statedPages: 0, page: undefined, hasContent: false },
  };
}

/** Returns the context of a flat document or of an embedded object, which has no other parts. */
export function standaloneFile(builder: DocumentBuilder): OdfContext {
  const load = (): Promise<undefined> => Promise.resolve(undefined);
  return {
    builder,
    objects: new Map(),
    formulas: new Map(),
    has: () => false,
    load,
    files: { files: [], names: new Map() },
  };
}
