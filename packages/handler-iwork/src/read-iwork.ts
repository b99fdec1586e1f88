import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  type Source,
} from "@reader/core/handler";
import { describeDocument, type DocumentDetails, outlineDocument } from "@reader/document/builder";
import { imageEvent } from "@reader/document/content";
import { type OpenedDocument, openDocument, type Preview } from "./open-document.ts";
import { pagesEvents } from "./write/pages-events.ts";
import { describeSheets, sheetsEvents, sheetsOutline } from "./write/sheets-events.ts";
import { describeSlides, slidesEvents, slidesOutline } from "./write/slides-events.ts";

/** Yields a document of Pages, Numbers or Keynote, or the preview that is stored in it if the content is damaged. */
export async function* readIwork(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* openedEvents(await openDocument(source, context), { path: source.path, context, seen: {} });
}

interface ReadOptions {
  readonly path: string;
  readonly context: HandlerContext;
  readonly seen: DocumentDetails;
}

async function* openedEvents(opened: OpenedDocument, options: ReadOptions): AsyncGenerator<HandlerEvent> {
  const { document, preview } = opened;
  if (document === undefined) {
    if (preview !== undefined) yield* previewEvents(opened, preview, options.context);
    return;
  }
  yield* document.notices;
  if (document.kind === "pages") yield* pagesEvents(document, options);
  else if (document.kind === "numbers") yield* sheetsEvents(document, options);
  else yield* slidesEvents(document, options);
}

/** Yields the preview. A notice says that it is one: it may be older than the content, or show less. */
async function* previewEvents(
  { error }: OpenedDocument,
  preview: Preview,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  const { name, kind } = preview;
  const what = kind === "pdf" ? "the preview PDF" : "the preview image of the first page";
  const reason = error === undefined ? "" : ` The content of the document cannot be read: ${error.message}`;
  yield notice(`This is ${what} that the program stored with the document, not its content.${reason}`);
  const bytes = await preview.load();
  if (bytes === undefined) return;
  const fileName = name.slice(name.lastIndexOf("/") + 1);
  if (kind === "pdf") {
    yield* context.nested(fileName, bytes, context.pages === undefined ? {} : { pages: context.pages });
    return;
  }
  const event = await imageEvent(bytes, fileName, { alt: "preview of the first page", context });
  if (event !== undefined) yield event;
}

/** Returns the headings, slides or sheets of a document. */
export async function outlineIwork(source: Source, context: HandlerContext): Promise<Outline> {
  const opened = await openDocument(source, { ...context, select: undefined });
  const { document } = opened;
  if (document === undefined) return { entries: [] };
  if (document.kind === "numbers") return sheetsOutline(document);
  if (document.kind === "keynote") return slidesOutline(document);
  return outlineDocument((from, asked) => openedEvents(opened, { path: from.path, context: asked, seen: {} }), {
    source,
    context,
  });
}

/** Describes a document. */
export async function describeIwork(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const opened = await openDocument(source, { ...context, select: undefined });
  const { document } = opened;
  if (document === undefined) return { extents: [], facts: { content: "damaged; a preview can be read" } };
  if (document.kind === "numbers") return describeSheets(document);
  if (document.kind === "keynote") return describeSlides(document);
  return describeDocument((from, asked, seen) => openedEvents(opened, { path: from.path, context: asked, seen }), {
    source,
    context,
  });
}
