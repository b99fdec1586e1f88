import { join } from "node:path";
import {
  createReader,
  type Handler,
  type Reader,
  type ReaderOptions,
  type ReadOutcome,
  type ReadResult,
} from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { csv, office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { onTestFinished } from "vitest";
import { root } from "../pages.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../../../packages/testkit/test/support/folder-with.ts";

export { folderWith };

/** Every handler of this repository that has no engine of the machine's. */
export function allHandlers(): readonly Handler[] {
  return [pdf(), image(), notebook(), ...office(), archive(), csv()];
}

/** A reader of such a folder, or of a folder that is there, with every handler. */
export function readerOf(
  files: string | Readonly<Record<string, string | Uint8Array>>,
  options: ReaderOptions = {},
): Reader {
  const folder = typeof files === "string" ? files : folderWith(files);
  const reader = createReader({ roots: [folder], handlers: allHandlers(), ...options });
  onTestFinished(() => reader.close());
  return reader;
}

/** A reader of the fixtures of this repository. */
export function fixtures(options: ReaderOptions = {}): Reader {
  return readerOf(join(root, "fixtures"), options);
}

export function expectResult(outcome: ReadOutcome): ReadResult {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome;
}

export const linesTo = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

/** A PDF file of A4 pages, each with its number as text. */
export function pdfOf(pages: number, padBytes = 0): Uint8Array {
  const kids = Array.from({ length: pages }, (_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/Kids[${kids}]/MediaBox[0 0 595 842]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...Array.from({ length: pages }, (_, at) => {
      const content = `BT /F 24 Tf 72 700 Td (This is sheet ${at + 1} of the report.) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }).flat(),
    `<</Length ${padBytes}>>stream\n${"x".repeat(padBytes)}\nendstream`,
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return new TextEncoder().encode(
    `${body}${table}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}
