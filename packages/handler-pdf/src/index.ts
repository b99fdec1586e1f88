import manifest from "../package.json" with { type: "json" };
import { defineHandler, type Handler, type Source } from "@reader/core/handler";
import { pdfMediaType, sniffPdf } from "./document/sniff.ts";

/**
 * A handler for PDF files: pages as places, each as text, as a picture or as both, decided page by page; or the
 * document itself. Nothing but a small sniffer is loaded before the first document is read.
 */
export function pdf(): Handler {
  return defineHandler({
    name: "pdf",
    mediaTypes: [pdfMediaType],
    version,
    origin: { module: "@reader/handler-pdf", export: "pdf", addons: "for-images" },
    sniff: sniffPdf,
    async *read(source, context) {
      await startSoon(source);
      const { readPdf } = await import("./read/read-pdf.ts");
      yield* readPdf(source, context);
    },
    async info(source, context) {
      const { describePdf } = await import("./read/info.ts");
      return describePdf(source, context);
    },
    async outline(source, context) {
      const { outlinePdf } = await import("./read/read-pdf.ts");
      return outlinePdf(source, context);
    },
  });
}

/**
 * Starts the engine, and does not wait for it: while its WebAssembly is compiled beside this thread, the code that uses
 * it is loaded, and the bytes of the file are on their way. What starts it is loaded before all else, because all else
 * waits for it in the end.
 */
async function startSoon(source: Source): Promise<void> {
  const [{ loadPdfEngine }, { isReadHere }] = await Promise.all([
    import("./engine/engine.ts"),
    import("./read/source-reader.ts"),
  ]);
  // Whoever needs the engine is told where it cannot be loaded.
  if (isReadHere(source)) loadPdfEngine().catch(() => undefined);
}

/** The version of this package, which a failure of a handler tells. */
const version: string = manifest.version;
