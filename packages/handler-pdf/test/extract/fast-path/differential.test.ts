import { readFileSync } from "node:fs";
import { seededRandom } from "@reader/testkit";
import { expect, test } from "vitest";
import { buildPdf } from "../../pdf-builder.ts";
import { comparePages, type Comparison, openForComparison } from "./compare-pages.ts";
import { mutatePage } from "./mutate-content.ts";

async function compared(bytes: Uint8Array, mutation?: number): Promise<Comparison | undefined> {
  const pdf = await openForComparison(bytes);
  try {
    if (mutation !== undefined) mutatePage(pdf.document, 1, seededRandom(mutation));
    return (await comparePages(pdf, [1]))[0];
  } finally {
    pdf.pages.end();
    pdf.document.destroy();
  }
}

const print = readFileSync(new URL("../../prints/files/nested-list-by-libreoffice.pdf", import.meta.url));

const drawing = `BT /F 12 Tf 72 700 Td (A title) Tj 0 -20 Td [(Some) -250 (words)] TJ ET
1 0 0 rg 72 600 100 20 re f 0 g 72 580 m 200 580 l S
q 1 0 0 1 10 0 cm BT /F 12 Tf 72 500 Td (indented) Tj ET Q
100 100 m 110 100 l 105 110 l f`;

test.for([
  ["a print of LibreOffice", print],
  ["a page with drawings", buildPdf({ pages: [{ content: drawing }] })],
] as const)("mutations of %s are read as by the engine, or left to it", async ([, bytes]) => {
  const differences: string[] = [];
  const counts = { same: 0, different: 0, engine: 0, unreadable: 0 };
  for (let seed = 0; seed < 120; seed += 1) {
    const { outcome, detail } = (await compared(bytes, seed)) ?? { outcome: "unreadable", detail: "" };
    counts[outcome] += 1;
    if (outcome === "different") differences.push(`${seed}: ${detail}`);
  }
  expect(differences).toEqual([]);
  expect(counts.same).toBeGreaterThan(10);
  expect(counts.engine).toBeGreaterThan(10);
});

test.for([
  ["BT /F 12 Tf 20 20 Td [(cut off)]", "engine"],
  ["BT /F 12 Tf 20 20 Td (cut off)", "engine"],
  ["1 0 0 10 10 re f BT /F 12 Tf 20 20 Td (x) Tj ET", "engine"],
  ["0 10 10 re f BT /F 12 Tf 20 20 Td (x) Tj ET", "engine"],
  ["BT /F 12 Tf 20 20 Td (x) (y) Tj ET", "engine"],
  ["BT /F 12 Tf 20 20 Td /F (y) Tj ET", "engine"],
  ["BT scn /F 12 Tf 20 20 Td (x) Tj ET", "engine"],
  ["/DeviceRGB cs 1 1 sc BT /F 12 Tf 20 20 Td (x) Tj ET", "engine"],
  ["/DeviceRGB cs 1 0 0 sc BT /F 12 Tf 20 20 Td (x) Tj ET", "same"],
  ["BT /F 12 Tf 20 20 Td (x) Tj W (y) Tj ET", "same"],
  ["BT /F 12 Tf 20 20 Td [(x) -200 (y)] [(z)] TJ ET", "engine"],
  ["[3 3] 0 d 20 20 m 90 90 l S BT /F 12 Tf 20 20 Td (x) Tj ET", "same"],
  ["/Span << /Lang (en) >> BDC BT /F 12 Tf 20 20 Td (x) Tj ET EMC", "same"],
  ["/Span << /ActualText (x) >> BDC /P << /MCID 0 >> BDC BT /F 12 Tf 20 20 Td (y) Tj ET EMC", "engine"],
] as const)(
  "content with surplus or missing operands or a damaged image is left to the engine: %s",
  async ([content, outcome]) => {
    expect((await compared(buildPdf({ pages: [{ content }] })))?.outcome).toBe(outcome);
  },
);

test.for([
  "200 200 m h 100 100 m 110 100 l 105 110 l f",
  "200 200 0 0 re 100 100 m 110 100 l 105 110 l f",
  "200 200 m 220 200 l 210 200 l h 100 100 m 110 100 l 105 110 l f",
  "200 200 m 220 200 l 210 200 l f",
  "200 200 m h 300 300 m h f",
  "200 200 m 220 200 l h 100 100 m 110 100 l 105 110 l f",
  "-300 0 m -250 0 -240 60 -300 50 c h 0 34 m f",
  "q 0 0 10 10 re W n 100 100 10 10 re W n 0 0 m 50 0 60 60 0 50 c f Q",
  "-310 10 m -320 10 l -315 20 l h 310 10 m 310 20 l 310 15 l h f",
  "0 0 m 595 0 l 300 -20 l f",
  "q 0 0 0 0 -50 -50 cm 0 0 m 50 0 60 60 0 50 c f Q",
  "392 582 1 -15 re 393 582 m h 395 567 m 393 564 l 390 567 l f",
])("the box of a path with points and folded lines is that of the engine: %s", async (content) => {
  const words = " BT /F 12 Tf 20 20 Td (x) Tj ET";
  expect(await compared(buildPdf({ pages: [{ content: content + words }] }))).toEqual({ outcome: "same", detail: "" });
});

test.for(["(a\rb) Tj", "(a\r\nb) Tj", "(a\n\rb) Tj", "(a\\\r\nb\r) Tj", "[(x) -200 (a\r\nb)] TJ"])(
  "line ends in a string are read as by the engine: %j",
  async (shown) => {
    const content = `BT /F 12 Tf 20 20 Td ${shown} (z) Tj ET`;
    expect(await compared(buildPdf({ pages: [{ content }] }))).toEqual({ outcome: "same", detail: "" });
  },
);

test.for(["50 50 l", "50 50 60 60 70 70 c", "60 60 70 70 v", "60 60 70 70 y"])(
  "a clip by a path without a start hides text in both ways: %s",
  async (segment) => {
    const content = `q ${segment} 500 500 l 0 500 l h W n BT /F 12 Tf 100 300 Td (clipped away) Tj ET Q`;
    expect(await compared(buildPdf({ pages: [{ content }] }))).toEqual({ outcome: "same", detail: "" });
  },
);

test.for([
  ["", "same"],
  ["\u00B4", "engine"],
] as const)("hexadecimal content with %j in it is read as by the engine, or left to it", async ([damage, outcome]) => {
  const hex = Buffer.from("BT /F 12 Tf 20 20 Td (x) Tj ET").toString("hex");
  const data = `${hex.slice(0, -4)}${damage}${hex.slice(-4)}>`;
  const bytes = buildPdf({
    pages: [{ entries: "/Contents 100 0 R" }],
    extra: [{ dictionary: "/Filter /ASCIIHexDecode", data }],
  });
  expect((await compared(bytes))?.outcome).toBe(outcome);
});
