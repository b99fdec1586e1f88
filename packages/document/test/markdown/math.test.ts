import { expect, test } from "vitest";
import { loadHtmlEngine } from "../../src/markdown/engine.ts";
import { htmlToMarkdown } from "../../src/markdown/markdown-builder.ts";
import { loadPageEngine, mainContent } from "../../src/page/index.ts";

const readHtml = await loadHtmlEngine();
const convert = (html: string): string => htmlToMarkdown(html, readHtml);

const energy = "<mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>";
const annotated = (latex: string): string =>
  `<math><semantics>${energy}<annotation encoding="application/x-tex">${latex}</annotation></semantics></math>`;

test.for([
  ["its LaTeX", annotated("E = mc^2"), "a $E = mc^2$ b"],
  ["its LaTeX without a style", annotated("{\\displaystyle E=mc^{2}}"), "a $E=mc^{2}$ b"],
  ["its elements", `<math>${energy}</math>`, "a $E=mc^2$ b"],
  ["a fraction", "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "a $\\frac{1}{2}$ b"],
  ["a root", "<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>", "a $\\sqrt{x+1}$ b"],
  [
    "a sum",
    "<math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub></math>",
    "a $∑_i^nx_i$ b",
  ],
  [
    "a matrix",
    "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable></math>",
    "a $\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}$ b",
  ],
  ["nothing", "<math></math>", "a b"],
] as const)("a formula is written as %s", ([, formula, expected]) => {
  expect(convert(`<p>a ${formula} b</p>`)).toBe(expected);
});

test("a formula that is never closed hides no text after it", () => {
  expect(convert("<p>a <math><mi>x</mi><p>all of the rest</p><p>end</p>")).toContain("all of the rest\n\nend");
});

test("a formula of a hundred thousand levels is read", () => {
  expect(convert(`<p>${"<math>".repeat(3)}${"<mrow>".repeat(100_000)}<mi>x</mi></math> y</p>`)).toContain("x");
});

test("the main content of a page keeps formulas once, hidden by a wiki or drawn by KaTeX", async () => {
  const words = "The energy of a body at rest is proportional to its mass, as everybody knows by now. ".repeat(5);
  const hidden = `<span class="mwe-math-element"><span style="display: none">${annotated("E=mc^2")}</span><img alt="E"></span>`;
  const drawn = `<span class="katex"><span class="katex-mathml">${annotated("a^2")}</span><span class="katex-html" aria-hidden="true">a2</span></span>`;
  const page = `<html><body><article><p>${words}</p><p>It is ${hidden} and ${drawn}, no less. ${words}</p></article></body></html>`;
  const content = mainContent(page, await loadPageEngine());
  expect(convert(content?.html ?? "")).toContain("It is $E=mc^2$ and $a^2$, no less.");
});
