// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../../../packages/testkit/test/support/folder-with.ts";

export { folderWith };
// @boundaries-ignore the same
export {
  canRemoveWorkingDirectory,
  hasFullDevice,
  runInRemovedFolder,
  runWithFullOutput,
} from "../../../../packages/testkit/test/support/odd-surroundings.ts";

/** Content of files by their paths. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Arguments that give documents ten minutes, so that no outcome depends on how fast the machine is. */
export function patientArguments(): readonly string[] {
  const limits = { textTimeMs: 600_000, documentTimeMs: 600_000 };
  return ["--config", `${folderWith({ "reader.config.json": JSON.stringify({ limits }) })}/reader.config.json`];
}

/** Two by two grey pixels. */
export const png: Uint8Array = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNg+M/wnwEABgAB/4/x/JoAAAAASUVORK5CYII=",
  "base64",
);

/** A document of one page with a line of text. */
export function pdfOf(line: string): string {
  const content = `BT /F 12 Tf 9 50 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const rows = objects.map((object, at) => {
    const row = `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size 6 /Root 1 0 R >>\n`;
  return `${file}${table}startxref\n${file.length}\n%%EOF\n`;
}

/** A notebook of one cell. */
export function notebookOf(line: string): string {
  const cells = [{ cell_type: "markdown", id: "a", metadata: {}, source: [line] }];
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
}
