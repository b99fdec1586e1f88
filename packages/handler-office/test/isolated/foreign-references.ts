import { links, makeDocx, paragraph, run } from "../support/word-builder.ts";
import { flatDocument } from "../support/flat-document.ts";
import { flatBook, row as odsRow, table } from "../support/flat-book.ts";
import { makeFodp } from "../support/make-odp.ts";
import { deckParts } from "../support/deck-builder.ts";
import { title } from "../support/shapes-xml.ts";
import { zipOf } from "../support/zip-of.ts";
import { relationship, row, workbook } from "../support/workbook-parts.ts";

/** Where the references of the documents lead: a file that is there, and the web. */
export const foreignFile = "file:///secret/other.txt";
const foreignPath = "/secret/other.txt";
const web = "http://127.0.0.1:9/other.png";

const imageOf = (id: string, attribute: string): string =>
  `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:${attribute}="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const fieldOf = (code: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("shown")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const frameOf = (content: string): string => `<draw:frame>${content}</draw:frame>`;
const linkedIn = (element: string, target: string): string =>
  `<draw:${element} xlink:href="${target}" xlink:type="simple"/>`;

const word = makeDocx({
  body:
    paragraph(run("words") + imageOf("far", "link") + imageOf("web", "embed") + imageOf("up", "embed")) +
    paragraph(
      fieldOf(`INCLUDETEXT "${foreignPath}"`) + fieldOf(`INCLUDEPICTURE "${web}"`) + fieldOf('DDEAUTO cmd "/c calc"'),
    ) +
    '<w:altChunk r:id="chunk"/><w:subDoc r:id="sub"/><w:p><w:r><w:object><o:OLEObject Type="Link" r:id="ole"/></w:object></w:r></w:p>',
  settings: '<w:attachedTemplate r:id="template"/>',
  links: [
    ["far", "image", foreignFile],
    ["web", "image", web],
    ["up", "image", "../../../secret/other.txt"],
    ["chunk", "aFChunk", foreignFile],
    ["sub", "subDocument", foreignFile],
    ["ole", "oleObject", foreignFile],
  ],
  parts: { "word/_rels/settings.xml.rels": links([["template", "attachedTemplate", foreignFile]]) },
});

const sheet = workbook({
  sheets: [
    {
      rows: row(
        1,
        '<c r="A1"><f>[1]Other!A1+WEBSERVICE("http://127.0.0.1:9/")</f><v>7</v></c>',
        "<c r=\"B1\"><f>cmd|'/c calc'!A0</f><v>8</v></c>",
      ),
      behind:
        '<drawing r:id="drawing"/><legacyDrawing r:id="old"/><oleObjects><oleObject r:id="ole" link="[1]!x"/></oleObjects>',
      relationships:
        relationship("drawing", "drawing", foreignFile) +
        relationship("old", "vmlDrawing", "../../../../secret/other.txt") +
        relationship("ole", "oleObject", foreignFile),
    },
  ],
  relationships: relationship("external", "externalLink", foreignFile),
});

const slides = {
  ...deckParts({
    slides: [
      {
        shapes: `${title("Words")}<p:pic><p:nvPicPr><p:cNvPr id="9" name="far"/></p:nvPicPr><p:blipFill><a:blip r:link="far" r:embed="up"/></p:blipFill></p:pic>`,
      },
    ],
  }),
  "ppt/slides/_rels/slide1.xml.rels": links([
    ["far", "image", foreignFile],
    ["up", "image", "../../../../secret/other.txt"],
    ["media", "video", foreignFile],
    ["ole", "oleObject", foreignFile],
  ]),
};

/** Documents that refer to other files and to the web in all ways that their formats have, by their names. */
export const referringDocuments: Readonly<Record<string, Uint8Array>> = {
  "word.docx": word,
  "sheet.xlsx": sheet,
  "slides.pptx": zipOf(slides),
  "text.fodt": flatDocument(
    `<text:p>words ${frameOf(linkedIn("image", foreignFile))}${frameOf(linkedIn("object", foreignFile))}${frameOf(linkedIn("floating-frame", web))}</text:p>` +
      `<text:section><text:section-source xlink:href="${foreignFile}"/><office:dde-source office:dde-application="cmd"/></text:section>`,
  ),
  "sheet.fods": Buffer.from(
    flatBook(
      `<table:table table:name="A"><table:table-source xlink:href="${foreignFile}" table:table-name="B"/>${odsRow(`<table:table-cell table:formula="of:='${foreignFile}'#$A.A1" office:value="7"><text:p>words</text:p></table:table-cell>`)}<table:shapes>${frameOf(linkedIn("image", foreignFile))}</table:shapes></table:table>${table("C")}`,
    ),
  ),
  "slides.fodp": makeFodp({
    pages: [
      `<draw:page>${frameOf("<draw:text-box><text:p>words</text:p></draw:text-box>")}${frameOf(linkedIn("image", foreignFile))}${frameOf(linkedIn("plugin", web))}${frameOf(linkedIn("object-ole", foreignFile))}</draw:page>`,
    ],
  }),
  "text.rtf": Buffer.from(
    String.raw`{\rtf1 words {\*\template ${foreignPath}}{\field{\*\fldinst INCLUDEPICTURE "${foreignPath}"}{\fldrslt shown}}{\field{\*\fldinst INCLUDETEXT "${web}"}{\fldrslt shown}}{\field{\*\fldinst DDEAUTO cmd "/c calc"}{\fldrslt shown}}{\object\objlink{\*\objdata 00}}{\*\background{\shp{\*\shpinst{\sp{\sn pib}{\sv ${foreignPath}}}}}}}`,
  ),
};
