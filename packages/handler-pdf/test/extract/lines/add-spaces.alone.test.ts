import { describe, expect, test } from "vitest";
import { buildPdf } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

/** A font of letters of several scripts by name, each half as wide as high. */
function fontOf(letters: string): string {
  const names = Array.from(
    letters,
    (letter) => `/uni${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  const widths = Array.from({ length: 127 }, () => "500").join(" ");
  const encoding = `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 ${names.join(" ")}] >>`;
  const font = `/Type /Font /Subtype /TrueType /BaseFont /Helvetica /FirstChar 0 /LastChar 126`;
  const plain = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  return `/Font << /A << ${font} /Widths [${widths}] /Encoding ${encoding} >> /B ${plain} >>`;
}

async function textOf(letters: string, content: string): Promise<string> {
  const page = { content: `BT /A 12 Tf 72 700 Td ${content} ET`, resources: fontOf(letters) };
  return (await readPdfBytes(buildPdf({ pages: [page] }), asText)).text.trim();
}

describe("gaps between words", () => {
  test.for([
    ["Vietnamese", "\u1EA3\u1EDD", "[(c\\001) -250 (ng\\002) -250 (i)] TJ", "c\u1EA3 ng\u1EDD i"],
    ["Korean", "\uBAA8\uB4E0\uC778", "[(\\001\\002) -250 (\\003)] TJ", "\uBAA8\uB4E0 \uC778"],
    ["Hindi", "\u0915\u0930\u0928", "[(\\001\\002) -250 (\\003)] TJ", "\u0915\u0930 \u0928"],
    ["Georgian", "\u10D0\u10D1\u10D2", "[(\\001) -250 (\\002\\003)] TJ", "\u10D0 \u10D1\u10D2"],
    ["old Greek", "\u1F00\u1F72", "[(\\001\\002) -250 (\\001)] TJ", "\u1F00\u1F72 \u1F00"],
  ] as const)("are spaces in %s, if nothing else separates its words", async ([, letters, content, expected]) => {
    expect(await textOf(letters, content)).toBe(expected);
  });

  test.for([
    ["in Chinese", "\u4E2D\u6587", "[(\\001\\002) -250 (A\\001)] TJ", "\u4E2D\u6587A\u4E2D"],
    ["as narrow as between letters", "\uBAA8\uB4E0", "[(\\001) -100 (\\002)] TJ", "\uBAA8\uB4E0"],
    [
      "where spaces are written in another font",
      "\u0915",
      "[(\\001) -400] TJ /B 12 Tf ( ) Tj /A 12 Tf [(\\001) -250 (\\001)] TJ",
      "\u0915 \u0915\u0915",
    ],
    ["where spaces are written", "\uBAA8\uB4E0", "[(\\001 \\002) -250 (\\001)] TJ", "\uBAA8 \uB4E0\uBAA8"],
  ] as const)("are not spaces %s", async ([, letters, content, expected]) => {
    expect(await textOf(letters, content)).toBe(expected);
  });
});
