import type { Parts } from "../support/zip-of.ts";
import { greyPng } from "../support/grey-images.ts";
import { item, level, makeDocx, paragraph, part, run, styled, table } from "./word-builder.ts";

const style = (id: string, name: string, more = ""): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;

const styles = [
  style("Title", "Title"),
  style("Heading1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
  style("Heading2", "heading 2", '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>'),
  style("SourceCode", "Source Code"),
  style("Quote", "Quote"),
  style("Caption", "caption"),
].join("");

const numbering = `
  <w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1")}${level(1, "decimal", "%1.%2")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, "bullet", "•")}${level(1, "lowerLetter", "%2)")}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`;

const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Wells of the north</dc:title><dc:creator>Ada Example</dc:creator><dcterms:created>2024-02-28T08:00:00Z</dcterms:created><dcterms:modified>2024-03-01T10:00:00Z</dcterms:modified></cp:coreProperties>`;

const by = 'w:author="Bob" w:date="2024-02-29T09:00:00Z"';
const inserted = `<w:ins ${by}>${run("four ")}</w:ins>`;
const deleted = `<w:del ${by}><w:r><w:delText xml:space="preserve">three </w:delText></w:r></w:del>`;
const comment = '<w:r><w:commentReference w:id="0"/></w:r>';
const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
const image = `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A grey well"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="png"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const equation = `<m:oMath><m:f><m:num><m:r><m:t>V</m:t></m:r></m:num><m:den><m:r><m:t>π</m:t></m:r><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath>`;
const box = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph(run("Mind the edge."))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

const report = makeDocx({
  styles,
  numbering,
  comments: `<w:comment w:id="0" w:author="Cy">${paragraph(run("Count again?"))}</w:comment>`,
  footnotes: `<w:footnote w:id="2">${paragraph(run(" Measured in spring."))}</w:footnote>`,
  links: [
    ["png", "image", "media/image1.png"],
    ["head", "header", "header1.xml"],
    ["out", "hyperlink", "https://example.org/wells"],
    ["macros", "vbaProject", "vbaProject.bin"],
  ],
  parts: {
    "docProps/core.xml": core,
    "word/header1.xml": part("w:hdr", paragraph(run("Draft"))),
    "word/media/image1.png": greyPng,
  },
  body: [
    styled("Title", "Wells of the north"),
    styled("Heading1", "Summary"),
    paragraph(
      run("We found ") +
        deleted +
        inserted +
        run("wells") +
        comment +
        run(", all of them ") +
        run("deep", "<w:b/>") +
        run(".") +
        note,
    ),
    styled("Heading1", "Wells"),
    item(2, 0, "In the hills"),
    item(2, 1, "one with a roof"),
    item(2, 1, "one without"),
    item(2, 0, "By the sea"),
    styled("Heading2", "Sizes"),
    table(
      [paragraph(run("Well")), paragraph(run("Depth"))],
      [paragraph(run("Old")), paragraph(run("7 m")) + paragraph(run("(dry)"))],
    ),
    styled("Caption", "Table 1: What we measured"),
    paragraph(
      run("Depth is ") +
        equation +
        run("; see ") +
        `<w:hyperlink r:id="out">${run("the list")}</w:hyperlink>` +
        run(". ") +
        run("Not for the public.", "<w:vanish/>"),
    ),
    paragraph(image + box),
    styled("Heading1", "How"),
    styled("SourceCode", "depth = rope - hand"),
    styled("SourceCode", "  .round()"),
    styled("Quote", "Water is heavy."),
  ].join(""),
});

const empty = makeDocx({ body: "<w:p/><w:sectPr/>" });
const encode = (request: object): string => `${JSON.stringify(request)}\n`;

/** The files of `fixtures/docx`, by their paths in it. */
export const fixtureFiles: Parts = {
  "report/input.docx": report,
  "section-chosen/input.docx": report,
  "section-chosen/request.json": encode({ select: "Wells" }),
  "section-unknown/input.docx": report,
  "section-unknown/request.json": encode({ select: "Results" }),
  "empty/input.docx": empty,
};
