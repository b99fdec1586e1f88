import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { createDocumentBuilder, createDocumentEvents, type DocumentDetails } from "@reader/document/builder";
import { frontMatter } from "@reader/document/content";
import type { PagesDocument } from "../model/apple-document.ts";
import { writeContents, writeStory } from "./write-contents.ts";

/** Yields a text document in reading order, with its headings as places. */
export async function* pagesEvents(
  { facts, pageLines, contents }: PagesDocument,
  { path, context, seen }: { readonly path: string; readonly context: HandlerContext; readonly seen: DocumentDetails },
): AsyncGenerator<HandlerEvent> {
  const builder = createDocumentBuilder();
  Object.assign(seen, { flow: builder, facts });
  const paragraphs = contents.flatMap((content) => (content.type === "story" ? content.paragraphs : []));
  const hasPages = paragraphs.some(({ runs }) => runs.some((run) => run.type === "page" && run.page > 1));
  const hasPagePlaces = hasPages && paragraphs.every(({ heading }) => heading === undefined);
  const events = createDocumentEvents(builder, context, { path, hasPagePlaces });
  if (events.isWhole) yield* frontMatter(facts);
  for (const { what, story } of events.isWhole ? pageLines : []) {
    builder.beginAside();
    writeStory(story, builder);
    builder.pageLine(what, builder.endAside());
  }
  for (const content of contents) {
    writeContents([content], builder, { hasPages });
    yield* events.drain();
  }
  yield* events.end();
}
