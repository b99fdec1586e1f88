import { extent, text, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { createImageStore, chooseSections, type DocumentPiece } from "@reader/document/builder";
import { shownImages, embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { damageNotices } from "@reader/office-kit/package";
import { macroEvents, macroNotice, areMacrosAsked } from "@reader/office-kit/vba";
import type { DocumentText, DocxEngine, TextReading } from "./document-text.ts";
import { openDocumentText } from "./open-text.ts";
import { createSectionEvents, type SectionEvents } from "./section-events.ts";
import { openWordDocument, type WordDocument } from "./parts/word-document.ts";

/** Yields a Word document in reading order, with its headings as places. */
export async function* readDocx(
  source: Source,
  context: HandlerContext,
  engine: DocxEngine,
): AsyncGenerator<HandlerEvent> {
  const document = await openWordDocument(source, context);
  if (areMacrosAsked(context.select, document.modules)) {
    yield* macroEvents(document.modules);
    return;
  }
  const inside = embeddedEvents(document.embedded.files, context);
  if (inside !== undefined) {
    yield* inside;
    return;
  }
  const body = await openDocumentText(document, context, engine);
  const names = document.parts.zip.entries.map(({ name }) => name);
  const pictures = createImageStore(await shownImages(names, context));
  const part = (name: string): Promise<Uint8Array | undefined> => document.parts.bytes(name);
  const { picture, pictureStart } = document.parts;
  const reading = body.read({ pictures, part: picture, start: pictureStart });
  const events = createSectionEvents({ context, pictures, part });
  yield* damageNotices(document.parts);
  yield* body.notices;
  if (body.headings > 0) yield extent("section", body.headings);
  if (context.pages === undefined && context.select === undefined) {
    yield* openingEvents(document, body);
    yield* wholeDocument(reading, events);
    yield* looseComments(reading.looseComments());
  } else {
    yield* chosenSections(reading, events, { path: source.path, pages: context.pages, select: context.select });
  }
  yield* events.closing();
  yield* closingNotices(document, reading);
}

async function* wholeDocument({ batches }: TextReading, events: SectionEvents): AsyncGenerator<HandlerEvent> {
  for await (const batch of batches) yield* events.of(batch);
}

/**
 * Yields the selected sections. They are selected by heading, and all headings are known only at the end of the text.
 */
async function* chosenSections(
  { batches }: TextReading,
  events: SectionEvents,
  wish: Parameters<typeof chooseSections>[1],
): AsyncGenerator<HandlerEvent> {
  const all: DocumentPiece[] = [];
  for await (const batch of batches) for (const piece of batch) all.push(piece);
  yield* events.of(all, chooseSections(all, wish));
}

/**
 * Yields the properties of the document, external references, headers and footers, and the authors of tracked changes.
 */
function* openingEvents(
  { facts, pageLines, references, embedded }: WordDocument,
  { changes }: DocumentText,
): Generator<HandlerEvent> {
  yield* frontMatter(facts);
  const outside = references.map((reference) => `Outside reference, not opened: ${reference}`);
  const lines = [...outside, ...pageLines, ...changes];
  if (lines.length > 0) yield text(`${lines.join("\n")}\n\n`);
  yield* embeddedNotices(embedded.files);
}

function* looseComments(comments: readonly string[]): Generator<HandlerEvent> {
  if (comments.length > 0) yield text(`\nComments without a place in the text:\n${comments.join("\n")}\n`);
}

function* closingNotices({ hasMacros, modules }: WordDocument, { counts }: TextReading): Generator<HandlerEvent> {
  if (counts.hidden > 0) yield { type: "notice", code: "hidden-content", what: "hidden text", count: counts.hidden };
  if (hasMacros) yield macroNotice("The document contains", modules);
}
