import type { Canary } from "@reader/isolate";
import { storedZip } from "./stored-zip.ts";

const objects: readonly string[] = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
  "<< /Length 32 >>\nstream\nBT /F 12 Tf 9 50 Td (Canary) Tj ET\nendstream",
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
];

/** A valid document of one page, to check that an engine still works after it read a corrupt file. */
export function pdfCanary(): Canary {
  let file = "%PDF-1.4\n";
  const rows = objects.map((object, at) => {
    const row = `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size 6 /Root 1 0 R >>\n`;
  const bytes = Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`, "latin1");
  return { name: "canary.pdf", mediaType: "application/pdf", bytes, text: "Canary" };
}

/** Two by two grey pixels. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNg+M/wnwEABgAB/4/x/JoAAAAASUVORK5CYII=";

/** A valid image. */
export function imageCanary(): Canary {
  return { name: "canary.png", mediaType: "image/png", bytes: Buffer.from(png, "base64"), text: "2×2" };
}

/** A valid archive. */
export function archiveCanary(): Canary {
  const bytes = storedZip([["canary.txt", "alive"]]);
  return { name: "canary.zip", mediaType: "application/zip", bytes, text: "canary.txt" };
}

/** A valid notebook. */
export function notebookCanary(): Canary {
  const cells = [{ cell_type: "markdown", id: "a", metadata: {}, source: ["Canary"] }];
  const bytes = Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
  return { name: "canary.ipynb", mediaType: "application/x-ipynb+json", bytes, text: "Canary" };
}
