import { extent, type HandlerInfo, type Json } from "@reader/core/handler";
import type { DocumentPermission, PDFDocument } from "mupdf";
import { type Attachment, readAttachments } from "../../document/attachments.ts";
import { readFormFacts } from "../../document/form-fields.ts";
import { readLayers } from "../../document/layers.ts";
import { isTagged, readMetadata } from "../../document/metadata.ts";
import { type OpenedPdf, startLookups, type TimeLeft } from "../../document/opened-pdf.ts";
import { readOutline } from "../../document/outline.ts";
import { readPageLabels } from "../../document/page-labels.ts";
import {
  type Facts,
  listed,
  namedSizes,
  notChecked,
  type PageSize,
  present,
  sampleOf,
  sizeText,
} from "@reader/pdf-pages/document";
import { readScripts } from "../../document/scripts.ts";
import { readSignatures } from "../../document/filled-fields.ts";
import { countEngineFailure, hasEngineHistory, isEngineBroken, notePageFault } from "../../engine/engine.ts";
import { createPageSource } from "../../extract/page-source.ts";
import { contentBytes } from "../../extract/prepare/prepare-page.ts";
import type { PageSource } from "@reader/pdf-pages";
import { assessPage, qualityChecksOf } from "@reader/pdf-pages/quality";
import { isPortfolio } from "../views/opening-notices.ts";
import { type JobInput, withDocument } from "./job.ts";

/**
 * Maximum number of pages that are measured and searched for attached files. The first pages of a longer document
 * represent all.
 */
const maxPagesSeen = 2000;
/** The same for a document whose pages must each be fetched. */
const maxPagesFetched = 100;

/** Yields the information about a document without reading all of it. */
export function describeJob(input: JobInput): AsyncGenerator<HandlerInfo> {
  return withDocument(input, (pdf) => [
    { extents: [extent("page", pdf.pageCount)], facts: present(factsOf(pdf, input)) },
  ]);
}

/** Data at hand comes first; lookups end when the time runs out. */
function factsOf(pdf: OpenedPdf, input: JobInput): Facts {
  const { document, pageCount } = pdf;
  const timeLeft = startLookups(input.job.wish.budget);
  const seenPages = Math.min(pageCount, input.reader.isWhole ? maxPagesSeen : maxPagesFetched);
  const { sizes, measured } = readPageSizes(pdf, seenPages, timeLeft);
  return {
    ...readMetadata(document),
    pages: pageCount,
    pageSizes: listed(sizes.map(({ size, pages }) => `${size}: ${pages}`)),
    ...labelFacts(pdf),
    ...outlineFacts(pdf),
    ...formFacts(pdf),
    layers: listed(readLayers(document).map(({ name, isShown }) => (isShown ? name : `${name} (not shown)`))),
    attachments: listed(readAttachments(document, seenPages, timeLeft).map(attachmentFacts)),
    isPortfolio: isPortfolio(document) || undefined,
    javaScript: listed(readScripts(document, seenPages, timeLeft).map((count) => ({ ...count }))),
    pagesNotSeen: notChecked(measured, pageCount),
    signatures: listed(readSignatures(document).map((signature) => ({ ...signature }))),
    ...protectionFacts(document),
    isTagged: isTagged(document),
    wasRepaired: document.wasRepaired() || undefined,
    version: versionOf(document),
    // Last, because checking the text of a page takes time and may break the engine.
    text: soundText(pdf, timeLeft),
  };
}

/**
 * Known facts are returned even if a page breaks the engine. If other documents were opened before, a new engine is
 * tried first.
 */
function soundText(pdf: OpenedPdf, timeLeft: TimeLeft): string {
  try {
    return sampleText(pdf, timeLeft);
  } catch (error) {
    if (!isEngineBroken(error) || hasEngineHistory()) throw error;
    return "not known: a page has content that the PDF engine cannot process";
  }
}

function protectionFacts(document: OpenedPdf["document"]): Facts {
  const { encryption, denied } = readProtection(document);
  return { encryption, notAllowed: listed(denied) };
}

function attachmentFacts({ name, bytes, description, page }: Attachment): { readonly [name: string]: Json } {
  return present({ name, bytes, description, page });
}

function labelFacts({ document, pageCount }: OpenedPdf): Facts {
  const labels = readPageLabels(document, pageCount);
  const named = labels.ranges.filter(({ first }) => first <= pageCount && labels.labelOf(first) !== undefined);
  return { labels: listed(named.slice(0, maxLabels).map(({ first }) => `page ${first} is ${labels.labelOf(first)}`)) };
}

