import type { MammothEngine, MammothInput } from "./mammoth-engine.ts";

/**
 * Whether an engine makes of a small document of everything what mammoth 1.13.0 makes of it, and has its trees from our
 * reader, which holds the limits.
 */
export async function canaryIsWell(engine: MammothEngine): Promise<boolean> {
  const read = new Set<string>();
  const { html } = await engine.convert({
    ...canary,
    rewrite(part, root) {
      read.add(part);
      return root;
    },
  });
  return html === canaryHtml && canary.names.every((name) => read.has(name));
}

const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationships = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`;

const body = [
  `<w:p><w:pPr><w:pStyle w:val="Title1"/></w:pPr><w:r><w:t>A &amp; </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>B</w:t></w:r></w:p>`,
  `<w:p><w:r><w:rPr><w:b/><w:i/></w:rPr><w:t xml:space="preserve">one </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>two</w:t><w:tab/></w:r>`,
  `<w:hyperlink r:id="link"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
  ...["0", "1", "0"].map(
    (level) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>`,
  ),
  `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc></w:tr>`,
  `<w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr>`,
  `<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p><w:r><w:br/><w:sym w:font="Symbol" w:char="F061"/></w:r></w:p></w:tc></w:tr></w:tbl>`,
  `<mc:AlternateContent><mc:Choice/><mc:Fallback><w:p><w:r><w:t>fallback</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>`,
  `<w:p><w:pPr><w:pStyle w:val="Nowhere"/></w:pPr><w:bookmarkStart w:name="mark"/><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>up</w:t></w:r></w:p>`,
].join("");

const parts: Readonly<Record<string, string>> = {
  "_rels/.rels": `<Relationships ${relationships}><Relationship Id="a" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  "word/_rels/document.xml.rels": `<Relationships ${relationships}><Relationship Id="link" Type="${office}/hyperlink" Target="https://example.org/" TargetMode="External"/></Relationships>`,
  "word/styles.xml": `<w:styles ${word}><w:style w:type="paragraph" w:styleId="Title1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  "word/numbering.xml": `<w:numbering ${word}><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
  "word/footnotes.xml": `<w:footnotes ${word}><w:footnote w:id="1"><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote></w:footnotes>`,
  "word/document.xml": `<w:document ${word} xmlns:r="${office}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`,
};

/** A small document that has something of everything that our modules take part in. */
export const canary: MammothInput = {
  names: Object.keys(parts),
  part: (name) => Promise.resolve(name in parts ? new TextEncoder().encode(parts[name]) : undefined),
};

/** What mammoth 1.13.0 as it is published makes of it. */
export const canaryHtml: string = [
  `<h1>A &amp; <strong>B</strong></h1>`,
  `<p><strong><em>one </em>two	</strong><a href="https://example.org/">link</a><sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup></p><ul><li>item<ol><li>item</li></ol></li><li>item</li></ul>`,
  `<table><thead><tr><th colspan="2"></th></tr></thead><tbody><tr><td rowspan="2"><p>x</p></td><td></td></tr><tr><td><p><br />α</p></td></tr></tbody></table>`,
  `<p>fallback</p><p><a id="mark"></a><sup>up</sup></p>`,
  `<ol><li id="footnote-1"><p>note <a href="#footnote-ref-1">↑</a></p></li></ol>`,
].join("");
