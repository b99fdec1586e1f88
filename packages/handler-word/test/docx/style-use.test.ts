import { expect, test } from "vitest";
import { styleUseIn } from "../../src/docx/body/style-use.ts";
import { readStyles, type WordStyles } from "../../src/docx/parts/styles.ts";

const none = readStyles(undefined);
const styles: WordStyles = {
  ...none,
  find: (id) => (id === "H" ? { name: "heading 1", heading: 1, isMonospaced: true } : undefined),
};

test.for<readonly [string, string, boolean]>([
  ["in a tag", '<w:pPr><w:pStyle w:val="H"/></w:pPr>', true],
  ["in a tag with another prefix", '<ns.0:pPr><ns.0:pStyle ns.0:val="H"/></ns.0:pPr>', true],
  ["in text", '<w:t>:pStyle w:val="H" </w:t>', false],
])("the name of a style %s", ([, xml, isUsed]) => {
  expect(styleUseIn(xml, styles).hasHeadingStyles).toBe(isUsed);
});

test("text that looks like properties takes linear time", () => {
  const text = `<w:t>${":pStyle :rStyle ".repeat(100_000)}</w:t>`;
  expect(styleUseIn(text, styles)).toEqual({ hasHeadingStyles: false, hasHeadingRuns: false, isCodeMonospaced: false });
});
