import manifest from "../package.json" with { type: "json" };
import { type Canary, defineHandler, type Handler, type Source } from "@reader/core/handler";
import { pdfMediaType, sniffPdf } from "./document/sniff.ts";

/**
 * Creates a handler for PDF files: each page is a place, shown as text, as an image or as both; or the document itself.
 * Only a small sniffer is loaded before the first document is read.
 */
export function pdf(): Handler {
  return defineHandler({
    name: "pdf",
    mediaTypes: [pdfMediaType],
    version,
    origin: { module: "@reader/handler-pdf", export: "pdf", addons: "for-images" },
    sniff: sniffPdf,
    canary,
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

const canaryObjects: readonly string[] = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
  "<< /Length 32 >>\nstream\nBT /F 12 Tf 9 50 Td (Canary) Tj ET\nendstream",
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
];

/** Creates a document of one page. */
function canary(): Canary {
  let file = "%PDF-1.4\n";
  const rows = canaryObjects.map((object, at) => {
    const row = `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size 6 /Root 1 0 R >>\n`;
  const bytes = new TextEncoder().encode(`${file}${table}startxref\n${file.length}\n%%EOF\n`);
  return { name: "canary.pdf", mediaType: pdfMediaType, bytes, text: "Canary" };
}

/** The version of this package, which errors of the handler include. */
const version: string = manifest.version;
