import { type HandlerContext, type HandlerEvent, text } from "@reader/core/handler";
import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";
import { decoderFor, htmlOfMht } from "./mht.ts";

/** The loader of embedded documents, and the context to read them in. */
export interface InnerInput {
  readonly context: HandlerContext;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
}

/** Yields the events of a document inside another one: HTML, a web archive, or a format with a handler. */
export async function* innerEvents(part: string, { context, part: bytesOf }: InnerInput): AsyncGenerator<HandlerEvent> {
  const bytes = await bytesOf(part);
  if (bytes === undefined) return;
  const html = htmlIn(part, bytes);
  if (html === undefined) yield* context.nested(part.slice(part.lastIndexOf("/") + 1), bytes);
  else yield text(`${htmlToMarkdown(html, await loadHtmlEngine())}\n`);
}

function htmlIn(part: string, bytes: Uint8Array): string | undefined {
  if (/\.mht(?:ml)?$/i.test(part)) return htmlOfMht(bytes);
  return /\.x?html?$/i.test(part) ? decodeHtml(bytes) : undefined;
}

/** Decodes HTML by its byte order mark or its declared encoding, or as UTF-8. */
function decodeHtml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const named = /charset=["']?([\w-]+)/i.exec(start)?.[1] ?? "utf-8";
  return decoderFor(named).decode(bytes);
}
