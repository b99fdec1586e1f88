import { expect, test } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { modelOf } from "../page-models.ts";
import { buildPdf, lines } from "../pdf-builder.ts";

test("a page whose text was read is drawn in the colours of its inks on paper", async () => {
  const engine = await loadPdfEngine();
  const bytes = buildPdf({ pages: [{ content: `1 0 0 0 k 0 0 595 842 re f ${lines("On cyan.")}` }] });
  const document = new engine.PDFDocument(bytes);
  const page = document.loadPage(0);
  expect(modelOf(engine, page).content.blocks).toHaveLength(1);
  const pixmap = page.toPixmap(engine.Matrix.scale(0.1, 0.1), engine.ColorSpace.DeviceRGB, false, true);
  const [red = 0, green = 0, blue = 0] = pixmap.getPixels();
  // Without a profile, cyan ink would be screen cyan: 0, 255, 255.
  expect(red).toBeLessThan(40);
  expect(green).toBeGreaterThan(140);
  expect(green).toBeLessThan(200);
  expect(blue).toBeGreaterThan(200);
  for (const owned of [pixmap, page, document]) owned.destroy();
});
