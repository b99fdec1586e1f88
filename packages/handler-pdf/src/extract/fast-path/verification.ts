import type { PDFDocument, PDFPage } from "mupdf";
import { entriesIn, printed, printedObject, referenceIn } from "./base/printed-object.ts";

/** What came of reading a page without the engine: it could not be read so, or it is (not) what the engine reads. */
type Verdict = "unreadable" | "same" | "different";

/** Whether the pages of one document may be read without the engine. */
export interface Trust {
  /** What is to be done with the next page; `compare` reads it both ways. */
  readonly next: () => "quick" | "compare" | "engine";
  /** Tells what came of a page. */
  readonly tell: (verdict: Verdict | "read") => void;
}

/** What a document is like. */
interface TrustSettings {
  readonly kind?: Kind;
  /** Whether so few pages of it are wanted that it pays only if they need not be proven. */
  readonly isShort?: boolean;
}

/** So many pages are the same both ways before others are read without the engine, unless documents like this one were. */
const provingPages = 2;

/**
 * From time to time a page is read both ways again: after so many, then after four times as many, and so on; sooner in a
 * document that is believed for the sake of others. The engine takes as long for such a page as twenty others take.
 */
const pagesBeforeCheck = 64;
const pagesBeforeFirst = 32;
const growth = 4;

/** After so many pages in a row that cannot be read without the engine, none of the document is tried any more. */
const mostUnreadable = 8;

/** A page of a short document is compared, for the sake of those to come, once so many of its kind were met. */
const documentsOfHabit = 3;

/** Begins with a document. One page that is different ends all trust in it, and what others of its kind have by it. */
export function createTrust({ kind = createKind(), isShort = false }: TrustSettings = {}): Trust {
  let proven = 0;
  let sinceCheck = 0;
  let interval = isTrustedKind(kind) ? pagesBeforeFirst : pagesBeforeCheck;
  let unreadable = 0;
  let isOver = false;
  kind.begun += 1;
  const isLearning = kind.begun > documentsOfHabit && !kind.isOver;
  return {
    next() {
      if (isOver) return "engine";
      if (isTrustedKind(kind)) return sinceCheck >= interval || isCheckDue(kind) ? "compare" : "quick";
      if (isShort) return isLearning && proven === 0 ? "compare" : "engine";
      return proven < provingPages || sinceCheck >= interval ? "compare" : "quick";
    },
    tell(verdict) {
      if (verdict === "unreadable") {
        unreadable += 1;
        isOver ||= unreadable >= mostUnreadable;
        return;
      }
      unreadable = 0;
      if (verdict === "different") {
        isOver = true;
        kind.isOver = true;
      } else if (verdict === "same") {
        noteSame(kind, proven === 0);
        if (sinceCheck >= interval) interval *= growth;
        proven += 1;
        sinceCheck = 0;
      } else {
        sinceCheck += 1;
        kind.sinceCheck += 1;
      }
    },
  };
}

/** Fewer pages are read by the engine before those that prove a document are read both ways. */
const provenPages = 10;

/** What the engine must be asked of fonts with files of their own takes as long as some pages; of others it was asked before. */
const leastPagesWithFontFiles = 5;

/** A document that the engine reads. */
export const noTrust: Trust = { next: () => "engine", tell: () => undefined };

/** Begins with a document of which a page is loaded and so many are wanted. Throws what the engine throws. */
export function documentTrust(document: PDFDocument, page: PDFPage, wanted: number): Trust {
  const { name, hasFontFiles } = kindOf(document, page);
  if (hasFontFiles && wanted < leastPagesWithFontFiles) return noTrust;
  return createTrust({ kind: kindNamed(name), isShort: wanted < provenPages });
}

/** What this process has seen of the documents of one kind: those of one program with fonts of one sort. */
export interface Kind {
  /** Documents that were begun. */
  begun: number;
  /** Documents of which a page was the same both ways, and such pages of them all. */
  provenDocuments: number;
  provenPages: number;
  /** Pages read without the engine since one was compared, and how many may be before the next is. */
  sinceCheck: number;
  interval: number;
  /** Whether a page of one was different, so that each document must be proven by its own pages. */
  isOver: boolean;
}

