import type { PDFDocument, PDFPage } from "mupdf";
import { entriesIn, printed, printedObject, referenceIn } from "./base/printed-object.ts";

/** The outcome of reading a page by the fast path: unsupported, or equal to or different from the engine's result. */
type Verdict = "unreadable" | "same" | "different";

/** Decides whether pages of one document may be read by the fast path. */
export interface Verification {
  /** Returns how to read the next page. `compare` reads it both ways. */
  readonly next: () => "fast" | "compare" | "engine";
  /** Reports the outcome of a page. */
  readonly report: (verdict: Verdict | "read") => void;
}

/** Properties of a document. */
interface VerificationSettings {
  readonly kind?: Kind;
  /** True if so few pages are wanted that the fast path pays off only without verification. */
  readonly isShort?: boolean;
}

/** Number of verified pages before others are read by the fast path, unless documents of this kind are trusted. */
const provingPages = 2;

/**
 * A page is compared again after this many pages, then after four times as many, and so on; sooner in a document that
 * is trusted because of its kind. The engine takes as long for such a page as the fast path for twenty.
 */
const pagesBeforeCheck = 64;
const pagesBeforeFirst = 32;
const growth = 4;

/** After this many unsupported pages in a row, the rest of the document is read by the engine. */
const mostUnreadable = 8;

/** A page of a short document is compared for the benefit of later ones once this many of its kind were read. */
const documentsOfHabit = 3;

/** Starts verification of a document. One different page ends the fast path for it, and the trust in its kind. */
export function createVerification({ kind = createKind(), isShort = false }: VerificationSettings = {}): Verification {
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
      if (isTrustedKind(kind)) return sinceCheck >= interval || isCheckDue(kind) ? "compare" : "fast";
      if (isShort) return isLearning && proven === 0 ? "compare" : "engine";
      return proven < provingPages || sinceCheck >= interval ? "compare" : "fast";
    },
    report(verdict) {
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

/** Documents with fewer wanted pages are read by the engine alone: verification reads the first pages both ways. */
const provenPages = 10;

/**
 * Minimum number of pages for documents with embedded font files. Asking the engine about those fonts takes as long as
 * some pages; others are cached.
 */
const leastPagesWithFontFiles = 5;

/** Used for a document that the engine reads. */
export const noVerification: Verification = { next: () => "engine", report: () => undefined };

/**
 * Starts verification of a document, given a loaded page and the number of wanted pages. Throws what the engine throws.
 */
export function documentVerification(document: PDFDocument, page: PDFPage, wanted: number): Verification {
  const { name, hasFontFiles } = kindOf(document, page);
  if (hasFontFiles && wanted < leastPagesWithFontFiles) return noVerification;
  return createVerification({ kind: kindNamed(name), isShort: wanted < provenPages });
}

/** What this process knows about documents of one kind: of one program and with the same sorts of fonts. */
export interface Kind {
  /** Number of documents started. */
  begun: number;
  /** Number of documents with a verified page, and of such pages in all of them. */
  provenDocuments: number;
  provenPages: number;
  /** Number of pages read by the fast path since the last comparison, and the current interval between comparisons. */
  sinceCheck: number;
  interval: number;
  /** True if a page of one document differed, so that each document must be verified by its own pages. */
  isOver: boolean;
}

/** Maximum number of kinds kept. Hostile documents can claim to be of any kind. */
const maxKinds = 100;

/** Number of pages of all documents of a kind between two comparisons: initially and at most. */
const firstInterval = 16;
const lastInterval = 1024;

/** Numbers of verified documents and pages after which other documents of the kind are trusted. */
const provingDocuments = 2;
const provingPagesOfKind = 6;

const kinds = new Map<string, Kind>();

/** Creates a kind without any knowledge. */
export function createKind(): Kind {
  const nothing = { begun: 0, provenDocuments: 0, provenPages: 0, sinceCheck: 0 };
  return { ...nothing, interval: firstInterval, isOver: false };
}

/** Returns the kind with this name in this process. The most recently used ones are kept. */
export function kindNamed(name: string): Kind {
  const kind = kinds.get(name) ?? createKind();
  kinds.delete(name);
  kinds.set(name, kind);
  const [oldest] = kinds.keys();
  if (kinds.size > maxKinds && oldest !== undefined) kinds.delete(oldest);
  return kind;
}

/** True if documents of the kind may use the fast path from their first page. */
export function isTrustedKind({ isOver, provenDocuments, provenPages }: Kind): boolean {
  return !isOver && provenDocuments >= provingDocuments && provenPages >= provingPagesOfKind;
}

/** True if the next page of the kind must be compared, whichever document it belongs to. */
function isCheckDue({ sinceCheck, interval }: Kind): boolean {
  return sinceCheck >= interval;
}

/** Records a verified page: the first of its document, or a further one. */
function noteSame(kind: Kind, isFirstOfDocument: boolean): void {
  if (isTrustedKind(kind)) kind.interval = Math.min(lastInterval, kind.interval * 2);
  kind.provenPages += 1;
  if (isFirstOfDocument) kind.provenDocuments += 1;
  kind.sinceCheck = 0;
}

/** Maximum number of fonts that describe a document. */
const maxFonts = 12;

/** Maximum length of a producer or font name. Hostile documents have millions of characters. */
const maxCharacters = 100;

/** What documents of one program and with the same sorts of fonts have in common. */
export interface DocumentKind {
  readonly name: string;
  /** True if a font of the page has an embedded file, as nearly all have, so that the engine must be asked about it. */
  readonly hasFontFiles: boolean;
}

/** Returns the kind of a document from its producer and the fonts of a page. Throws what the engine throws. */
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

/**
 * Returns the font type, its encoding if it is named, and whether it has a file: a font with a descriptor nearly always
 * has one.
 */
function sortOf(entries: ReadonlyMap<string, string>): string {
  const encoding = entries.get("Encoding") ?? "";
  const hasFile = ["FontDescriptor", "DescendantFonts", "CharProcs"].some((key) => entries.has(key));
  const names = [entries.get("Subtype") ?? "", encoding.startsWith("/") ? encoding : "own"].map(briefly);
  return [...names, hasFile ? "file" : "none"].join(" ");
}

function briefly(text: string): string {
  return text.slice(0, maxCharacters);
}
