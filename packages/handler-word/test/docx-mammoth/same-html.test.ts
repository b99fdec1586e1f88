import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadMammoth } from "../../src/docx/mammoth/load-mammoth.ts";
import type { MammothEngine } from "../../src/docx/mammoth/mammoth-engine.ts";
import {
  documentOf,
  htmlOf,
  inputOf,
  linkTo,
  paragraph,
  plainEngine,
  published,
  relationshipsOf,
} from "./documents.ts";
import type { Parts } from "./documents.ts";

let fast: MammothEngine;
beforeAll(async () => {
  fast = await loadMammoth();
});

test("runs with our modules", () => {
  expect(fast.isFast).toBe(true);
});

const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;

const styles = `<w:styles ${word}>${[1, 2]
  .map((level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`)
  .join("")}<w:style w:type="character" w:styleId="S"><w:name w:val="Strong"/></w:style>
  <w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>`;

const numbering = `<w:numbering ${word}>${[
  `<w:abstractNum w:abstractNumId="0">${["bullet", "decimal", "bullet"]
    .map((format, level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`)
    .join("")}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/></w:abstractNum>`,
  `<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`,
].join("")}</w:numbering>`;

const picture = (relationship: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="a &quot;cat&quot;"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${relationship}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const item = (level: number, list: number): string =>
  paragraph(`item ${level}`, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

const cell = (text: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;

const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

const documents: Readonly<Record<string, Parts>> = {
  "an empty document": documentOf(""),
  "styled runs side by side": documentOf(
    `<w:p>${[
      "<w:b/>",
      "<w:b/><w:i/>",
      "<w:i/>",
      `<w:rStyle w:val="S"/>`,
      `<w:u w:val="single"/>`,
      "<w:caps/>",
      "<w:smallCaps/>",
      "<w:strike/>",
      `<w:vertAlign w:val="subscript"/>`,
      `<w:highlight w:val="yellow"/>`,
    ]
      .map((properties) => `<w:r><w:rPr>${properties}</w:rPr><w:t>x</w:t><w:tab/><w:noBreakHyphen/></w:r>`)
      .join("")}</w:p>`,
    { "word/styles.xml": styles },
  ),
  "headings and styles that are not there": documentOf(
    paragraph("one", `<w:pStyle w:val="H1"/>`) +
      paragraph("two", `<w:pStyle w:val="H2"/>`) +
      paragraph("?", `<w:pStyle w:val="X"/>`),
    { "word/styles.xml": styles },
  ),
  "lists in lists": documentOf(
    [item(0, 1), item(1, 1), item(2, 1), item(0, 2), item(1, 9), paragraph("end")].join(""),
    {
      "word/styles.xml": styles,
      "word/numbering.xml": numbering,
    },
  ),
  "tables with merged cells, tables in tables, and rows that are none": documentOf(
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("h", `<w:gridSpan w:val="2"/>`)}</w:tr><w:tr>${cell("a", `<w:vMerge w:val="restart"/>`)}${cell("b")}</w:tr><w:tr>${cell("", "<w:vMerge/>")}<w:tc><w:tbl><w:tr>${cell("in")}</w:tr></w:tbl></w:tc></w:tr></w:tbl><w:tbl><w:p/><w:tr>${cell("c")}</w:tr></w:tbl>`,
  ),
  "links, bookmarks and fields": documentOf(
    `<w:p><w:bookmarkStart w:name="b"/><w:hyperlink r:id="l" w:tgtFrame="_blank"><w:r><w:t>out</w:t></w:r></w:hyperlink><w:hyperlink w:anchor="b"><w:r><w:t>in</w:t></w:r></w:hyperlink>${field("begin")}<w:r><w:instrText>HYPERLINK "https://example.org/?a&amp;b"</w:instrText></w:r>${field("separate")}<w:r><w:t>field</w:t></w:r>${field("end")}${field("end")}</w:p>`,
    { "word/_rels/document.xml.rels": relationshipsOf(linkTo("l", "hyperlink", "https://example.org/&quot;")) },
  ),
  "notes and comments": documentOf(
    `<w:p><w:r><w:footnoteReference w:id="2"/><w:endnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
    {
      "word/footnotes.xml": `<w:footnotes ${word}><w:footnote w:type="separator" w:id="0"/><w:footnote w:id="2">${paragraph("foot").replaceAll("xml:space", "w:x")}</w:footnote></w:footnotes>`,
      "word/endnotes.xml": `<w:endnotes ${word}><w:endnote w:id="2">${paragraph("end").replaceAll("xml:space", "w:x")}</w:endnote></w:endnotes>`,
      "word/comments.xml": `<w:comments ${word}><w:comment w:id="0" w:author="A" w:initials="A"><w:p><w:r><w:t>why</w:t></w:r></w:p></w:comment></w:comments>`,
    },
  ),
  "pictures, one of a kind that is unlikely to be shown": documentOf(picture(`r:embed="p"`) + picture(`r:embed="t"`), {
    "word/_rels/document.xml.rels": relationshipsOf(
      linkTo("p", "image", "media/p.png") + linkTo("t", "image", "media/t.emf"),
    ),
    "word/media/p.png": "not really",
    "word/media/t.emf": "nor this",
  }),
  "alternatives in alternatives": documentOf(
    `<mc:AlternateContent><mc:Choice>${paragraph("new")}</mc:Choice><mc:Fallback>${paragraph("old")}<mc:AlternateContent><mc:Fallback>${paragraph("older")}</mc:Fallback></mc:AlternateContent></mc:Fallback></mc:AlternateContent><w:p><w:r><mc:AlternateContent/><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph("box")}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`,
  ),
  "deletions and insertions": documentOf(
    `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:r><w:t>gone on </w:t></w:r></w:p><w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>`,
  ),
  "unknown elements of unknown namespaces": documentOf(
    `<w:p xmlns:w="urn:other"><m:oMath><m:r/></m:oMath></w:p><q xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/><p xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><r><t>default</t></r></p>`,
  ),
  "entities, references and odd white space": documentOf(
    paragraph("&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600; \t\n\r\n\u2028\u0085 end \uFFFD &amp;amp;"),
    { "word/_rels/document.xml.rels": relationshipsOf("\n<!-- none -->\n<?nothing here?>") },
  ),
  "strict namespaces and other prefixes": {
    ...documentOf(""),
    "word/document.xml": `<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:rPr><x:b/></x:rPr><x:t>strict</x:t></x:r></x:p></x:body></x:document>`,
  },
  "CDATA sections, which mammoth loses": documentOf(paragraph("<![CDATA[lost]]>")),
  "a style map of its own": documentOf(paragraph("mine", `<w:pStyle w:val="Q"/>`), {
    "mammoth/style-map": "p.Q => blockquote > p:fresh\nb => em",
  }),
};

describe("the HTML is that of mammoth as it is published, byte for byte:", () => {
  test.for(Object.entries(documents))("%s", async ([, parts]) => {
    const expected = await published(parts);
    expect(expected).not.toMatch(/^fails/);
    expect(await htmlOf(fast, inputOf(parts))).toBe(expected);
    expect(await htmlOf(plainEngine, inputOf(parts))).toBe(expected);
  });

  test("with options of the caller", async () => {
    const options = {
      styleMap: ["p.H1 => h3:fresh", "b => em:separator('-')"],
      includeDefaultStyleMap: false,
      idPrefix: "x-",
    };
    const parts = documents["styled runs side by side"] ?? {};
    expect(await htmlOf(fast, inputOf(parts, { options }))).toBe(await published(parts, options));
  });

  test("of documents that nobody wrote", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 12 }), async (blocks) => {
        const parts = documentOf(blocks.join(""), { "word/styles.xml": styles, "word/numbering.xml": numbering });
        expect(await htmlOf(fast, inputOf(parts))).toBe(await published(parts));
      }),
      { numRuns: 150, seed: 4 },
    );
  });
});

