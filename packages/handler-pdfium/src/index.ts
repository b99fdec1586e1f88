import manifest from "../package.json" with { type: "json" };
import { defineHandler, type Handler } from "@reader/core/handler";
import { pdfCanary, pdfMediaType, sniffPdf } from "@reader/pdf-pages/sniff";

/**
 * Creates a handler for PDF files that uses PDFium: each page is a place, shown as text, as an image or as both. Only a
 * small sniffer is loaded before the first document is read.
 */
export function pdfium(): Handler {
  return defineHandler({
    name: "pdfium",
    tables: "markdown",
    mediaTypes: [pdfMediaType],
    version,
    origin: { module: "@reader/handler-pdfium", export: "pdfium", addons: "for-images" },
    sniff: sniffPdf,
    canary: pdfCanary,
    async *read(source, context) {
      const { readPdf } = await import("./read/read-job.ts");
      yield* readPdf(source, context);
    },
    async info(source, context) {
      const { describePdf } = await import("./read/read-job.ts");
      return describePdf(source, context);
    },
    async outline(source, context) {
      const { outlinePdf } = await import("./read/read-job.ts");
      return outlinePdf(source, context);
    },
  });
}

/** The version of this package, which errors of the handler include. */
const version: string = manifest.version;
