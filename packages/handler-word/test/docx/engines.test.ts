import { beforeAll, describe, expect, test } from "vitest";
import { mockContext, memorySource } from "@reader/testkit";
import { docx } from "../../src/index.ts";
import { readBytes, type Reading } from "../support/read-bytes.ts";
import { textOfWord, readWord } from "./reading-docx.ts";
import { makeDocx, paragraph, part, run, styled, table, type WordXml } from "./word-builder.ts";

const styles = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>';
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image =
  '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="a dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';

const whole: WordXml = {
  styles,
  body: [
    styled("Heading1", "One"),
    paragraph(`${run("a ")}${run("b", "<w:b/>")}<w:r><w:footnoteReference w:id="2"/></w:r>`),
    table([paragraph(run("x")), paragraph(run("y"))]),
    paragraph(image),
  ].join(""),
  footnotes: `<w:footnote w:id="2">${paragraph(run("note"))}</w:footnote>`,
  comments: `<w:comment w:id="0" w:author="Cy">${paragraph(run("Why?"))}</w:comment>`,
  links: [["i", "image", "media/dot.png"]],
  parts: { "word/media/dot.png": Uint8Array.from(atob(png), (character) => character.charCodeAt(0)) },
};

describe('docx({ engine: "mammoth" })', () => {
  let reading: Reading;
  beforeAll(async () => {
    reading = await readBytes(docx({ engine: "mammoth" }), makeDocx(whole), { name: "paper.docx" });
  });

  test("gives mammoth's text as Markdown, with images and the comments behind it", () => {
    expect(reading).toMatchObject({ error: undefined, notices: [] });
    expect(reading.text).toContain("[section 1 · One]\n# One\n\na **b**");
    expect(reading.text).toContain("|x|y|");
    expect(reading.text).toContain("![a dot](image 1)\n(image/png)\n");
    expect(reading.text).toContain("note");
    expect(reading.text).toContain("Comments without a place in the text:\n[comment · Cy: Why?]\n");
  });

  test("gives its headings", async () => {
    const source = memorySource("paper.docx", makeDocx(whole));
    const handler = docx({ engine: "mammoth" });
    expect(await handler.outline?.(source, mockContext())).toMatchObject({ entries: [{ title: "One" }] });
    expect(await handler.info?.(source, mockContext())).toMatchObject({ facts: { headings: ["One"], comments: 1 } });
  });

  test("is passed to other processes", () => {
    expect(docx({ engine: "mammoth" }).origin).toMatchObject({ export: "docx", options: { engine: "mammoth" } });
    expect(docx().origin?.options).toBeUndefined();
  });

  test.for<readonly [string, string]>([
    ["not well-formed", "<w:p>"],
    ["nested too deep", "<w:sdt><w:sdtContent>".repeat(300) + "</w:sdtContent></w:sdt>".repeat(300)],
  ])("refuses a text that is %s", async ([, body]) => {
    const { error } = await readBytes(docx({ engine: "mammoth" }), makeDocx({ body }), { name: "bad.docx" });
    expect(error).toMatch(/^corrupt: /);
  });
});

describe("a text that this package cannot parse", () => {
  test("is read with mammoth, and a notice says what is missing", async () => {
    const { text, notices, error } = await readWord(paragraph(run("before \u0001 after")));
    expect(error).toBeUndefined();
    expect(text).toMatch(/before .* after/);
    expect(notices).toEqual([expect.stringMatching(/not valid XML.*mammoth/)]);
  });

  test("is corrupt if mammoth cannot read it either", async () => {
    expect(await textOfWord("<w:p></w:q>")).toMatch(/^corrupt: /);
  });

  test("is not read with mammoth if it declares a document type", async () => {
    const text = `<!DOCTYPE x>${part("w:document", paragraph(run("a"))).replace(/^<\?.*?\?>/, "")}`;
    expect(await textOfWord({ body: "", parts: { "word/document.xml": text } })).toMatch(/^corrupt: /);
  });
});
