import { expect, test } from "vitest";
import { readXmlTree } from "@reader/office-kit/xml";
import { chartWords } from "../../src/xlsx/drawings.ts";

const series = (values: string): string =>
  `<c:ser><c:tx><c:v>North</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>May</c:v></c:pt></c:strLit></c:cat><c:val>${values}</c:val></c:ser>`;
const points = '<c:pt idx="0"><c:v>7</c:v></c:pt>';

function wordsOf(values: string): string {
  const xml = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>${series(values)}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  return chartWords(readXmlTree(new TextEncoder().encode(xml), "chart1.xml"));
}

const table = "||North|\n|---|---|\n|May|7|";

test("a few values that cells have are shown too", () => {
  const words = wordsOf(`<c:numRef><c:f>Data!$B$2</c:f><c:numCache>${points}</c:numCache></c:numRef>`);
  expect(words).toBe(`bar chart\u0000: series North; cells Data!$B$2\n\n${table}`);
});

test("many values that cells have are not repeated", () => {
  const many = Array.from({ length: 80 }, (_, at) => `<c:pt idx="${at}"><c:v>${at}</c:v></c:pt>`).join("");
  const words = wordsOf(`<c:numRef><c:f>Data!$B$2:$B$81</c:f><c:numCache>${many}</c:numCache></c:numRef>`);
  expect(words).toBe("bar chart\u0000: series North; cells Data!$B$2:$B$81");
});

test("values that no cell has are shown as a table", () => {
  expect(wordsOf(`<c:numLit>${points}</c:numLit>`)).toBe(`bar chart\u0000: series North\n\n${table}`);
});

test("values of another workbook are shown as a table", () => {
  const words = wordsOf(`<c:numRef><c:f>[1]Data!$B$2</c:f><c:numCache>${points}</c:numCache></c:numRef>`);
  expect(words).toBe(`bar chart\u0000: series North; cells [1]Data!$B$2\n\n${table}`);
});
