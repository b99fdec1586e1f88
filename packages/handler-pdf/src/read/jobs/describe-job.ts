import { extent, type HandlerInfo, type Json } from "@reader/core/handler";
import { readAttachments, type Attachment } from "../../document/attachments.ts";
import { readFormFacts } from "../../document/form-fields.ts";
import { readLayers } from "../../document/layers.ts";
import { isTagged, readMetadata } from "../../document/metadata.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { readOutline } from "../../document/outline.ts";
import { readPageLabels } from "../../document/page-labels.ts";
import { readPageSizes } from "../../document/page-sizes.ts";
import { readProtection } from "./protection.ts";
import { readScripts } from "../../document/scripts.ts";
import { readSignatures } from "../../document/signatures.ts";
import { startLooking, type TimeLeft } from "../../document/time-limit.ts";
import { withDocument, type QuestionInput } from "./with-document.ts";
import { hasEngineHistory, isEngineBroken } from "../../engine/engine.ts";
import { isPortfolio } from "../views/opening-notices.ts";
import { sampleText } from "./sample-text.ts";

/** Pages that are measured and looked through for pinned files: of a longer document the first ones speak for all. */
const maxPagesSeen = 2000;
/** The same for a document of which each page must be fetched. */
const maxPagesFetched = 100;

/** Tells of a document without reading all of it. Throws what `readJob` throws. */
export function describeJob(input: QuestionInput): Promise<HandlerInfo> {
  return withDocument(input, (pdf) => ({
    extents: [extent("page", pdf.pageCount)],
    facts: present(factsOf(pdf, input)),
  }));
}

type Facts = Readonly<Record<string, Json | undefined>>;

/** What is at hand comes first; what must be looked for ends with its time. */
function factsOf(pdf: OpenedPdf, input: QuestionInput): Facts {
  const { document, pageCount } = pdf;
  const timeLeft = startLooking(input.job.wish.budget);
  const seenPages = Math.min(pageCount, input.reader.isWhole ? maxPagesSeen : maxPagesFetched);
  const { sizes, measured } = readPageSizes(document, seenPages, timeLeft);
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
    pagesNotSeen: notSeen(measured, pageCount),
    signatures: listed(readSignatures(document).map((signature) => ({ ...signature }))),
    ...protectionFacts(document),
    isTagged: isTagged(document),
    wasRepaired: document.wasRepaired() || undefined,
    version: versionOf(document),
    // Last: a page is worked through to know whether its text is sound, which takes time and may break the engine.
    text: soundText(pdf, timeLeft),
  };
}

/** Whoever is told of the first pages alone would take that for all. */
function notSeen(seen: number, pageCount: number): string | undefined {
  if (seen >= pageCount) return undefined;
  const pages = seen + 1 === pageCount ? `${pageCount}` : `${seen + 1}-${pageCount}`;
  return `${pages}: their sizes, and files and scripts that belong to a single page, were not looked for`;
}

/** What is known already is told though a page breaks the engine; a later document is tried with a new one first. */
function soundText(pdf: OpenedPdf, timeLeft: TimeLeft): string {
  try {
    return sampleText(pdf, timeLeft);
  } catch (error) {
    if (!isEngineBroken(error) || hasEngineHistory()) throw error;
    return "not known: a page has something that the PDF engine cannot work through";
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

/** An empty list says nothing. */
function listed(list: readonly Json[]): readonly Json[] | undefined {
  return list.length === 0 ? undefined : list;
}

function present(facts: Facts): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
