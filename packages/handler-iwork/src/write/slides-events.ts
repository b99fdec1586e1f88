import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  type Place,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { inlineMark } from "@reader/core/render";
import { createDocumentBuilder } from "@reader/document/builder";
import { frontMatter, withImageLines } from "@reader/document/content";
import type { KeynoteDocument, Slide } from "../model/apple-document.ts";
import { chosenUnits, namedUnits, type UnitRequest } from "./choose.ts";
import { builtEvents } from "./image-events.ts";
import { writeContents, writeStory } from "./write-contents.ts";

/** Yields a presentation slide by slide, with the notes of the presenter. */
export async function* slidesEvents(
  { facts, slides }: KeynoteDocument,
  { path, context }: { readonly path: string; readonly context: HandlerContext },
): AsyncGenerator<HandlerEvent> {
  const { pages, select } = context;
  const request: UnitRequest = { path, unit: "slide", names: slides.map(({ title }) => title), pages };
  const named = select === undefined ? undefined : new Set(namedUnits(select, request));
  const numbers = chosenUnits(request).filter((number) => named?.has(number) ?? true);
  yield extent("slide", slides.length);
  if (slides.length === 0) yield notice("The presentation has no slides.");
  if (pages === undefined && select === undefined) yield* frontMatter(facts);
  yield* withImageLines(chosenSlides(slides, numbers, context), context);
}

async function* chosenSlides(
  slides: readonly Slide[],
  numbers: readonly number[],
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  const pause = createYielder(context.signal);
  for (const number of numbers) {
    const slide = slides[number - 1];
    if (slide !== undefined) yield* slideEvents(slide, number, context);
    await pause();
  }
}

async function* slideEvents(slide: Slide, index: number, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const at: Place = { unit: "slide", index, ...(slide.isSkipped ? { label: "hidden" } : {}) };
  if (slide.isSkipped) yield { type: "notice", code: "hidden-content", what: "hidden slide", count: 1, at };
  const builder = createDocumentBuilder();
  writeSlide(slide, builder);
  let isEmpty = true;
  for await (const event of builtEvents(builder, at, context)) {
    isEmpty = false;
    yield event;
  }
  if (isEmpty) yield text("(empty)\n", at);
}

function writeSlide(
  { title, contents, notes, comments }: Slide,
  builder: ReturnType<typeof createDocumentBuilder>,
): void {
  if (title !== "") {
    builder.startParagraph({ heading: 2 });
    builder.write(title);
    builder.endParagraph();
  }
  writeContents(contents, builder);
  for (const { author, text: words } of comments) {
    builder.startParagraph({});
    builder.raw(inlineMark("comment", [author], words));
    builder.endParagraph();
  }
  if (notes === undefined) return;
  builder.startParagraph({});
  builder.write("Notes:");
  builder.endParagraph();
  writeStory(notes, builder);
  builder.settle();
}

/** Returns the slides with their titles. */
export function slidesOutline({ slides }: KeynoteDocument): Outline {
  return {
    entries: slides.map(({ title, isSkipped }, at) => {
      const name = title === "" ? "(no title)" : title;
      const place = { unit: "slide" as const, index: at + 1 };
      return { kind: "slide" as const, name, title: isSkipped ? `${name} (hidden)` : name, place };
    }),
  };
}

/** Maximum number of slides that are listed. */
const maxListed = 500;

/** Describes a presentation. */
export function describeSlides({ facts, slides }: KeynoteDocument): HandlerInfo {
  const notes = slides.filter((slide) => slide.notes !== undefined).length;
  return {
    extents: [extent("slide", slides.length)],
    facts: {
      ...namedFacts(facts),
      slides: slides.length,
      outline: slides.slice(0, maxListed).map(({ title }, at) => `${at + 1}: ${title === "" ? "(no title)" : title}`),
      ...(notes === 0 ? {} : { notes }),
    },
  };
}

/** Returns the properties that a document states. */
export function namedFacts(facts: KeynoteDocument["facts"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]])),
  );
}
