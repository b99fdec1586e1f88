import manifest from "../package.json" with { type: "json" };
import { defineHandler, type Handler, type Source } from "@reader/core/handler";
import { pdfCanary, pdfMediaType, sniffPdf } from "@reader/pdf-pages/sniff";

/**
 * Creates a handler for PDF files: each page is a place, shown as text, as an image or as both; or the document itself.
 * Only a small sniffer is loaded before the first document is read.
 */
export function pdf(): Handler {
  return defineHandler({
    name: "pdf",
    tables: "markdown",
    mediaTypes: [pdfMediaType],
    version,
    origin: { module: "@reader/handler-pdf", export: "pdf", addons: "for-images" },
    sniff: sniffPdf,
    canary: pdfCanary,
    async *read(source, context) {
      await startSoon(source);
      const { readPdf } = await import("./read/read-pdf.ts");
      yield* readPdf(source, context);
    },
    async info(source, context) {
      const { describePdf } = await import("./read/read-pdf.ts");
      return describePdf(source, context);
    },
    async outline(source, context) {
      const { outlinePdf } = await import("./read/read-pdf.ts");
      return outlinePdf(source, context);
    },
  });
}

/**
 * Starts the engine without waiting: while its WebAssembly compiles on another thread, the code that uses it is loaded
 * and the file is read. The starter is loaded first, because everything else waits for it in the end.
 */
async function startSoon(source: Source): Promise<void> {
  const [{ loadPdfEngine }, { isReadLocally }] = await Promise.all([
    import("./engine/engine.ts"),
    import("./document/byte-reader.ts"),
  ]);
  // A failure to load is reported to the code that needs the engine.
  if (isReadLocally(source)) loadPdfEngine().catch(() => undefined);
}

/** The version of this package, which errors of the handler include. */
const version: string = manifest.version;