const maxLabels = 50;

function outlineFacts({ document }: OpenedPdf): Facts {
  const { entries, isCut } = readOutline(document);
  return { outline: listed(entries.map((entry) => ({ ...entry }))), outlineIsCut: isCut || undefined };
}

function formFacts({ document }: OpenedPdf): Facts {
  const { fields, filled, kind, listed: formFields } = readFormFacts(document);
  return kind === "none" ? {} : { form: { kind, fields, filled }, formFields: listed(formFields) };
}

function versionOf(document: OpenedPdf["document"]): string | undefined {
  return document.getMetaData("format")?.replace(/^PDF /, "");
}

/** The encryption of a document and its permissions. */
interface Protection {
  /** Such as `Standard V5 R6 256-bit AES`; absent if it is not encrypted. */
  readonly encryption?: string;
  /** What is not permitted without the owner's password. */
  readonly denied: readonly string[];
}

const permissions: readonly (readonly [DocumentPermission, string])[] = [
  ["print", "print"],
  ["copy", "copy"],
  ["edit", "edit"],
  ["annotate", "annotate"],
  ["form", "fill in forms"],
  ["accessibility", "read aloud"],
  ["assemble", "rearrange pages"],
];

/** Reads the encryption of a document. */
function readProtection(document: PDFDocument): Protection {
  const encryption = document.getMetaData("encryption");
  if (encryption === undefined || encryption === "None") return { denied: [] };
  const denied = permissions.filter(([permission]) => !document.hasPermission(permission)).map(([, words]) => words);
  return { encryption, denied };
}

/**
 * Stored content bytes processed per millisecond on a slow machine: a map of 10 MB takes two seconds there. The engine
 * cannot be interrupted, so a page is only started if there is time for it.
 */
const bytesPerMs = 4000;

/** Returns how many pages have a sound text layer: `7 of 8 pages looked at`. */
function sampleText(pdf: OpenedPdf, timeLeft: TimeLeft): string {
  const numbers = sampleOf(pdf.pageCount);
  const pages = createPageSource(pdf);
  let sound = 0;
  let looked = 0;
  for (const number of numbers) {
    const isSound = soundness(pdf, pages, { number, timeLeft });
    pages.release(number);
    if (isSound === undefined) break;
    looked += 1;
    if (isSound) sound += 1;
  }
  const isCut = looked < numbers.length;
  if (isCut && looked === 0) return "not looked at: that would take too long";
  const late = isCut ? "; more would take too long" : "";
  return `${sound} of ${looked} ${looked < pdf.pageCount ? "pages looked at" : "pages"}${late}`;
}

interface Sample {
  readonly number: number;
  readonly timeLeft: TimeLeft;
}

/** Returns whether a page has sound text, or `undefined` if there is no time to check. */
function soundness(pdf: OpenedPdf, pages: PageSource, { number, timeLeft }: Sample): boolean | undefined {
  try {
    if (timeLeft() <= contentBytes(pdf.pages.load(number)) / bytesPerMs) return undefined;
    const page = pages.read(number);
    return page !== undefined && assessPage(page.content, qualityChecksOf(page)).layer === "sound";
  } catch (error) {
    notePageFault(error);
    return false;
  }
}

/** The sizes of the first pages of a document. */
interface PageSizes {
  /** As displayed, the most frequent first. */
  readonly sizes: readonly PageSize[];
  /** Number of pages that were measured. */
  readonly measured: number;
}

/** Measures the first pages, or fewer if the time runs out. Pages of the sample stay loaded. */
function readPageSizes(pdf: OpenedPdf, wantedPages: number, timeLeft: TimeLeft): PageSizes {
  const sample = new Set(sampleOf(pdf.pageCount));
  const pages = new Map<string, number[]>();
  let measured = 0;
  while (measured < wantedPages && (measured === 0 || timeLeft() > 0)) {
    measured += 1;
    const size = sizeOfPage(pdf, measured);
    if (!sample.has(measured)) pdf.pages.release(measured);
    const known = pages.get(size);
    if (known === undefined) pages.set(size, [measured]);
    else known.push(measured);
  }
  return { sizes: namedSizes(pages), measured };
}

function sizeOfPage({ pages }: OpenedPdf, number: number): string {
  try {
    const [x0, y0, x1, y1] = pages.load(number).getBounds();
    return sizeText(x1 - x0, y1 - y0);
  } catch (error) {
    countEngineFailure(error);
    return "unreadable";
  }
}
