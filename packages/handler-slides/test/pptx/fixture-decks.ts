import { Buffer } from "node:buffer";
import { apiLock } from "../support/rc4-lock.ts";
import { list, makeFodp, makeOdp, p, page, root, textFrame } from "../odp/make-odp.ts";
import { longs, makePpt, record, shapeOf, shorts, tableOf, textOf, wide } from "../ppt/make-ppt.ts";
import { chart } from "./charts-xml.ts";
import { deckParts, links, makePptx, part, type DeckXml } from "./deck-builder.ts";
import { greyPng } from "../support/grey-png.ts";
import { body, frame, paragraph, image, shape, table, title } from "./shapes-xml.ts";
import { zipOf } from "../support/zip-of.ts";

const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Plan for the year</dc:title><dc:creator>Ann Author</dc:creator><cp:keywords>plan, year</cp:keywords><dcterms:modified>2024-03-01T10:00:00Z</dcterms:modified></cp:coreProperties>`;

const quarters = ["Q1", "Q2", "Q3", "Q4"];

const diagram = part(
  "dgm:dataModel",
  `<dgm:ptLst><dgm:pt modelId="0" type="doc"/>${["Ask", "Build", "Tell"].map((word, at) => `<dgm:pt modelId="${at + 1}"><dgm:t><a:p><a:r><a:t>${word}</a:t></a:r></a:p></dgm:t></dgm:pt>`).join("")}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="2" destId="3" srcOrd="0"/></dgm:cxnLst>`,
);

const sections = `<p:extLst><p:ext><p14:sectionLst><p14:section name="Opening"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section><p14:section name="Figures"><p14:sldIdLst><p14:sldId id="257"/><p14:sldId id="258"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>`;

const bullets = `<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`;

const numbered = (words: string): string => paragraph(words, `<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>`);

const merged = `<a:tc gridSpan="2">${body("a:txBody", ["Both halves"])}</a:tc><a:tc hMerge="1">${body("a:txBody", [])}</a:tc>`;

/** A deck with one of everything. */
const whole: DeckXml = {
  slides: [
    {
      shapes: [
        title("Plan for the year"),
        shape(["Where we are", paragraph("Further than before", `<a:pPr lvl="1"/>`), "Where we go"], {
          placeholder: 'idx="1"',
        }),
        shape([numbered("First"), numbered("Second")]),
        shape(["For internal use"], { placeholder: 'type="ftr"' }),
      ].join(""),
      notes: shape(["Welcome everybody.", "Be brief."], { placeholder: 'type="body" idx="1"' }),
      links: [["c", "comments", "../comments/comment1.xml"]],
    },
    {
      shapes: [
        title("Figures"),
        frame('<c:chart r:id="chart"/>'),
        table([
          ["Region", "Share"],
          ["North", "60 %"],
        ]).replace("</a:tbl>", `<a:tr>${merged}</a:tr></a:tbl>`),
        shape(["For internal use"], { placeholder: 'type="ftr"' }),
      ].join(""),
      links: [["chart", "chart", "../charts/chart1.xml"]],
    },
    {
      shapes: [
        title("Steps | and more"),
        frame('<dgm:relIds r:dm="dm"/>'),
        image("pic", "A grey square"),
        frame('<p:oleObj progId="Excel.Sheet.12" r:id="ole"><p:embed/></p:oleObj>'),
        shape(["Not for the audience"], { name: 'hidden="1"' }),
      ].join(""),
      attributes: 'show="0"',
      links: [
        ["dm", "diagramData", "../diagrams/data1.xml"],
        ["pic", "image", "../media/grey.png"],
        ["ole", "package", "../embeddings/Book1.xlsx"],
      ],
    },
  ],
  presentation: sections,
  layout: shape(["ACME Ltd."]),
  styles: bullets,
  links: [["authors", "commentAuthors", "commentAuthors.xml"]],
  parts: {
    "_rels/.rels": links([
      ["rId1", "officeDocument", "ppt/presentation.xml"],
      [
        "rId2",
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
        "docProps/core.xml",
      ],
    ]),
    "docProps/core.xml": core,
    "ppt/commentAuthors.xml": part("p:cmAuthorLst", `<p:cmAuthor id="0" name="Ann Author"/>`),
    "ppt/comments/comment1.xml": part("p:cmLst", `<p:cm authorId="0"><p:text>Is this still true?</p:text></p:cm>`),
    "ppt/charts/chart1.xml": part(
      "c:chartSpace",
      chart("barChart", "Sales", [
        { name: "North", categories: quarters, values: [1, 2, 3, 4] },
        { name: "South", categories: quarters, values: [2.5, 2.5, "", 5] },
      ]),
    ),
    "ppt/diagrams/data1.xml": diagram,
    "ppt/media/grey.png": greyPng,
    "ppt/embeddings/Book1.xlsx": "not a workbook",
  },
};

const wholeParts = deckParts(whole);

const odpPages = [
  page(
    textFrame(p("Plan for the year"), "title") +
      textFrame(list([p("Where we are") + list([p("Further than before")]), p("Where we go")]), "outline") +
      `<presentation:notes>${textFrame(p("Welcome everybody."), "notes")}</presentation:notes>` +
      `<office:annotation><dc:creator>Ann Author</dc:creator>${p("Is this still true?")}</office:annotation>`,
  ),
  page(
    `${textFrame(p("Figures"), "title")}<draw:frame><table:table><table:table-row><table:table-cell>${p("Region")}</table:table-cell><table:table-cell>${p("Share")}</table:table-cell></table:table-row><table:table-row><table:table-cell>${p("North")}</table:table-cell><table:table-cell>${p("60 %")}</table:table-cell></table:table-row></table:table></draw:frame>`,
    'draw:style-name="dp1"',
  ),
];

const odpDeck = {
  pages: odpPages,
  styles: `<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`,
  meta: "<dc:title>Plan for the year</dc:title><meta:initial-creator>Ann Author</meta:initial-creator><dc:date>2024-03-01T10:00:00</dc:date>",
};

const pptTitle = (words: string): Uint8Array => shapeOf({ placeholder: 13, text: textOf(0, words) });

const pptCell = (words: string, ...anchor: readonly [number, number, number, number]): Uint8Array =>
  shapeOf({ text: textOf(4, words), anchor });

const pptDeck = makePpt({
  slides: [
    {
      shapes: [
        pptTitle("Plan for the year"),
        shapeOf({ placeholder: 14, text: textOf(1, "Where we are\rWhere we go") }),
      ],
      notes: [shapeOf({ placeholder: 12, text: textOf(2, "Welcome everybody.") })],
    },
    {
      shapes: [
        pptTitle("Figures"),
        tableOf([
          pptCell("Region", 0, 0, 10, 10),
          pptCell("Share", 10, 0, 20, 10),
          pptCell("North", 0, 10, 10, 20),
          pptCell("60 %", 10, 10, 20, 20),
        ]),
      ],
      more: [record(0x03f9, Buffer.concat([longs(0, 0), shorts(0, 4, 0, 0)]))],
    },
  ],
  master: [shapeOf({ text: textOf(4, "ACME Ltd.") })],
  document: [record(0x0fd9, [record(0x0fda, shorts(0, 0x20)), record(0x0fba, wide("For internal use"), 2)], 3)],
});

/** The fixtures of presentations by their paths in `fixtures/`. Those of LibreOffice and pandoc are not made here. */
export const fixtureFiles: Readonly<Record<string, Uint8Array | string>> = {
  "pptx/one-of-everything/input.pptx": makePptx(whole),
  "pptx/one-slide/input.pptx": makePptx(whole),
  "pptx/one-slide/request.json": `${JSON.stringify({ pages: "2" })}\n`,
  "pptx/by-section/input.pptx": makePptx(whole),
  "pptx/by-section/request.json": `${JSON.stringify({ select: "figures" })}\n`,
  "pptx/damaged-slide/input.pptx": zipOf({ ...wholeParts, "ppt/slides/slide2.xml": "<p:sld>" }),
  "pptx/no-slides/input.pptx": makePptx({ slides: [] }),
  "odp/package/input.odp": makeOdp(odpDeck),
  "odp/one-document/input.fodp": makeFodp(odpDeck),
  "odp/encrypted/input.odp": makeOdp({
    ...odpDeck,
    parts: {
      "META-INF/manifest.xml": root(
        "manifest:manifest",
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
      ),
    },
  }),
  "ppt/slides/input.ppt": pptDeck,
  "ppt/one-slide/input.ppt": pptDeck,
  "ppt/one-slide/request.json": `${JSON.stringify({ pages: "2" })}\n`,
  "ppt/encrypted/input.ppt": makePpt({ slides: [{ shapes: [pptTitle("Secret")] }], lock: apiLock("secret") }),
};
