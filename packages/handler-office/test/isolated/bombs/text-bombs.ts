import { flatDocument } from "../../support/flat-document.ts";
import { root } from "../../support/make-odp.ts";
import { paragraph, part, run, wordParts, type WordXml } from "../../support/word-builder.ts";
import { nested, numbered, packageWith, quicklyPacked, type Bomb, type SmallParts } from "./bomb.ts";

const spaces = new Uint8Array(32 * 1024 * 1024).fill(0x20);
const [documentHead = "", documentTail = ""] = part(
  "w:document",
  "<w:body><w:p><w:r><w:t>|</w:t></w:r></w:p></w:body>",
).split("|");

const odtParts = (content: string): SmallParts => ({
  mimetype: "application/vnd.oasis.opendocument.text",
  "content.xml": content,
});
const odtOf = (body: string): string =>
  root("office:document-content", `<office:body><office:text>${body}</office:text></office:body>`);
const [odtHead = "", odtTail = ""] = odtOf("<text:p>|</text:p>").split("|");

const laughs = numbered(9, (number) => `<!ENTITY l${number} "${`&l${number - 1};`.repeat(10)}">`);
const laughing = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`;
const elsewhere = '<!DOCTYPE x [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>';
const withProlog = (prolog: string, xml: string): string => xml.replace(/(<\?xml[^>]*\?>)\s*/, `$1${prolog}`);
const docxOf = (xml: WordXml): Uint8Array => quicklyPacked(wordParts(xml));
const htmlInside = (html: string): WordXml => ({
  body: `<w:altChunk r:id="html"/>${paragraph(run("Behind it"))}`,
  links: [["html", "aFChunk", "chunk.html"]],
  parts: {
    "word/chunk.html": html,
    "[Content_Types].xml": String(wordParts({ body: "" })["[Content_Types].xml"]).replace(
      "<Default",
      '<Default Extension="html" ContentType="text/html"/><Default',
    ),
  },
});

const refused = ["corrupt", "too-large"];
const nestedCells: readonly [string, string, string] = ["<table><tr><td>", "deep", "</td></tr></table>"];
const odtCells = [
  "<table:table><table:table-row><table:table-cell>",
  "<text:p>deep</text:p>",
  "</table:table-cell></table:table-row></table:table>",
] as const;

/** Bombs of documents that flow, by what they are. */
export const textBombs: Readonly<Record<string, Bomb>> = {
  "a gigabyte of spaces in a Word document": {
    name: "a.docx",
    make: () =>
      packageWith(wordParts({ body: "" }), "word/document.xml", {
        head: documentHead,
        unit: spaces,
        times: 32,
        tail: documentTail,
      }),
    ends: ["too-large"],
  },
  "a hundred thousand paragraphs in a Word document": {
    name: "a.docx",
    make: () =>
      packageWith(wordParts({ body: "" }), "word/document.xml", {
        head: documentHead.replace(/<w:p>.*/, ""),
        unit: Buffer.from(numbered(20_000, (number) => `<w:p><w:r><w:t>${number}</w:t></w:r></w:p>`)),
        times: 5,
        tail: documentTail.replace(/.*<\/w:p>/, ""),
      }),
    ends: ["ok", "too-large"],
  },
  "five thousand nested tables in a Word document": {
    name: "a.docx",
    make: () =>
      docxOf({ body: nested(5000, ["<w:tbl><w:tr><w:tc>", paragraph(run("deep")), "</w:tc></w:tr></w:tbl>"]) }),
    ends: ["corrupt"],
  },
  "five thousand nested tables in HTML in a Word document": {
    name: "a.docx",
    make: () => docxOf(htmlInside(nested(5000, nestedCells))),
    ends: ["ok", ...refused],
  },
  "a million elements that nobody closes in HTML in a Word document": {
    name: "a.docx",
    make: () => docxOf(htmlInside("<b><i>x".repeat(500_000))),
    ends: ["ok", ...refused],
  },
  "a billion laughs in a Word document": {
    name: "a.docx",
    make: () =>
      docxOf({
        body: "",
        parts: { "word/document.xml": withProlog(laughing, part("w:document", "<w:body><w:p>&l9;</w:p></w:body>")) },
      }),
    ends: ["corrupt"],
  },
  "an entity of another file in the styles of a Word document": {
    name: "a.docx",
    make: () =>
      docxOf({ body: "", styles: "", parts: { "word/styles.xml": withProlog(elsewhere, part("w:styles", "&l9;")) } }),
    ends: ["ok", "corrupt"],
  },
  "a gigabyte of spaces in an OpenDocument text": {
    name: "a.odt",
    make: () => packageWith(odtParts(""), "content.xml", { head: odtHead, unit: spaces, times: 32, tail: odtTail }),
    ends: ["too-large"],
  },
  "a thousand million spaces by their number in an OpenDocument text": {
    name: "a.fodt",
    make: () => flatDocument(`<text:p>a<text:s text:c="1000000000"/>b</text:p>`),
    ends: ["ok", "too-large"],
  },
  "spaces by their number, a hundred thousand times": {
    name: "a.fodt",
    make: () => flatDocument(`<text:p>a${'<text:s text:c="100000"/>'.repeat(100_000)}b</text:p>`),
    ends: ["ok", "too-large"],
  },
  "a hundred thousand paragraphs in an OpenDocument text": {
    name: "a.odt",
    make: () =>
      packageWith(odtParts(""), "content.xml", {
        head: odtHead.replace("<text:p>", ""),
        unit: Buffer.from(numbered(20_000, (number) => `<text:p>${number}</text:p>`)),
        times: 5,
        tail: odtTail.replace("</text:p>", ""),
      }),
    ends: ["ok"],
  },
  "five thousand nested tables in an OpenDocument text": {
    name: "a.odt",
    make: () => quicklyPacked(odtParts(odtOf(nested(5000, odtCells)))),
    ends: ["corrupt"],
  },
  "rows and cells that repeat in an OpenDocument text": {
    name: "a.fodt",
    make: () =>
      flatDocument(
        `<table:table><table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    ends: ["ok", "too-large"],
  },
  "a billion laughs in an OpenDocument text": {
    name: "a.odt",
    make: () => quicklyPacked(odtParts(withProlog(laughing, odtOf("<text:p>&l9;</text:p>")))),
    ends: ["corrupt"],
  },
  "an entity of another file in an OpenDocument text": {
    name: "a.fodt",
    make: () => Buffer.from(withProlog(elsewhere, Buffer.from(flatDocument("<text:p>&l9;</text:p>")).toString())),
    ends: ["corrupt"],
  },
  "a hundred thousand groups in an RTF document": {
    name: "a.rtf",
    make: () => Buffer.from(`{\\rtf1 ${nested(100_000, ["{\\b ", "deep", "}"])}}`),
    ends: ["ok", ...refused],
  },
  "a hundred thousand groups that are not closed in an RTF document": {
    name: "a.rtf",
    make: () => Buffer.from(`{\\rtf1 ${"{\\*\\x{\\b".repeat(50_000)}`),
    ends: ["ok", ...refused],
  },
  "a hundred thousand paragraphs in an RTF document": {
    name: "a.rtf",
    make: () => Buffer.from(`{\\rtf1 ${numbered(100_000, (number) => `${number}\\par\n`)}}`),
    ends: ["ok", "too-large"],
  },
  "five thousand nested tables in an RTF document": {
    name: "a.rtf",
    make: () =>
      Buffer.from(
        `{\\rtf1 ${numbered(5000, (number) => `\\pard\\intbl\\itap${number} a\\nestcell`)}${"{\\*\\nesttableprops\\trowd\\cellx99\\nestrow}".repeat(5000)}\\cell\\row}`,
      ),
    ends: ["ok", ...refused],
  },
  "twenty thousand cells in a row of an RTF document": {
    name: "a.rtf",
    make: () =>
      Buffer.from(
        `{\\rtf1 \\trowd${numbered(20_000, (number) => `\\cellx${number}`)}${"\\intbl x\\cell".repeat(20_000)}\\row}`,
      ),
    ends: ["ok", "too-large"],
  },
  "bytes without end in an RTF document": {
    name: "a.rtf",
    make: () => Buffer.from("{\\rtf1 before {\\pict\\bin2147483647 x} behind\\bin-5 y\\par {\\bin4294967296 z}}"),
    ends: ["ok", "corrupt"],
  },
};
