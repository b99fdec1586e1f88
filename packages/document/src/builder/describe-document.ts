import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  type Source,
  type Outline,
  type Place,
} from "@reader/core/handler";
import { createYielder, nestHeadings, type Heading } from "@reader/core/internal";
import { type EmbeddedFile, embeddedFacts } from "../content/embedded-files.ts";
import type { DocumentBuilder } from "./document-builder.ts";
import { cleaned, type DocumentFacts } from "../content/front-matter.ts";

/** Details that a reader collects while it reads, for `describeDocument`. */
export interface DocumentDetails {
  flow?: DocumentBuilder;
  facts?: DocumentFacts;
  /** Files embedded in the document. */
  embedded?: readonly EmbeddedFile[];
}

/** Reads a whole document. */
export type ReadDocument = (
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails,
) => AsyncIterable<HandlerEvent>;

/** Maximum number of headings listed. */
const maxHeadings = 500;

/** Describes a document: its properties, its headings, and how many images, tables, notes and changes it has. */
export async function describeDocument(
  read: ReadDocument,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<HandlerInfo> {
  const seen: DocumentDetails = {};
  const headings: string[] = [];
  let section = 0;
  let words = 0;
  for await (const event of read(source, { ...context, pages: undefined, select: undefined }, seen)) {
    if (event.type !== "text") continue;
    words += wordsIn(event.text);
    if (event.at === undefined || event.at.index === section) continue;
    section = event.at.index;
    headings.push(indentedTitle(event.text, event.at.label ?? ""));
  }
  return {
    extents: headings.length > 0 ? [extent("section", headings.length)] : [],
    facts: {
      ...namedFacts(seen.facts ?? {}),
      words,
      ...countsOf(seen.flow),
      ...embeddedFacts(seen.embedded ?? []),
      ...(headings.length > 0 ? { headings: headings.slice(0, maxHeadings) } : {}),
    },
  };
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
  const headings: Heading[] = [];
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
function headingOf(event: HandlerEvent, before: Place | undefined): Heading | undefined {
  if (event.type !== "text" || event.at === undefined) return undefined;
  const { at } = event;
  return at.unit === before?.unit && at.index === before.index ? undefined : headingAt(at, event.text);
}

function headingAt({ unit, index, label = "" }: Place, markdown: string): Heading {
  const [, marks = "", words = ""] = /^(#*) *(.*)/.exec(markdown.slice(0, maxTitleCharacters)) ?? [];
  const place = { unit, index };
  if (unit === "slide") return { level: 1, title: words, place };
  return { level: Math.max(1, marks.length), title: label, place };
}
