import { describe, expect, test } from "vitest";
import { odt } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { zipOf } from "../support/zip-of.ts";
import { flatDocument } from "./flat-document.ts";

const style = (name: string, family: string, look: string): string =>
  `<style:style style:name="${name}" style:family="${family}" ${look}</style:style>`;
const text = (properties: string): string => `><style:text-properties ${properties}/>`;
const child = (properties: string): string => `style:parent-style-name="Listing"${text(properties)}`;
const styles =
  '<style:font-face style:name="F1" svg:font-family="&apos;Courier New&apos;"/>' +
  style("Listing", "paragraph", text('style:font-name="F1"'));
const automaticStyles =
  style("Typed", "paragraph", text('fo:font-family="Consolas"')) +
  style("Small", "paragraph", child('fo:font-size="8pt"')) +
  style("Prose", "paragraph", child('style:font-name="Times"')) +
  style("Keys", "text", text('style:font-name="DejaVu Sans Mono"')) +
  style("Words", "text", text('style:font-name="Times"')) +
  style("Struck", "text", text('style:text-line-through-style="solid"')) +
  style("Hidden", "text", text('text:display="none"')) +
  style("Raised", "text", text('style:text-position="super 58%"'));
const words = "The program counts from one to nine and then ends.";

function paragraph(content: string, name = "Typed"): string {
  return `<text:p text:style-name="${name}">${content}</text:p>`;
}

function span(content: string, name: string): string {
  return `<text:span text:style-name="${name}">${content}</text:span>`;
}

async function textOf(body: string): Promise<string> {
  const content = new TextDecoder().decode(flatDocument(body, { automaticStyles }));
  const document = new TextDecoder().decode(flatDocument("", { styles }));
  return (await readAll(odt(), zipOf({ "styles.xml": document, "content.xml": content }))).text;
}

/** Returns the text of a body after a paragraph of prose. */
async function afterProse(body: string): Promise<string> {
  const shown = await textOf(paragraph(words, "Body") + body);
  return shown.slice(shown.indexOf(words) + words.length).trim();
}

describe("monospaced paragraphs", () => {
  test.for<readonly [string, string, string]>([
    [
      "are one block with their spaces",
      paragraph("if (a) {") + paragraph('<text:s text:c="4"/>b<text:tab/>= 1;') + paragraph("}"),
      "```\nif (a) {\n    b\t= 1;\n}\n```",
    ],
    ["are code by the font of a parent style", paragraph("a", "Small"), "```\na\n```"],
    [
      "are code by their spans",
      paragraph(span("ls", "Keys") + span(" ", "Words") + span("-l", "Keys"), "Body"),
      "```\nls -l\n```",
    ],
    ["have lines", paragraph("a<text:line-break/><text:s/>b"), "```\na\n b\n```"],
    [
      "keep blank lines between them",
      paragraph("a") + paragraph("", "Body") + paragraph("b") + paragraph("", "Body") + paragraph("c", "Body"),
      "```\na\n\nb\n```\n\nc",
    ],
    ["are text in another font", paragraph("<text:s text:c='2'/>a", "Prose"), "a"],
    ["are text in part", paragraph(`a ${span("b", "Words")}`), "a b"],
    ["are text if only a part has the font", paragraph(`Type ${span("ls", "Keys")}`, "Body"), "Type ls"],
    ["keep text that is struck", paragraph(`a${span("b", "Struck")}`), "a~~b~~"],
    ["keep marks of hidden text", paragraph(`a${span("b", "Hidden")}`), "a[hidden: b]"],
    ["keep text that is raised", paragraph(`x${span("2", "Raised")}`), "x²"],
    ["keep links", paragraph('a <text:a xlink:href="https://example.org/">b</text:a>'), "a [b](https://example.org/)"],
    [
      "keep notes",
      paragraph(
        'a<text:note text:note-class="footnote"><text:note-body><text:p>n</text:p></text:note-body></text:note>',
      ),
      "a[^1]\n\n[^1]: n",
    ],
    ["are items of lists", `<text:list><text:list-item>${paragraph("a")}</text:list-item></text:list>`, "- a"],
    [
      "are code in a table with one column",
      `<table:table><table:table-column/><table:table-row><table:table-cell>${paragraph("a")}${paragraph('<text:s text:c="2"/>b')}</table:table-cell></table:table-row></table:table>`,
      "```\na\n  b\n```",
    ],
    [
      "are text in cells",
      `<table:table><table:table-column table:number-columns-repeated="2"/><table:table-row>${`<table:table-cell>${paragraph("a")}</table:table-cell>`.repeat(2)}</table:table-row></table:table>`,
      "|a|a|\n|---|---|",
    ],
  ])("%s", async ([, body, expected]) => {
    expect(await afterProse(body)).toBe(expected);
  });

  test("are text if all text is monospaced", async () => {
    expect(await textOf(paragraph("a") + paragraph('b<text:s text:c="2"/>c'))).toBe("a\n\nb c\n");
  });

  test("are text if the font is that of prose", async () => {
    const long = "The letter says that all is well. ".repeat(5).trim();
    expect(await afterProse(paragraph(long) + paragraph("Yours"))).toBe(`${long}\n\nYours`);
  });
});
