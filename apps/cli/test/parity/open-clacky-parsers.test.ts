import { anthropic, createReader, type Handler, type ReadOutcome, type Reader, type ReaderOptions } from "@reader/core";
import { renderText } from "@reader/core/render";
import { command } from "@reader/handler-command";
import { pdf } from "@reader/handler-pdf";
import { ocr } from "@reader/ocr";
import { describe, expect, onTestFinished, test } from "vitest";
import { folderWith } from "../support/folder.ts";

// The rows of OpenClacky's `file_reader` that are about its parsers; the others are in docs/examples/test/parity.

function readerOf(files: Readonly<Record<string, string | Uint8Array>>, options: ReaderOptions): Reader {
  const reader = createReader({ roots: [folderWith(files)], ...options });
  onTestFinished(() => reader.close());
  return reader;
}

const page = "%PDF-1.4\n";

/** A PDF file: objects, and where they lie. */
function assemble(objects: readonly (string | Uint8Array)[]): Uint8Array {
  const pieces: Uint8Array[] = [Buffer.from(page)];
  const offsets = objects.map((object, at) => {
    const offset = pieces.reduce((sum, { length }) => sum + length, 0);
    pieces.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from("\nendobj\n"));
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = pieces.reduce((sum, { length }) => sum + length, 0);
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(table)]);
}

const head = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 595 842]>>"];

/** A stream with its length. */
function stream(entries: string, data: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(data as string);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

const typed = assemble([
  ...head,
  "<</Type/Page/Parent 2 0 R/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
  stream("", "BT /F 28 Tf 60 700 Td (The wells of the north are deep.) Tj ET"),
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
]);

/** The same page as a scanner makes it: one picture, and no text. */
async function scanned(): Promise<Uint8Array> {
  const reader = readerOf({ "typed.pdf": typed }, { handlers: [pdf()], capabilities: anthropic });
  const { parts } = await reader.read({ path: "typed.pdf", view: "image" });
  const picture = parts.find((part) => part.type === "image");
  if (picture === undefined) throw new Error("The page was not drawn.");
  const { widthPx, heightPx, data } = picture;
  const facts = `/Type/XObject/Subtype/Image/Width ${widthPx}/Height ${heightPx}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
  return assemble([
    ...head,
    "<</Type/Page/Parent 2 0 R/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>",
    stream("", "595 0 0 842 0 0 cm /I Do"),
    stream(facts, data),
  ]);
}

test("a scanned PDF has the text that is recognised in it", async () => {
  const reader = readerOf({ "scan.pdf": await scanned() }, { handlers: [pdf()], recognise: ocr() });
  const outcome = await reader.read("scan.pdf");
  expect(renderText(outcome)).toMatch(/^\d+\tThe wells of the north are deep\.$/m);
});

test.skipIf(process.platform === "win32")(
  "a parser is a script of the user's, ahead of the one that is built in",
  async () => {
    const mine = command({ name: "my-pdf", command: ["head", "-c", "8", "{file}"], mediaTypes: ["application/pdf"] });
    const outcome = await readerOf({ "a.pdf": typed }, { handlers: [mine, pdf()] }).read("a.pdf");
    expect(outcome).toMatchObject({ ok: true, handler: "my-pdf", parts: [{ text: "%PDF-1.4" }] });
  },
);

describe.skipIf(process.platform === "win32")("a parser that fails", () => {
  const failing = (): Handler =>
    command({
      name: "my-pdf",
      version: "1.2.3",
      command: ["sh", "-c", "echo 'the table of objects is missing' >&2; exit 3", "my-pdf", "{file}"],
      mediaTypes: ["application/pdf"],
    });
  const words = async (): Promise<string> => {
    const outcome: ReadOutcome = await readerOf({ "a.pdf": typed }, { handlers: [failing()] }).read("a.pdf");
    expect(outcome.ok).toBe(false);
    return renderText(outcome);
  };

  test("is named, with its version", async () => expect(await words()).toContain("Handler: my-pdf, version 1.2.3"));
  test("has its own error quoted", async () => expect(await words()).toContain("the table of objects is missing"));
  test("comes with how to fix it", async () => expect(await words()).toMatch(/^To replace it: .+$/m));
  test("comes with how to run it again", async () => expect(await words()).toMatch(/^To see it fail: sh -c .*a\.pdf/m));
});
