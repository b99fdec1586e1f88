import type { Handler, HandlerContext, HandlerEvent, Notice, Source } from "@reader/core/handler";
import { notice } from "@reader/core/handler";
import { officeFormatOf } from "./office-types.ts";
import type { Converted, ConverterOptions, PageConverter } from "./page-converter.ts";

/** Handlers that show the pages of office documents as images. */
export interface OfficePageHandlers {
  readonly handlers: readonly Handler[];
  /** Ends a running conversion, and removes the PDF files; a later read makes them again. */
  close(): Promise<void>;
}

/**
 * Returns the handlers, of which those of office documents show pages as images for `view: "image"`, to a model that
 * takes images: LibreOffice prints the document to a PDF file, which the handler for PDF files among the handlers of the
 * reader then shows. The text comes from the handlers as before, and takes the place of images, with a notice, where
 * LibreOffice is missing or fails. Nothing is started or loaded before the first such read.
 */
export function withOfficePages(handlers: readonly Handler[], options: ConverterOptions = {}): OfficePageHandlers {
  let converter: Promise<PageConverter> | undefined;
  const load = (): Promise<PageConverter> =>
    (converter ??= import("./page-converter.ts").then(({ createPageConverter }) => createPageConverter(options)));
  return {
    handlers: handlers.map((handler) => (printsOffice(handler) ? withPages(handler, load) : handler)),
    async close() {
      const open = converter;
      converter = undefined;
      await (await open)?.close();
    },
  };
}

function printsOffice({ mediaTypes }: Handler): boolean {
  return mediaTypes.some((type) => officeFormatOf(type) !== undefined);
}

/** Replaces `read`. The other properties may be computed when they are used, so they are not copied by value. */
function withPages(handler: Handler, load: () => Promise<PageConverter>): Handler {
  const read = (source: Source, context: HandlerContext): AsyncIterable<HandlerEvent> =>
    wantsPages(source, context)
      ? readPages({ handler, source, context }, context.capabilities.images === undefined ? undefined : load)
      : handler.read(source, context);
  const properties = { ...Object.getOwnPropertyDescriptors(handler), read: { value: read, enumerable: true } };
  return Object.freeze(Object.defineProperties({}, properties) as Handler);
}

function wantsPages({ sniff }: Source, { view }: HandlerContext): boolean {
  return view === "image" && officeFormatOf(sniff.mediaType) !== undefined;
}

interface PageRead {
  readonly handler: Handler;
  readonly source: Source;
  readonly context: HandlerContext;
}

/** Why there are no pages, and what to do for them: the fields of the notice. */
type NoPages = Pick<Extract<Notice, { readonly code: "no-images" }>, "reason" | "hint">;

const noImages: NoPages = { reason: "This model takes no images" };

/** Without `load`, the model takes no images, and nothing is converted. */
async function* readPages(
  { handler, source, context }: PageRead,
  load: (() => Promise<PageConverter>) | undefined,
): AsyncGenerator<HandlerEvent> {
  const found = load === undefined ? noImages : await pdfOf(source, context, load);
  context.signal.throwIfAborted();
  if (!(found instanceof Uint8Array)) {
    yield { type: "notice", code: "no-images", mediaType: source.sniff.mediaType, ...found };
    yield* handler.read(source, context);
    return;
  }
  yield notice("The pages are as LibreOffice prints them; other programs may break lines and pages elsewhere.");
  yield* context.nested(`${source.name}.pdf`, found, { pages: context.pages });
}

/** Returns the bytes of the PDF file, or why there is none. */
async function pdfOf(
  source: Source,
  { select, password, signal, convert }: HandlerContext,
  load: () => Promise<PageConverter>,
): Promise<Uint8Array | NoPages> {
  if (select !== undefined) return { reason: "A selection has no pages", hint: "Send `pages` in place of `select`." };
  if (password !== undefined) return { reason: "LibreOffice is not given passwords" };
  const converter = await load();
  const work = (stop: AbortSignal): Promise<Converted> => converter.convert(source, stop);
  const converted = await (convert === undefined ? work(signal) : convert(work));
  return "problem" in converted ? { reason: converted.problem } : converted.read();
}