/** A process meets few; hostile documents can claim to be of any. */
const maxKinds = 100;

/** Pages of all documents of a kind between two that are compared: first, and at most. */
const firstInterval = 16;
const lastInterval = 1024;

/** From so many documents and pages on that were the same both ways, others of the kind are believed to be. */
const provingDocuments = 2;
const provingPagesOfKind = 6;

const kinds = new Map<string, Kind>();

/** A kind of which nothing is known. */
export function createKind(): Kind {
  const nothing = { begun: 0, provenDocuments: 0, provenPages: 0, sinceCheck: 0 };
  return { ...nothing, interval: firstInterval, isOver: false };
}

/** The kind of this name, as this process knows it; those met last are kept. */
export function kindNamed(name: string): Kind {
  const kind = kinds.get(name) ?? createKind();
  kinds.delete(name);
  kinds.set(name, kind);
  const [oldest] = kinds.keys();
  if (kinds.size > maxKinds && oldest !== undefined) kinds.delete(oldest);
  return kind;
}

/** Whether a document of the kind may be read without the engine from its first page on. */
export function isTrustedKind({ isOver, provenDocuments, provenPages }: Kind): boolean {
  return !isOver && provenDocuments >= provingDocuments && provenPages >= provingPagesOfKind;
}

/** Whether a page of the kind is to be compared again, whatever document it is of. */
function isCheckDue({ sinceCheck, interval }: Kind): boolean {
  return sinceCheck >= interval;
}

/** Notes that a page was the same both ways: the first of its document, or a further one. */
function noteSame(kind: Kind, isFirstOfDocument: boolean): void {
  if (isTrustedKind(kind)) kind.interval = Math.min(lastInterval, kind.interval * 2);
  kind.provenPages += 1;
  if (isFirstOfDocument) kind.provenDocuments += 1;
  kind.sinceCheck = 0;
}

/** Fonts of a page that tell what a document is like. */
const maxFonts = 12;

/** Characters of what a maker or a font is called; hostile documents have millions. */
const maxCharacters = 100;

/** What documents of one program and with fonts of one sort have in common. */
export interface DocumentKind {
  readonly name: string;
  /** Whether a font of the page has a file of its own, as nearly all have, which the engine must be asked about. */
  readonly hasFontFiles: boolean;
}

/** Tells the kind of a document by who made it and by the fonts of a page. Throws what the engine throws. */
export function kindOf(document: PDFDocument, page: PDFPage): DocumentKind {
  const makers = ["info:Producer", "info:Creator"].map((key) => briefly(document.getMetaData(key) ?? ""));
  const fonts = fontsOf(document, page).map((font) => sortOf(entriesIn(font)));
  return {
    name: JSON.stringify([makers, [...new Set(fonts)].toSorted()]),
    hasFontFiles: fonts.some((sort) => !sort.endsWith(" none")),
  };
}

function fontsOf(document: PDFDocument, page: PDFPage): readonly string[] {
  const object = page.getObject();
  const resources = object.getInheritable("Resources");
  const fonts = resources.isDictionary() ? resources.get("Font") : undefined;
  try {
    const entries = fonts === undefined ? [] : [...entriesIn(printed(fonts)).values()];
    return entries.slice(0, maxFonts).map((value) => printedFont(document, value));
  } finally {
    for (const each of [fonts, resources, object]) each?.destroy();
  }
}

function printedFont(document: PDFDocument, value: string): string {
  const number = referenceIn(value);
  return number === undefined ? value : printedObject(document, number);
}

/** Its type, its encoding if that has a name, and whether it has a file: a font with a description nearly always has one. */
function sortOf(entries: ReadonlyMap<string, string>): string {
  const encoding = entries.get("Encoding") ?? "";
  const hasFile = ["FontDescriptor", "DescendantFonts", "CharProcs"].some((key) => entries.has(key));
  const names = [entries.get("Subtype") ?? "", encoding.startsWith("/") ? encoding : "own"].map(briefly);
  return [...names, hasFile ? "file" : "none"].join(" ");
}

function briefly(text: string): string {
  return text.slice(0, maxCharacters);
}
