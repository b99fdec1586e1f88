import { describe, expect, test } from "vitest";
import { docx } from "@reader/handler-word";
import { flatTypes } from "@reader/office-kit";
import { pptx } from "@reader/handler-slides";
import { wordParts, makeDocx, paragraph, run, styled } from "../support/word-builder.ts";
import { deckParts, makePptx } from "../support/deck-builder.ts";
import { readBytes } from "../support/read-bytes.ts";
import { body, title } from "../support/shapes-xml.ts";
import { flatPackage } from "./flat-package.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const packageOf = (content: string): Uint8Array =>
  utf8(`<p:package xmlns:p="http://schemas.microsoft.com/office/2006/xmlPackage">${content}</p:package>`);

const word = (content: string): string =>
  `<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:v="urn:schemas-microsoft-com:vml">${content}</w:wordDocument>`;

const bodyOf = (content: string): Uint8Array => utf8(word(`<w:body>${content}</w:body>`));

describe("a package that is one file of XML", () => {
  const xml = {
    body: styled("Heading1", "First and last") + paragraph(run("one")),
  };
  const deck = { slides: [{ shapes: title("Slide") + body("Text", ["<a:r><a:t>word</a:t></a:r>"]) }] };

  test("of Word reads as the packed one does", async () => {
    const packed = await readBytes(docx(), makeDocx(xml));
    const flat = await readBytes(docx(), flatPackage(wordParts(xml), "Word.Document"));
    expect(flat).toEqual(packed);
    expect(flat.text).toContain("First and last");
  });

  test("of PowerPoint reads as the packed one does", async () => {
    const packed = await readBytes(pptx(), makePptx(deck));
    const flat = await readBytes(pptx(), flatPackage(deckParts(deck), "PowerPoint.Show"));
    expect(flat).toEqual(packed);
    expect(flat.text).toContain("Slide");
  });

  test("is distinguished from others by its beginning", () => {
    const [document, show] = [
      flatPackage(wordParts(xml), "Word.Document"),
      flatPackage(deckParts(deck), "PowerPoint.Show"),
    ];
    expect([docx().sniff?.(document, "a.xml"), pptx().sniff?.(document, "a.xml")]).toEqual([
      flatTypes.document,
      undefined,
    ]);
    expect([docx().sniff?.(show, "a.xml"), pptx().sniff?.(show, "a.xml")]).toEqual([undefined, flatTypes.presentation]);
    expect(docx().sniff?.(bodyOf(""), "a.doc")).toBe(flatTypes.wordml);
    expect(docx().sniff?.(utf8(`\uFEFF${word("")}`), "a.xml")).toBe(flatTypes.wordml);
    expect(docx().sniff?.(utf8(`text about ${word("")}`), "a.xml")).toBeUndefined();
    expect(docx().sniff?.(utf8("<package/>"), "a.xml")).toBeUndefined();
  });

  test("may declare the names of its parts around them, and have text that is marked in any way", async () => {
    const main = `<p:part p:name="/word/document.xml"><p:xmlData><w:document><w:body><w:p><w:r><w:t>1 &lt; 2 <![CDATA[& <b>]]></w:t></w:r></w:p></w:body></w:document></p:xmlData></p:part>`;
    const namespaces =
      'xmlns:p="http://schemas.microsoft.com/office/2006/xmlPackage" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
    const { text } = await readBytes(docx(), utf8(`<p:package ${namespaces}>${main}</p:package>`));
    expect(text).toBe("1 < 2 & <b>\n");
  });

  test.for([
    [
      "that ends too early",
      flatPackage(wordParts(xml), "Word.Document").subarray(0, -40),
      /^corrupt: .* is not well-formed/,
    ],
    ["without a document", packageOf(""), /^corrupt: .* no part with the text/],
    [
      "whose document is no XML",
      packageOf('<p:part p:name="/word/document.xml"><p:binaryData>AAAA</p:binaryData></p:part>'),
      /^corrupt: /,
    ],
    [
      "with a part of a name that leads out",
      packageOf('<p:part p:name="/../../etc/passwd"><p:xmlData><a/></p:xmlData></p:part>'),
      /^corrupt: .* no part/,
    ],
    [
      "with a document type",
      utf8(`<!DOCTYPE a [<!ENTITY b "c">]>${new TextDecoder().decode(packageOf(""))}`),
      /^corrupt: .* declares a document type/,
    ],
  ] as const)("%s is refused", async ([, bytes, message]) => {
    expect((await readBytes(docx(), bytes)).error).toMatch(message);
  });
});

describe("XML of Word 2003", () => {
  test("has runs inside of runs, of programs that write such", async () => {
    const { text } = await readBytes(
      docx(),
      bodyOf("<w:p><w:r><w:t>a</w:t><w:r><w:t>b</w:t></w:r></w:r><w:r><w:t>c</w:t></w:r></w:p>"),
    );
    expect(text).toBe("abc\n");
  });

  test("keeps text in notes apart from the run that they stand in, notes in notes, too", async () => {
    const inner = "<w:endnote><w:p><w:r><w:t>inner</w:t></w:r></w:p></w:endnote>";
    const outer = `<w:footnote><w:p><w:r><w:t>outer</w:t>${inner}</w:r></w:p></w:footnote>`;
    const { text } = await readBytes(
      docx(),
      bodyOf(`<w:p><w:r><w:t>before</w:t>${outer}<w:t> after</w:t></w:r></w:p>`),
    );
    expect(text).toContain("before[^1] after");
    expect(text).toContain("[^1]: outer");
  });

  test("has images of names that may be anything, and opens none that are elsewhere", async () => {
    const image = (source: string): string =>
      `<w:p><w:r><w:pict><v:shape><v:imagedata src="${source}"/></v:shape></w:pict></w:r></w:p>`;
    const { text, notices, error } = await readBytes(
      docx(),
      bodyOf(`${image("wordml://../../a b.png")}${image("file:///etc/passwd")}<w:p><w:r><w:t>end</w:t></w:r></w:p>`),
    );
    expect(error).toBeUndefined();
    expect(text).toContain("end");
    expect(text).not.toContain("root:");
    expect(notices.join(" ")).toMatch(/could not be found/);
  });

  test.for([
    ["that ends too early", bodyOf("<w:p/>").subarray(0, -10), /^corrupt: .* is not well-formed/],
    ["without a body", utf8(word("")), /^corrupt: .* no part with the text/],
    ["that is too deep", bodyOf(`${"<w:p>".repeat(300)}${"</w:p>".repeat(300)}`), /^corrupt: .* nests its elements/],
  ] as const)("%s is refused", async ([, bytes, message]) => {
    expect((await readBytes(docx(), bytes)).error).toMatch(message);
  });
});