const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((value) =>
  value
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;"),
);

const runProperties = fc
  .subarray(["<w:b/>", "<w:i/>", `<w:u w:val="single"/>`, `<w:b w:val="0"/>`, `<w:rStyle w:val="S"/>`, "<w:strike/>"])
  .map((properties) => properties.join(""));

const run = fc
  .tuple(runProperties, text, fc.constantFrom("", "<w:br/>", "<w:tab/>", `<w:br w:type="page"/>`, "<w:unknown/>"))
  .map(([properties, words, after]) => `<w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t>${after}</w:r>`);

const paragraphProperties = fc.constantFrom(
  "",
  `<w:pStyle w:val="H1"/>`,
  `<w:pStyle w:val="Unknown"/>`,
  ...[0, 1, 2].map((level) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`),
  "<w:rPr><w:del/></w:rPr>",
);

const { block } = fc.letrec<{ block: string; paragraph: string; table: string }>((tie) => ({
  block: fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("paragraph"), tie("table")),
  paragraph: fc
    .tuple(paragraphProperties, fc.array(run, { maxLength: 4 }))
    .map(([properties, runs]) => `<w:p><w:pPr>${properties}</w:pPr>${runs.join("")}</w:p>`),
  table: fc
    .array(fc.array(tie("block"), { maxLength: 3 }), { maxLength: 3 })
    .map(
      (rows) =>
        `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((each) => `<w:tc>${each}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`,
    ),
}));
