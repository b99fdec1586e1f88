import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { endOfText } from "../../src/extract/prepare/prepare-page.ts";
import { buildPdf, firstExtra, lines } from "../pdf-builder.ts";
import { asText, messagesOf, readPdfBytes } from "../reading.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Numbers that compress badly. */
const numbers = (line: number): string =>
  Array.from({ length: 2600 }, (_, at) => String((line * 2600 + at) * 7919 + 100_000_000)).join(" ");

/** Lines of 26 000 characters, which start on the page and extend beyond it. */
const manyLines = Array.from({ length: 45 }, (_, at) => `Line ${at} of a book. ${numbers(at)}`);

/** Builds a page whose content is spread over deflated streams, and a second page. */
function documentOf(parts: readonly string[]): Uint8Array {
  const extra = parts.map((part) => {
    const data = deflateSync(part);
    return { dictionary: `/Filter /FlateDecode /Length ${data.length}`, data };
  });
  const streams = parts.map((_, at) => `${firstExtra + at} 0 R`).join(" ");
  const long = { entries: `/Contents [${streams}]` };
  return buildPdf({ pages: [long, { content: lines("The page after it.") }], extra });
}

const content = `BT /F 12 Tf 16 TL 72 780 Td ${manyLines.map((line) => `(${line}) Tj T*`).join("\n")} ET`;

test("reads the beginning of a page with too much text, says so, and continues", async () => {
  const { text, events } = await readPdfBytes(documentOf([content]), asText);
  expect(text).toContain("Line 0 of a book");
  expect(text).toContain("Line 30 of a book");
  expect(text).not.toContain("Line 44 of a book");
  expect(text).toContain("The page after it.");
  expect(messagesOf(events)).toEqual([
    "This page has more text than the limit for one page: what follows is its first 1 MB.",
  ]);
});

test("counts the text of all streams of a page together", async () => {
  const middle = content.indexOf("(Line 20 ");
  const { text, events } = await readPdfBytes(documentOf([content.slice(0, middle), content.slice(middle)]), asText);
  expect(text).toContain("Line 30 of a book");
  expect(text).not.toContain("Line 44 of a book");
  expect(messagesOf(events)).toHaveLength(1);
});

test("reports nothing for a page with much content and little text", async () => {
  const paths = Array.from({ length: 200_000 }, (_, at) => `${at % 595} ${(at * 7919) % 842} m`).join("\n");
  const { text, events } = await readPdfBytes(documentOf([`${paths}\nn\n${lines("A map.")}`]), asText);
  expect(text).toContain("A map.");
  expect(messagesOf(events)).toEqual([]);
});

test.for([
  ["(abcdef) Tj (gh) Tj", 5, "(abcdef) Tj"],
  ["[(abc) 20 (def)] TJ T*", 3, "[(abc) 20 (def)] TJ"],
  ["<616263> Tj ET", 4, "<616263> Tj"],
  ["(abcdef) ' (gh) Tj", 5, "(abcdef) '"],
  [String.raw`(a\)b(c)d) Tj ET`, 7, String.raw`(a\)b(c)d) Tj`],
  ["(abcdef) Tj", 100, undefined],
  ["/Span <</ActualText (abc)>> BDC (d) Tj", 100, undefined],
  ["(never closed", 5, "(never closed"],
] as const)("ends %j, of which %i bytes of text are wanted, after an operator", ([text, wanted, kept]) => {
  const end = endOfText(bytes(text), wanted);
  expect(end === undefined ? undefined : text.slice(0, end)).toBe(kept);
});

test("reads all of a page with a part in an unsupported encoding", async () => {
  const hex = {
    dictionary: "/Filter /ASCIIHexDecode",
    data: `${Buffer.from(lines("The part at the end.")).toString("hex")}>`,
  };
  const data = new Uint8Array(deflateSync(content));
  const page = { entries: `/Contents [${firstExtra} 0 R ${firstExtra + 1} 0 R]` };
  const built = buildPdf({ pages: [page], extra: [{ dictionary: "/Filter /FlateDecode", data }, hex] });
  const { text } = await readPdfBytes(built, asText);
  expect(text).toContain("Line 44 of a book");
  expect(text).toContain("The part at the end.");
});
