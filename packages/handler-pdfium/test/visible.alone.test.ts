import { textOnly } from "@reader/core";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
// @boundaries-ignore builds PDFs for the tests of both engines
import { buildPdf, streamObject } from "../../handler-pdf/test/deadly/build-pdf.ts";
import { pdfium } from "../src/index.ts";

const image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /Length";

/** Builds a page with Helvetica as F1, a shading as S1, an opaque image as I1 and one that shines through as I2. */
function pageWith(content: string): Uint8Array {
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> " +
      "/Shading << /S1 6 0 R >> /XObject << /I1 7 0 R /I2 8 0 R >> >> >>",
    streamObject(content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 400 0] /Extend [true true] " +
      "/Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0.4] /N 1 >> >>",
    `<< ${image} 3 /ColorSpace /DeviceRGB >>\nstream\n}  \nendstream`,
    `<< ${image} 3 /ColorSpace /DeviceRGB /SMask 9 0 R >>\nstream\n}  \nendstream`,
    `<< ${image} 1 /ColorSpace /DeviceGray >>\nstream\n \nendstream`,
  ]);
}

async function textOf(content: string): Promise<string> {
  const { text, error } = await collect(pdfium(), pageWith(content), { name: "input.pdf", capabilities: textOnly });
  expect(error).toBeUndefined();
  return text;
}

const body = "BT /F1 12 Tf 20 350 Td (The report has several sections.) Tj ET\n";
const words = (mode: number): string => `BT ${mode} Tr /F1 12 Tf 20 200 Td (Annual figures) Tj ET\n`;
const picture = (name: string): string => `q 200 0 0 40 10 190 cm /${name} Do Q\n`;

test("letters that clip a gradient are visible, and letters that clip nothing are not", async () => {
  expect(await textOf(`${body}q ${words(7)}/S1 sh Q`)).not.toContain("hidden");
  expect(await textOf(`${body}q ${words(7)}Q`)).toContain("⟦hidden · invisible: Annual figures⟧");
});

test("text under a picture is hidden unless it shines through", async () => {
  expect(await textOf(body + words(0) + picture("I1"))).toContain("⟦hidden · covered: Annual figures⟧");
  expect(await textOf(body + words(0) + picture("I2"))).not.toContain("hidden");
});
