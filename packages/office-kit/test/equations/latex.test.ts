import { expect, it } from "vitest";
import { latexOf, mathMarkdown } from "../../src/equations/index.ts";
import type { XmlElement, XmlNode } from "../../src/xml/index.ts";

const element = (name: string, ...children: readonly XmlNode[]): XmlElement => ({ name, attributes: {}, children });

it("escapes text in Office equations and in MathML", () => {
  const words = "a $b$ {c} \u0007d";
  const escaped = String.raw`\text{a \$b\$ \{c\} d}`;
  const run = element("m:r", element("m:rPr", element("m:nor")), element("m:t", words));
  expect(latexOf(element("m:oMath", run))).toBe(escaped);
  expect(mathMarkdown(element("math:math", element("math:mtext", words)))).toBe(`$${escaped}$`);
});

it("protects brackets in the index of a root", () => {
  const text = (name: string, letters: string): XmlElement => element(name, element("m:t", letters));
  const root = element("m:rad", text("m:deg", "]"), text("m:e", "x"));
  expect(latexOf(element("m:oMath", root))).toBe("\\sqrt[{]}]{x}");
});

it("shows the characters of OpenSymbol in old formulas", () => {
  const sign = (code: number): XmlElement => element("math:mo", String.fromCharCode(code));
  const vector = element("math:mover", element("math:mi", "u"), sign(0xe098));
  const product = [element("math:mi", "f"), sign(0xe09e), sign(0xe0b7), sign(0xe09f), sign(0xe083)];
  const unknown = sign(0xe0a2);
  expect(mathMarkdown(element("math:math", element("math:mrow", ...product, vector, unknown)))).toBe(
    "$f ( \\alpha ) + \\vec{u} \ue0a2$",
  );
});
