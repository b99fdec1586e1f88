import { describe, expect, test } from "vitest";
import type { MammothInput } from "../../src/docx/mammoth/mammoth-engine.ts";
import type { MammothElement, MammothNode } from "../../src/docx/mammoth/mammoth-node.ts";
import {
  documentOf,
  engines,
  htmlOf,
  inputOf,
  linkTo,
  namespaces,
  paragraph,
  published,
  relationshipsOf,
} from "./documents.ts";

/** A tree in which every text is changed, of elements that are plain objects. */
function changeText(node: MammothElement, change: (value: string) => string): MammothElement {
  const children = node.children.map((child): MammothNode => {
    return child.type === "text" ? { type: "text", value: change(child.value) } : changeText(child, change);
  });
  return { type: "element", name: node.name, attributes: node.attributes, children };
}

describe.for(engines)("trees are changed before mammoth, %s, reads them:", ([, load]) => {
  const convert = async (input: MammothInput): Promise<string> => htmlOf(await load(), input);

  test("its HTML is of what they have become", async () => {
    const parts = documentOf(paragraph("one") + paragraph("two"));
    const rewrite = (part: string, root: MammothElement): MammothElement =>
      part === "word/document.xml" ? changeText(root, (value) => `<${value}>\t&amp; "`) : root;
    expect(await convert(inputOf(parts, { rewrite }))).toBe(
      `<p>&lt;one&gt;\t&amp;amp; "</p><p>&lt;two&gt;\t&amp;amp; "</p>`,
    );
  });

  test("a tree that stays as it is changes nothing", async () => {
    const parts = documentOf(
      `${paragraph("a&#x2028;b\n")}<w:p><m:oMath xml:lang="en"/><mc:AlternateContent><mc:Fallback>${"<w:r><w:t>f</w:t></w:r>"}</mc:Fallback></mc:AlternateContent></w:p>`,
    );
    const rewrite = (_: string, root: MammothElement): MammothElement => root;
    expect(await convert(inputOf(parts, { rewrite }))).toBe(await published(parts));
  });

  test("each part that mammoth reads is asked for once, and no other", async () => {
    const asked: string[] = [];
    const parts = documentOf(`<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, {
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
      "word/_rels/document.xml.rels": relationshipsOf(
        linkTo("n", "footnotes", "notes.xml") + linkTo("s", "styles", "/word/looks.xml"),
      ),
      "word/notes.xml": `<w:footnotes ${namespaces}><w:footnote w:id="1">${paragraph("note")}</w:footnote></w:footnotes>`,
      "word/looks.xml": `<w:styles ${namespaces}/>`,
      "word/header1.xml": "<no xml",
      "customXml/item1.xml": "<nor this",
    });
    const rewrite = (part: string, root: MammothElement): MammothElement => {
      asked.push(part);
      return root;
    };
    expect(await convert(inputOf(parts, { rewrite }))).toContain("note");
    expect(asked.toSorted()).toEqual(
      Object.keys(parts)
        .filter((name) => !/header|custom/.test(name))
        .toSorted(),
    );
  });

  test("alternatives are there to choose from", async () => {
    const parts = documentOf(
      `<mc:AlternateContent><mc:Choice>${paragraph("new")}</mc:Choice><mc:Fallback>${paragraph("old")}</mc:Fallback></mc:AlternateContent>`,
    );
    const rewrite = (_: string, root: MammothElement): MammothElement => chooseFirst(root);
    expect(await convert(inputOf(parts, { rewrite }))).toBe("<p>new</p>");
  });

  test("text that a comment or a CDATA section divides is whole", async () => {
    const parts = documentOf(paragraph("a<!-- b -->c<![CDATA[<d>]]>e<?f g?>h"));
    const rewrite = (_: string, root: MammothElement): MammothElement => root;
    expect(await convert(inputOf(parts, { rewrite }))).toBe("<p>ac&lt;d&gt;eh</p>");
  });
});

function chooseFirst(node: MammothElement): MammothElement {
  const children = node.children.flatMap((child): readonly MammothNode[] => {
    if (child.type === "text") return [child];
    if (child.name !== "mc:AlternateContent") return [chooseFirst(child)];
    const [choice] = child.children;
    return choice?.type === "element" ? choice.children : [];
  });
  return { ...node, children };
}
