import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  type Outline,
  type Place,
  type Source,
} from "@reader/core/handler";
import { createYielder, nestHeadings, type Heading as OutlineHeading } from "@reader/core/internal";
import { embeddedFacts, type EmbeddedFile } from "../content/embedded-files.ts";
import { cleaned, type DocumentFacts } from "../content/front-matter.ts";
import type { DocumentBuilder } from "./document-builder.ts";

/** Details that a reader collects while it reads, for `describeDocument`. */
export interface DocumentDetails {
  flow?: DocumentBuilder;
  facts?: DocumentFacts;
  /** Files embedded in the document. */
  embedded?: readonly EmbeddedFile[];
}

/** Reads a whole document. */
type ReadDocument = (source: Source, context: HandlerContext, seen: DocumentDetails) => AsyncIterable<HandlerEvent>;

/** Maximum number of headings listed. */
const maxHeadings = 500;

/** Describes a document: its properties, its headings, and how many images, tables, notes and changes it has. */
export async function describeDocument(
  read: ReadDocument,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<HandlerInfo> {
  const seen: DocumentDetails = {};
  const summary: Summary = { headings: [], section: 0, words: 0, pages: 0 };
  for await (const event of read(source, { ...context, pages: undefined, select: undefined }, seen)) {
    if (event.type === "text") addText(summary, event.text, event.at);
  }
  const { headings, words, pages } = summary;
  return {
    extents: headings.length > 0 ? [extent("section", headings.length)] : [],
    facts: {
      ...namedFacts(seen.facts ?? {}),
      words,
      ...pagesFact(pages),
      ...countsOf(seen.flow),
      ...embeddedFacts(seen.embedded ?? []),
      ...(headings.length > 0 ? { headings: headings.slice(0, maxHeadings) } : {}),
    },
  };
}

/** What the text of a document says about it. */
interface Summary {
  readonly headings: string[];
  /** The last section. */
  section: number;
  words: number;
  /** The last approximate page, or 0. */
  pages: number;
}

function addText(summary: Summary, content: string, at: Place | undefined): void {
  summary.words += wordsIn(content);
  summary.pages = at?.aboutPage ?? summary.pages;
  if (at?.unit !== "section" || at.index === summary.section) return;
  summary.section = at.index;
  summary.headings.push(indentedTitle(content, at.label ?? ""));
}

/** Returns the number of pages of the layout that a document stores, as a fact for `info`; nothing for one page. */
export function pagesFact(pages: number): { readonly pages?: string } {
  return pages > 1 ? { pages: `~${pages}` } : {};
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Returns the title of a heading, indented by its level. */
function indentedTitle(markdown: string, title: string): string {
  const level = /^#+/.exec(markdown)?.[0].length ?? 1;
  return `${"  ".repeat(level - 1)}${title}`;
}

function namedFacts(facts: DocumentFacts): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const line = cleaned(typeof value === "string" ? value : undefined);
      return line === undefined ? [] : [[name, line] as const];
    }),
  );
}

function countsOf(flow: DocumentBuilder | undefined): Readonly<Record<string, Json>> {
  const counts: readonly (readonly [string, number | undefined])[] = [
    ["images", flow?.images.count],
    ["tables", flow?.counts.tables],
    ["notes", flow?.counts.notes],
    ["comments", flow?.counts.comments],
    ["tracked changes", flow?.changes.total],
    ["hidden runs", flow?.hiddenCount],
  ];
  return Object.fromEntries(counts.flatMap(([name, count]) => ((count ?? 0) > 0 ? [[name, count ?? 0] as const] : [])));
}

/** Reads a document whose text events carry their section as place. */
type ReadSections = (source: Source, context: HandlerContext) => AsyncIterable<HandlerEvent>;

/** Share of the time limit after which the search stops and returns what it found. */
const searchShare = 0.8;

/** Maximum number of characters of a title taken from the text, as for slides. */
const maxTitleCharacters = 400;

/** Reads a document for its headings, to its end or until the time limit. */
export async function outlineDocument(
  read: ReadSections,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<Outline> {
  const started = performance.now();
  const pause = createYielder(context.signal);
  const headings: OutlineHeading[] = [];
  const isLate = (): boolean => performance.now() - started > context.budget.outlineTimeMs * searchShare;
  // Images are not needed here.
  for await (const event of read(source, { ...context, view: "text", pages: undefined, select: undefined })) {
    const heading = headingOf(event, headings.at(-1)?.place);
    if (heading !== undefined) headings.push(heading);
    if (isLate()) return { entries: nestHeadings(headings), truncated: true };
    await pause();
  }
  return { entries: nestHeadings(headings) };
}

/** Returns the heading if an event starts a new place: a section, a slide, or a worksheet of an embedded document. */
function headingOf(event: HandlerEvent, before: Place | undefined): OutlineHeading | undefined {
  if (event.type !== "text" || event.at === undefined) return undefined;
  const { at } = event;
  const isKnown = at.unit === before?.unit && at.index === before.index;
  // An approximate page is not a heading.
  return isKnown || (at.unit === "page" && at.aboutPage !== undefined) ? undefined : headingAt(at, event.text);
}

function headingAt({ label = "", ...place }: Place, markdown: string): OutlineHeading {
  const [, marks = "", words = ""] = /^(#*) *(.*)/.exec(markdown.slice(0, maxTitleCharacters)) ?? [];
  if (place.unit === "slide") return { level: 1, title: words, place };
  return { level: Math.max(1, marks.length), title: label, place };
}
