import type { HandlerContext, HandlerEvent, Outline, Place, Source } from "@reader/core/handler";
import { createYielder, nestHeadings, type Heading } from "@reader/core/internal";

/** Reads a document, with its headings as places. */
export type ReadSections = (source: Source, context: HandlerContext) => AsyncIterable<HandlerEvent>;

/** The share of the time after which what was found must be on its way. */
const searchShare = 0.8;

/** Characters of the line that is the title of a slide. */
const maxTitleCharacters = 400;

/** The headings of a document that is read for them, to its end or as far as the time goes. */
export async function outlineFlow(
  read: ReadSections,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<Outline> {
  const started = performance.now();
  const breathe = createYielder(context.signal);
  const headings: Heading[] = [];
  const isLate = (): boolean => performance.now() - started > context.budget.outlineTimeMs * searchShare;
  // Pictures are of no use here.
  for await (const event of read(source, { ...context, view: "text", pages: undefined, select: undefined })) {
    const heading = headingOf(event, headings.at(-1)?.place);
    if (heading !== undefined) headings.push(heading);
    if (isLate()) return { entries: nestHeadings(headings), truncated: true };
    await breathe();
  }
  return { entries: nestHeadings(headings) };
}

/** The heading that an event begins a new place with: a section, or in a document inside another a slide or a sheet. */
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
