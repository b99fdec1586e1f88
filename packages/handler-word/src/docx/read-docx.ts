import { extent, text, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { shownPictures, embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { createPictureShelf, chooseSections, type DocumentPiece } from "@reader/document/builder";
import { damageNotices } from "@reader/office-kit/package";
import { macroEvents, macroNotice, areMacrosAsked } from "@reader/office-kit/vba";
import { convert, type Converted } from "./convert.ts";
import { documentPieces } from "./document-pieces.ts";
import { createSectionEvents, type SectionEvents } from "./section-events.ts";
import { openWordDocument, type WordDocument } from "./word-document.ts";

/** Yields a Word document in reading order, with its headings as places. */
export async function* readDocx(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
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
  const converted = await convert(document, context);
  const names = document.parts.zip.entries.map(({ name }) => name);
  const pictures = createPictureShelf(await shownPictures(names, context));
  const part = (name: string): Promise<Uint8Array | undefined> => document.parts.bytes(name);
  const { picture, pictureStart } = document.parts;
  const pieces = documentPieces(converted, { pictures, part: picture, start: pictureStart });
  const events = createSectionEvents({ context, pictures, part });
  yield* damageNotices(document.parts);
  if (converted.counts.headings > 0) yield extent("section", converted.counts.headings);
  if (context.pages === undefined && context.select === undefined) {
    yield* openingEvents(document, converted);
    yield* wholeDocument(pieces, events);
    yield* looseComments(converted);
  } else {
    yield* chosenSections(pieces, events, { path: source.path, pages: context.pages, select: context.select });
  }
  yield* events.closing();
  yield* closingNotices(document, converted);
}

async function* wholeDocument(
  pieces: AsyncIterable<readonly DocumentPiece[]>,
  events: SectionEvents,
): AsyncGenerator<HandlerEvent> {
  for await (const batch of pieces) yield* events.of(batch);
}

/** Which headings there are is known only at the end. */
async function* chosenSections(
  pieces: AsyncIterable<readonly DocumentPiece[]>,
  events: SectionEvents,
  wish: Parameters<typeof chooseSections>[1],
): AsyncGenerator<HandlerEvent> {
  const all: DocumentPiece[] = [];
  for await (const batch of pieces) for (const piece of batch) all.push(piece);
  yield* events.of(all, chooseSections(all, wish));
}

/** What the document says of itself, what stands on every page, and who changed it. */
function* openingEvents(
  { facts, pageLines, references, embedded }: WordDocument,
  { changes }: Converted,
): Generator<HandlerEvent> {
  yield* frontMatter(facts);
  const outside = references.map((reference) => `Outside reference, not opened: ${reference}`);
  const lines = [...outside, ...pageLines, ...changes];
  if (lines.length > 0) yield text(`${lines.join("\n")}\n\n`);
  yield* embeddedNotices(embedded.files);
}

function* looseComments({ looseComments: comments }: Converted): Generator<HandlerEvent> {
  if (comments.length > 0) yield text(`\nComments without a place in the text:\n${comments.join("\n")}\n`);
}

function* closingNotices({ hasMacros, modules }: WordDocument, { counts }: Converted): Generator<HandlerEvent> {
  if (counts.hidden > 0) yield { type: "notice", code: "hidden-content", what: "hidden text", count: counts.hidden };
  if (hasMacros) yield macroNotice("The document contains", modules);
}
