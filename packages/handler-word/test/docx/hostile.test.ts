import { describe, expect, test } from "vitest";
import { docx } from "../../src/index.ts";
import { readBytes, type Reading } from "../support/read-bytes.ts";
import { zipOf } from "../support/zip-of.ts";
import { textOfWord } from "./reading-docx.ts";
import { paragraph, part, run, wordParts, type WordXml } from "./word-builder.ts";

const readPacked = (xml: WordXml): Promise<Reading> =>
  readBytes(docx(), zipOf(wordParts(xml), "deflated"), { name: "bad.docx" });
const withText = (text: string): WordXml => ({ body: "", parts: { "word/document.xml": text } });

describe("a hostile document", () => {
  test("of five thousand nested tables is refused", async () => {
    const body = "<w:tbl><w:tr><w:tc>".repeat(5000) + paragraph(run("x")) + "</w:tc></w:tr></w:tbl>".repeat(5000);
    expect((await readPacked({ body })).error).toMatch(/^corrupt: .*256 deep/);
  });

  test("of eighty nested tables is read", async () => {
    const body = `<w:tbl><w:tr><w:tc>${paragraph(run("a"))}`.repeat(80) + "</w:tc></w:tr></w:tbl>".repeat(80);
    const { text, error } = await readPacked({ body });
    expect(error).toBeUndefined();
    expect(text.match(/a/g)).toHaveLength(80);
  });

  test("of a hundred million spaces is refused as a bomb", async () => {
    const body = paragraph(run(" ".repeat(100_000_000)));
    expect((await readPacked({ body })).error).toMatch(/^too-large: bad\.docx unpacks to more than/);
  });

  test.for<readonly [string, string]>([
    ["a billion laughs", '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document>&b;</w:document>'],
    ["an external entity", '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document>&a;</w:document>'],
    ["an entity that nobody declared", part("w:document", "<w:body><w:p><w:r><w:t>&bad;</w:t></w:r></w:p></w:body>")],
    ["half of its text", part("w:document", `<w:body>${paragraph(run("a"))}`).slice(0, -30)],
    ["another root", part("w:hdr", paragraph(run("a")))],
  ])("with %s is corrupt", async ([, text]) => {
    expect((await readPacked(withText(text))).error).toMatch(/^corrupt: /);
  });

  test("without a text part is corrupt", async () => {
    const bytes = zipOf({ "word/other.xml": "<a/>" });
    expect((await readBytes(docx(), bytes, { name: "bad.docx" })).error).toBe(
      "corrupt: bad.docx has no part with the text of a document.",
    );
  });

  test("whose parts lead in a circle is read", async () => {
    const links = [
      ["me", "footnotes", "document.xml"],
      ["me2", "header", "document.xml"],
    ] as const;
    expect(await textOfWord({ body: paragraph(run("a")), links })).toBe("Header: a\n\na\n");
  });

  test("of fifty thousand changes is read", async () => {
    const one = paragraph(`<w:ins w:author="A">${run("x")}</w:ins>`, '<w:numPr><w:numId w:val="1"/></w:numPr>');
    const text = await textOfWord({ body: one.repeat(50_000) });
    expect(text.match(/\{\+\+x\+\+\}/g)).toHaveLength(50_000);
  });

  test("is not lost for one odd number", async () => {
    const odd = '<w:numPr><w:ilvl w:val="-99999999999"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="x"/>';
    const cell = `<w:tc><w:tcPr><w:gridSpan w:val="999999999"/><w:vMerge/></w:tcPr>${paragraph(run("b"))}</w:tc>`;
    const body =
      paragraph(run("a"), odd) + `<w:tbl><w:tr><w:trPr><w:gridBefore w:val="1e9"/></w:trPr>${cell}</w:tr></w:tbl>`;
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="77"><w:start w:val="x"/><w:numFmt w:val="y"/><w:lvlText w:val="%9%1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"/>';
    expect(await textOfWord({ body, numbering })).toContain("b");
  });
});

/** Names that every object of JavaScript has something under. */
const inherited = ["constructor", "toString", "valueOf", "hasOwnProperty", "__defineGetter__", "__proto__"];

describe.for(inherited)("a document that calls things %s", (name) => {
  const words = `<w:r><w:t>words</w:t></w:r>`;

  test("is read where this is the kind of a relationship", async () => {
    const chart = `<w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="x"/></a:graphicData></a:graphic></wp:inline></w:drawing>`;
    const links = [["x", name, "a.xml"]] as const;
    const parts = { "word/a.xml": part("c:chartSpace", "<c:chart/>") };
    expect(await textOfWord({ body: paragraph(`<w:r>${chart}</w:r>${words}`), links, parts })).toMatch(/words\n$/);
  });

  test("is read where this is an element", async () => {
    const odd = `<${name}/>`;
    const properties = `<w:rPr>${odd}</w:rPr>`;
    const drawing = `<w:drawing><wp:inline>${odd}</wp:inline></w:drawing>`;
    const math = `<m:oMath>${odd}<m:r><m:t>x</m:t></m:r></m:oMath>`;
    const body = `${odd}${paragraph(`${odd}<w:r>${properties}${odd}${drawing}<w:t>words</w:t></w:r>${math}`)}`;
    expect(await textOfWord({ body })).toBe("words$x$\n");
  });

  test("is read where this is the alphabet of a formula", async () => {
    const letter = `<m:r><m:rPr><m:scr m:val="${name}"/></m:rPr><m:t>x</m:t></m:r>`;
    expect(await textOfWord({ body: paragraph(`<m:oMath>${letter}</m:oMath>`) })).toBe("$x$\n");
  });
});
