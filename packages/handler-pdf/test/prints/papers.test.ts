import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asText, readPdfBytes } from "../reading.ts";

async function textOf(name: string): Promise<string> {
  const file = readFileSync(new URL(`files/${name}.pdf`, import.meta.url));
  return (await readPdfBytes(file, asText)).text;
}

test("accents, struck symbols and large mathematical symbols of TeX fonts are read as displayed", async () => {
  const text = await textOf("formulas-by-pdftex");
  expect(text).toContain("Renée Müller writes that");
  expect(text).toMatch(/∑ ?n\s+k=1/u);
  expect(text).toMatch(/k ≠ ?\s*∫/u);
  expect(text).toMatch(/\( ?∏ ?p ?\)/u);
  expect(text).not.toContain("\uFFFD");
});
