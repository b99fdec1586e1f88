import { describe, expect, test } from "vitest";
import { textOfWord } from "./reading-docx.ts";
import { item, level, paragraph, run, styled, table } from "./word-builder.ts";

const courier = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>';
const styles = `
  <w:style w:type="paragraph" w:styleId="Listing"><w:name w:val="My listing"/><w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Small"><w:name w:val="Small listing"/><w:basedOn w:val="Listing"/></w:style>
  <w:style w:type="paragraph" w:styleId="Prose"><w:name w:val="Prose"/><w:basedOn w:val="Listing"/><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:ascii="Consolas"/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Struck"><w:name w:val="Struck"/><w:rPr><w:strike/></w:rPr></w:style>
  <w:style w:type="character" w:styleId="Keys"><w:name w:val="Keys"/><w:rPr><w:rFonts w:ascii="DejaVu Sans Mono"/></w:rPr></w:style>`;
const numbering = `<w:abstractNum w:abstractNumId="1">${level(0, "decimal", "%1.")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`;
const words = "The program counts from one to nine and then ends.";
const prose = paragraph(run(words));

function code(text: string): string {
  return paragraph(run(text, courier));
}

/** The text of a body after a paragraph of prose. */
async function afterProse(body: string): Promise<string> {
  const text = await textOfWord({ body: prose + body, styles, numbering });
  return text.slice(text.indexOf(words) + words.length).trim();
}

describe("monospaced paragraphs", () => {
  test.for<readonly [string, string, string]>([
    [
      "are one block with their spaces",
      code("if (a) {") + code("    b  = 1;") + code("}"),
      "```\nif (a) {\n    b  = 1;\n}\n```",
    ],
    ["are code by their style", styled("Listing", "  a") + styled("Small", "  b"), "```\n  a\n  b\n```"],
    ["are code by the style of their runs", paragraph(run("ls", '<w:rStyle w:val="Keys"/>')), "```\nls\n```"],
    ["have lines", paragraph(`<w:r><w:rPr>${courier}</w:rPr><w:t>a</w:t><w:br/><w:t>b</w:t></w:r>`), "```\na\nb\n```"],
    ["show no emphasis", paragraph(run("for", `${courier}<w:b/>`) + run(" x", courier)), "```\nfor x\n```"],
    ["are text in a font of the theme", styled("Prose", "a  b"), "a b"],
    ["are text in part", paragraph(run("Type ") + run("ls", courier)), "Type ls"],
    [
      "keep their tracked changes",
      paragraph(`${run("a", courier)}<w:ins w:author="A">${run("b", courier)}</w:ins>`),
      "a{++b++}",
    ],
    ["keep marks of hidden text", paragraph(run("a", courier) + run("b", `${courier}<w:vanish/>`)), "a[hidden: b]"],
    ["keep text that is struck", paragraph(run("a", courier) + run("b", `${courier}<w:dstrike/>`)), "a~~b~~"],
    [
      "keep text that is raised",
      paragraph(run("x", courier) + run("2", `${courier}<w:vertAlign w:val="superscript"/>`)),
      "x²",
    ],
    ["keep text that is struck by its style", paragraph(run("a", courier), '<w:pStyle w:val="Struck"/>'), "~~a~~"],
    ["are code on the baseline", paragraph(run("a", `${courier}<w:vertAlign w:val="baseline"/>`)), "```\na\n```"],
    ["are items of lists", item(1, 0, "a").replace("<w:t", `<w:rPr>${courier}</w:rPr><w:t`), "1. a"],
    ["are text in cells", table([code("a"), code("b")]), "|a|b|\n|---|---|"],
  ])("%s", async ([, body, expected]) => {
    expect(await afterProse(body)).toBe(expected);
  });

  test("are text if all text is monospaced", async () => {
    expect(await textOfWord(code("a  b") + code("c"))).toBe("a b\n\nc\n");
  });

  test("are text if the font is that of prose", async () => {
    const long = "The letter says that all is well. ".repeat(5).trim();
    const text = await textOfWord({ body: prose + code(long) + code("Yours") });
    expect(text).toContain(`${long}\n\nYours`);
  });

  test("are text if the font is that of the document", async () => {
    const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${courier}</w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>`;
    expect(await textOfWord({ body: paragraph(run("a")) + code("b  c"), styles: defaults })).toBe("a\n\nb c\n");
  });
});
