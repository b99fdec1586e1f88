import type { HandlerContext, HandlerEvent, Outline, Place, Source } from "@reader/core/handler";
import { createYielder, nestHeadings, type Heading } from "@reader/core/internal";

/** Reads a document whose text events carry their section as place. */
export type ReadSections = (source: Source, context: HandlerContext) => AsyncIterable<HandlerEvent>;

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
  const breathe = createYielder(context.signal);
  const headings: Heading[] = [];
  const isLate = (): boolean => performance.now() - started > context.budget.outlineTimeMs * searchShare;
  // Images are not needed here.
  for await (const event of read(source, { ...context, view: "text", pages: undefined, select: undefined })) {
    const heading = headingOf(event, headings.at(-1)?.place);
    if (heading !== undefined) headings.push(heading);
    if (isLate()) return { entries: nestHeadings(headings), truncated: true };
    await breathe();
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
