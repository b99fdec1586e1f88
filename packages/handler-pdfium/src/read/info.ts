import { extent, type HandlerInfo, type Json } from "@reader/core/handler";
import {
  type Facts,
  letters,
  listed,
  namedSizes,
  present,
  roman,
  sampleOf,
  sizeText,
} from "@reader/pdf-pages/document";
import { assessPage, qualityChecksOf } from "@reader/pdf-pages/quality";
import { type Attachment, readAttachments } from "../document/attachments.ts";
import { readMetadata, readPageLabels } from "../document/facts.ts";
import type { FormField } from "../document/form-fields.ts";
import type { OpenedDocument } from "../document/opened-document.ts";
import { readBookmarks } from "../document/outline.ts";
import { countScripts, readProtection, readSignatures, versionOf } from "../document/protection.ts";
import { geometryOf, type PageGeometry } from "../extract/geometry.ts";
import { createPageSource } from "../extract/page-source.ts";
import { fieldLine } from "../document/form-fields.ts";
import { fieldsOfPage } from "./page-extras.ts";

/** Maximum number of pages that are measured, and of bookmarks listed. */
const maxPagesSeen = 2000;
const maxBookmarksListed = 500;
/** Maximum number of pages that are searched for fields and attached files: each is loaded. */
const maxPagesSearched = 100;
const maxFields = 10_000;
const maxFieldsListed = 100;
const maxLabels = 50;
/** Front matter is shorter. */
const maxNumberedByLetters = 200;

/** Returns the information about a document without reading all of it. */
export function infoOf(pdf: OpenedDocument): HandlerInfo {
  const { pageCount } = pdf;
  const bookmarks = readBookmarks(pdf);
  const { encryption, denied } = readProtection(pdf);
  const scripts = countScripts(pdf);
  const facts = present({
    ...readMetadata(pdf),
    pages: pageCount,
    pageSizes: listed(sizesOf(pdf)),
    labels: listed(labelsOf(pdf)),
    outline: listed(bookmarks.slice(0, maxBookmarksListed).map((entry): Json => ({ ...entry }))),
    outlineIsCut: bookmarks.length > maxBookmarksListed || undefined,
    ...formFacts(pdf),
    attachments: listed(readAttachments(pdf, maxPagesSearched).map(attachmentFacts)),
    javaScript: scripts === 0 ? undefined : [{ where: "of the document", scripts }],
    signatures: listed(readSignatures(pdf).map((each) => ({ ...each }))),
    encryption,
    notAllowed: listed(denied),
    isTagged: pdf.engine.FPDFCatalog_IsTagged(pdf.document),
    wasRepaired: pdf.wasRepaired || undefined,
    version: versionOf(pdf),
    text: sampleText(pdf),
  });
  return { extents: [extent("page", pageCount)], facts };
}

function attachmentFacts({ name, bytes, description, page }: Attachment): { readonly [name: string]: Json } {
  return present({ name, bytes, description: description === name ? undefined : description, page });
}

/** Kinds of forms by number (`fpdf_formfill.h`). */
const formKinds: ReadonlyMap<number, string> = new Map([
  [1, "acroform"],
  [2, "xfa-only"],
  [3, "xfa"],
]);

function formFacts(pdf: OpenedDocument): Facts {
  const kind = formKinds.get(pdf.engine.FPDF_GetFormType(pdf.document));
  if (kind === undefined) return {};
  const fields = new Map<string, FormField>();
  for (let number = 1; number <= Math.min(pdf.pageCount, maxPagesSearched); number += 1) {
    for (const field of fieldsOfPage(pdf, number)) {
      if (!field.isSignature && !fields.has(field.name) && fields.size < maxFields) fields.set(field.name, field);
    }
    pdf.release(number);
  }
  const all = [...fields.values()];
  if (all.length === 0 && kind === "acroform") return {};
  const form = { kind, fields: all.length, filled: all.filter(({ isFilled }) => isFilled).length };
  return {
    form,
    formFields: listed(all.slice(0, maxFieldsListed).map((field) => fieldLine([{ ...field, options: [], marks: "" }]))),
  };
}

/** Returns labels at which the numbering starts, or starts again. */
function labelsOf(pdf: OpenedDocument): readonly string[] {
  const labels = readPageLabels(pdf);
  const found: string[] = [];
  for (let number = 1; number <= Math.min(pdf.pageCount, maxPagesSeen) && found.length < maxLabels; number += 1) {
    const label = labels.labelOf(number);
    const isNext = number > 1 && continuesLabels(labels.labelOf(number - 1) ?? "", label ?? "");
    if (label !== undefined && !isNext) found.push(`page ${number} is ${label}`);
  }
  return found;
}

function continuesLabels(last: string, label: string): boolean {
  return successors(last).has(label);
}

/** Labels that may follow one: a number, a Roman number, or a letter, each with the same text before it. */
function successors(label: string): ReadonlySet<string> {
  const [, before = "", digits = ""] = /^(.*?)(\d{1,9})$/su.exec(label) ?? [];
  if (digits !== "") return new Set([`${before}${Number(digits) + 1}`]);
  const [, start = "", word = ""] = /^(.*?)([a-z]+|[A-Z]+)$/su.exec(label) ?? [];
  if (word === "") return new Set();
  const next = [roman, letters].flatMap((numeral) => {
    const value = valueOf(word.toUpperCase(), numeral);
    return value === undefined ? [] : [numeral(value + 1)];
  });
  const isUpper = word === word.toUpperCase();
  return new Set(next.map((numeral) => `${start}${isUpper ? numeral : numeral.toLowerCase()}`));
}

function valueOf(word: string, numeral: (value: number) => string): number | undefined {
  for (let value = 1; value <= maxNumberedByLetters; value += 1) if (numeral(value) === word) return value;
  return undefined;
}

function sizeOf({ widthPt, heightPt }: PageGeometry): string {
  return sizeText(widthPt, heightPt);
}

function sizesOf(pdf: OpenedDocument): readonly string[] {
  const pages = new Map<string, number[]>();
  for (let number = 1; number <= Math.min(pdf.pageCount, maxPagesSeen); number += 1) {
    const size = pdf.tryPage(number, ({ page }) => sizeOf(geometryOf(pdf.engine, page)), "unreadable");
    pdf.release(number);
    const known = pages.get(size);
    if (known === undefined) pages.set(size, [number]);
    else known.push(number);
  }
  return namedSizes(pages).map(({ size, pages: numbers }) => `${size}: ${numbers}`);
}

/** Returns how many pages have a sound text layer: `7 of 8 pages looked at`. */
function sampleText(pdf: OpenedDocument): string {
  const pages = createPageSource(pdf);
  const numbers = sampleOf(pdf.pageCount);
  const sound = numbers.filter((number) => {
    const page = pages.read(number);
    const isSound = page !== undefined && assessPage(page.content, qualityChecksOf(page)).layer === "sound";
    pages.release(number);
    return isSound;
  });
  return `${sound.length} of ${numbers.length} ${numbers.length < pdf.pageCount ? "pages looked at" : "pages"}`;
}
