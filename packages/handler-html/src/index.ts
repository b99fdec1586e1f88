import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

/** The media types of the handler. */
export const htmlTypes: readonly MediaType[] = ["text/html", "application/xhtml+xml"];

/**
 * Creates a handler for web pages. With `view: "document"`, and by default for a page that was saved from the web, the
 * main content is Markdown, below the title, author and date of the page; `select: "all"` gives the whole page. Other
 * HTML is source code, whose lines the core reads. Nothing is fetched, and no script is run.
 */
export function html(): Handler {
  return defineHandler({
    name: "html",
    tables: "markdown",
    mediaTypes: htmlTypes,
    version: manifest.version,
    origin: { module: "@reader/handler-html", export: "html", addons: "for-images" },
    textByDefault: true,
    canary,
    async *read(source, context) {
      yield* (await import("./read-page.ts")).readPage(source, context);
    },
    async info(source, context) {
      return (await import("./read-page.ts")).describePage(source, context);
    },
  });
}

/** A page that names its address, so that it is a document by default. */
const page =
  '<!DOCTYPE html><html><head><title>canary</title><link rel="canonical" href="https://example.org/canary"></head>' +
  "<body><p>It is alive.</p></body></html>";

function canary(): Canary {
  return { name: "canary.html", mediaType: "text/html", bytes: new TextEncoder().encode(page), text: "It is alive." };
}
