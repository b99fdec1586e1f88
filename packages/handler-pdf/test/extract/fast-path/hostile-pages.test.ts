import { deflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { BuiltPage, PdfPart } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";
import { deflateBomb, filled } from "../../deadly/deflate-bomb.ts";
import { longPdf, manyPages, plainText, warmUp } from "./long-documents.ts";

beforeAll(warmUp);

const words = "BT /F 12 Tf 72 700 Td (What is odd.) Tj ET";

interface Odd {
  readonly page: BuiltPage;
  /** Numbered from object 100. */
  readonly extra?: readonly PdfPart[];
}

const packed = (content: string): PdfPart => ({
  dictionary: "/Filter /FlateDecode",
  data: new Uint8Array(deflateSync(content)),
});

const form = (content: string, entries = ""): PdfPart => ({
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 999 999] ${entries}`,
  data: content,
});

/** Names of one kind of resource for the same object. */
function manyNames(count: number, object: string): string {
  return Array.from({ length: count }, (_, at) => `/N${at} ${object}`).join(" ");
}

const longList = `[${"9 ".repeat(20_000)}]`;

const odd: Readonly<Record<string, Odd>> = {
  "operators for ever": { page: { content: `${words} ${"q Q ".repeat(120_000)}` } },
  "states in states": { page: { content: `${words} ${"q ".repeat(2000)}` } },
  "a form that paints itself": {
    page: { content: `${words} /N Do`, resources: "/XObject << /N 100 0 R >>" },
    extra: [form("/N Do", "/Resources << /XObject << /N 100 0 R >> >>")],
  },
  "a form that is painted thousands of times": {
    page: { content: `${words} ${"/N Do ".repeat(2500)}`, resources: "/XObject << /N 100 0 R >>" },
    extra: [form("q Q")],
  },
  "forms with resources that are one large object": {
    page: {
      content: `${words} ${Array.from({ length: 300 }, (_, at) => `/N${at} Do`).join(" ")}`,
      resources: `/XObject << ${Array.from({ length: 300 }, (_, at) => `/N${at} ${101 + at} 0 R`).join(" ")} >>`,
    },
    extra: [`<< /X ${longList} >>`, ...Array.from({ length: 300 }, () => form("q Q", "/Resources 100 0 R"))],
  },
  "a list of numbers for ever": {
    page: { content: `BT /F 12 Tf 72 700 Td [${"1 ".repeat(200_000)}(What is odd.)] TJ ET` },
  },
  "a name for ever": { page: { content: `${words} /${"a".repeat(500_000)} gs` } },
  "digits for ever": { page: { content: `${"1".repeat(100_000)} w ${words}` } },
  "a string for ever": { page: { content: `${words} (${"a".repeat(500_000)}` } },
  "fonts without number": {
    page: { content: words, resources: `/ExtGState << >> /Font << /F 3 0 R ${manyNames(5000, "3 0 R")} >>` },
  },
  "colours that are all one large object": {
    page: {
      content: `${words} ${Array.from({ length: 5000 }, (_, at) => `/N${at} cs`).join(" ")}`,
      resources: `/ColorSpace << ${manyNames(5000, "[/ICCBased 100 0 R]")} >>`,
    },
    extra: [{ dictionary: `/N 3 /X ${longList}`, data: "" }],
  },
  "layers that are all one large object": {
    page: {
      content: `${words} ${Array.from({ length: 500 }, (_, at) => `/OC /N${at} DP`).join(" ")}`,
      resources: `/Properties << ${manyNames(500, "100 0 R")} >>`,
    },
    extra: [`<< /Type /OCMD /OCGs [${"101 0 R ".repeat(1000)}] >>`, "<< /Type /OCG /Name (a) >>"],
  },
  "content that is deflated a hundred times": {
    page: { entries: "/Contents 100 0 R" },
    extra: [
      {
        dictionary: `/Filter [${"/FlateDecode ".repeat(100)}]`,
        data: Array.from({ length: 100 }).reduce<Uint8Array>(
          (data) => new Uint8Array(deflateSync(data)),
          new TextEncoder().encode(words),
        ),
      },
    ],
  },
  "content that inflates to many megabytes of nothing": {
    page: { entries: "/Contents [100 0 R 101 0 R]" },
    extra: [packed(words), { dictionary: "/Filter /FlateDecode", data: deflateBomb(filled(1_000_000, 0x20), 9) }],
  },
  "content in parts that are all one bomb": {
    page: { entries: `/Contents [100 0 R ${"101 0 R ".repeat(5)}]` },
    extra: [packed(words), { dictionary: "/Filter /FlateDecode", data: deflateBomb(filled(1_000_000, 0x20), 2) }],
  },
  "resources that are themselves": {
    page: { content: words, entries: "/Resources 100 0 R" },
    extra: ["<< /Font 100 0 R /F 100 0 R /XObject 100 0 R >>"],
  },
  "a text that is meant of too many glyphs": {
    page: {
      content: `BT /F 12 Tf 72 700 Td /Span << /ActualText (What is odd.) >> BDC (${"a".repeat(9000)}) Tj EMC ET`,
    },
  },
};

test.for(Object.entries(odd))("%s does not affect other pages of a long document", async ([, { page, extra }]) => {
  const bytes = longPdf("Odd", { 2: page, 40: page }, extra ?? []);
  const { text, error } = await readPdfBytes(bytes, asText);
  expect(error).toBeUndefined();
  // A single page is read by the engine.
  const { text: oddText } = await readPdfBytes(bytes, { ...asText, pages: [{ first: 3, last: 3 }] });
  const texts = Array.from({ length: manyPages }, (_, at) => (at === 2 || at === 40 ? oddText : plainText("Odd", at)));
  expect(text).toBe(texts.join(""));
});
