// @boundaries-ignore the tests of the PDF handler have the writer of PDF files, which is not published
import { buildPdf, onePagePdf, streamObject } from "../../../packages/handler-pdf/test/deadly/build-pdf.ts";
import { deflateSync } from "node:zlib";
import type { Bombs } from "./bomb.ts";

const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>";

function shaded(fn: string, objects: Parameters<typeof buildPdf>[0] = []): Uint8Array {
  const resources = `/Shading << /S << /ShadingType 1 /ColorSpace /DeviceRGB /Function ${fn} >> >>`;
  return onePagePdf("/S sh", { resources, objects });
}

/** PDF files whose streams of objects, functions, filters or annotations are bombs. */
export const pdfBombs: Bombs = {
  "an object stream that claims a thousand million objects": {
    name: "a.pdf",
    make: () =>
      buildPdf([catalog, pages, page, streamObject("1 0 2 3 <<>> <<>>", "/Type /ObjStm /N 1000000000 /First 8")]),
  },
  "an object stream that extends itself": {
    name: "a.pdf",
    make: () =>
      buildPdf([catalog, pages, page, streamObject("9 0 <<>>", "/Type /ObjStm /N 1 /First 4 /Extends 4 0 R")]),
  },
  "a stream whose predictor has two thousand million columns": {
    name: "a.pdf",
    make: () =>
      onePagePdf(
        streamObject(
          deflateSync(new Uint8Array(100)),
          "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16 >>",
        ),
      ),
  },
  "a stream behind a thousand filters": {
    name: "a.pdf",
    make: () => onePagePdf(streamObject("00>", `/Filter [${"/ASCIIHexDecode ".repeat(1000)}]`)),
  },
  "a stream whose length is itself": {
    name: "a.pdf",
    make: () => buildPdf([catalog, pages, page, { value: "<< /Length 4 0 R >>", stream: new Uint8Array(10) }]),
  },
  "a function that stitches itself together": {
    name: "a.pdf",
    make: () =>
      shaded("6 0 R", [
        "<< /FunctionType 3 /Domain [0 1 0 1] /Functions [6 0 R 6 0 R] /Bounds [.5] /Encode [0 1 0 1] >>",
      ]),
    request: { view: "image" },
  },
  "a function with a table of 2³¹ samples": {
    name: "a.pdf",
    make: () =>
      shaded("6 0 R", [
        streamObject(
          "x",
          "/FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Size [65535 65535] /BitsPerSample 32",
        ),
      ]),
    request: { view: "image" },
  },
  "a function of a million operators": {
    name: "a.pdf",
    make: () =>
      shaded("6 0 R", [
        streamObject(
          `{ ${"dup mul ".repeat(500_000)} pop dup dup }`,
          "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
        ),
      ]),
    request: { view: "image" },
  },
  "a function of braces nested 100 000 deep": {
    name: "a.pdf",
    make: () =>
      shaded("6 0 R", [
        streamObject(
          `{ ${"{ ".repeat(100_000)}${"} ".repeat(100_000)} if }`,
          "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
        ),
      ]),
    request: { view: "image" },
  },
  "an image of 2³¹ pixels a side in JBIG2": {
    name: "a.pdf",
    make: () =>
      onePagePdf("/I Do", {
        resources: "/XObject << /I 6 0 R >>",
        objects: [
          streamObject(
            Uint8Array.of(
              0,
              0,
              0,
              0,
              0x30,
              0,
              1,
              0,
              0,
              0,
              0x13,
              0x7f,
              0xff,
              0xff,
              0xff,
              0x7f,
              0xff,
              0xff,
              0xff,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
            ),
            "/Type /XObject /Subtype /Image /Width 2147483647 /Height 2147483647 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode",
          ),
        ],
      }),
    request: { view: "image" },
  },
  "an image that is its own soft mask": {
    name: "a.pdf",
    make: () =>
      onePagePdf("/I Do", {
        resources: "/XObject << /I 6 0 R >>",
        objects: [
          streamObject(
            "x",
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 6 0 R",
          ),
        ],
      }),
    request: { view: "image" },
  },
  "a colour space that is based on itself": {
    name: "a.pdf",
    make: () =>
      onePagePdf("/C cs 1 sc 0 0 9 9 re f", {
        resources: "/ColorSpace << /C 6 0 R >>",
        objects: ["[/Indexed 6 0 R 255 6 0 R]"],
      }),
    request: { view: "image" },
  },
  "a font whose characters paint the font": {
    name: "a.pdf",
    make: () =>
      onePagePdf("BT /T 12 Tf 9 9 Td (aaaa) Tj ET", {
        resources: "/Font << /T 6 0 R >>",
        objects: [
          "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /CharProcs << /a 7 0 R >> /Encoding << /Differences [97 /a] >> /Resources << /Font << /T 6 0 R >> >> >>",
          streamObject("9 0 d0 BT /T 12 Tf (aaaaaaaaaa) Tj ET"),
        ],
      }),
    request: { view: "image" },
  },
  "a table of characters that maps everything to a megabyte": {
    name: "a.pdf",
    make: () =>
      onePagePdf("BT /T 12 Tf 9 9 Td (aaaaaaaaaaaaaaaa) Tj ET", {
        resources: "/Font << /T 6 0 R >>",
        objects: [
          "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>",
          streamObject(
            `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <${"0041".repeat(250_000)}> endbfrange`,
          ),
        ],
      }),
  },
  "two hundred thousand annotations on a page": {
    name: "a.pdf",
    make: () =>
      onePagePdf("", {
        entries: `/Annots [${"6 0 R ".repeat(200_000)}]`,
        objects: ["<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (note) >>"],
      }),
  },
};
