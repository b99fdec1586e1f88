import type { TextPart } from "@reader/core";
import type { Recognised } from "@reader/core/internal";
import { expect, test } from "vitest";
import { buildPdf, type BuiltDocument } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

/** Glyph numbers, which are meaningless without their font. */
const glyphs = Array.from("The font of this line is gone", (letter) =>
  ((letter.codePointAt(0) ?? 29) - 29).toString(16).padStart(4, "0"),
).join("");
const content = `BT /G 18 Tf 72 720 Td (A line with its font) Tj /F 12 Tf 16 TL T* ${`<${glyphs}> Tj T* `.repeat(12)} ET`;

/** Codes without characters. */
const nothing = `BT /F 12 Tf 16 TL 72 720 Td ${"<00010002FF10FF110005> Tj T* ".repeat(12)} ET`;

const lost = { content, entries: "/Resources << /Font << /F 99 0 R /G 3 0 R >> >>" };
const identity = "/Type /Font /Subtype /Type0 /BaseFont /Gone /Encoding /Identity-H /DescendantFonts [101 0 R]";
const descendant = "/Type /Font /Subtype /CIDFontType2 /BaseFont /Gone /CIDToGIDMap /Identity";
const system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>";

/** Returns the text of a document with a recogniser, and how many pages were recognised. */
async function textOf(document: BuiltDocument): Promise<{ readonly text: string; readonly recognised: number }> {
  let recognised = 0;
  const recognise = (): Promise<Recognised> => {
    recognised += 1;
    return Promise.resolve({ by: "Fake", lines: [], confidence: 0, turned: 0, skewDegrees: 0 });
  };
  const { events } = await readPdfBytes(buildPdf(document), { ...asText, recognise });
  return {
    text: events.flatMap((event) => (event.type === "text" ? [(event as TextPart).text] : [])).join(""),
    recognised,
  };
}

test("a garbled page whose font is not embedded is not recognised, because its image is wrong too", async () => {
  const { text, recognised } = await textOf({ pages: [lost] });
  expect(text).toContain("fonts of it are missing in the file: its image shows wrong characters, too.");
  expect(text).toContain("A line with its font");
  expect(text).not.toContain("\uFFFD");
  expect(recognised).toBe(0);
});

test("nor is one whose font has lost its program", async () => {
  const descriptor = "/FontDescriptor << /Type /FontDescriptor /FontName /Gone /Flags 4 /FontFile2 98 0 R >>";
  const extra = [`<< ${identity} >>`, `<< ${descendant} ${system} ${descriptor} >>`];
  const page = { content: nothing, entries: "/Resources << /Font << /F 100 0 R >> >>" };
  const { text, recognised } = await textOf({ pages: [page], extra });
  expect(text).toContain("fonts of it are missing in the file");
  expect(recognised).toBe(0);
});

test("a garbled page with embedded fonts is recognised", async () => {
  const { text, recognised } = await textOf({ pages: [{ content: nothing }] });
  expect(text).toContain("garbled");
  expect(text).not.toContain("missing in the file");
  expect(recognised).toBe(1);
});
