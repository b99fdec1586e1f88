import { zipOf, type Parts } from "../support/zip-of.ts";

/** What a document is made of besides its text; each is the content of its part, without the root. */
export interface WordXml {
  /** Blocks: paragraphs, tables. */
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly comments?: string;
  readonly commentsExtended?: string;
  readonly settings?: string;
  /** Links of the text: identifier, kind, target; one that starts with `http` leads outside. */
  readonly links?: readonly (readonly [id: string, kind: string, target: string])[];
  /** Links of the footnotes, in the same way. */
  readonly noteLinks?: readonly (readonly [id: string, kind: string, target: string])[];
  /** Whole parts, by their names. */
  readonly parts?: Parts;
}

const namespaces = Object.entries({
  w: "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  r: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  wp: "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
  a: "http://schemas.openxmlformats.org/drawingml/2006/main",
  pic: "http://schemas.openxmlformats.org/drawingml/2006/picture",
  c: "http://schemas.openxmlformats.org/drawingml/2006/chart",
  dgm: "http://schemas.openxmlformats.org/drawingml/2006/diagram",
  m: "http://schemas.openxmlformats.org/officeDocument/2006/math",
  mc: "http://schemas.openxmlformats.org/markup-compatibility/2006",
  v: "urn:schemas-microsoft-com:vml",
  o: "urn:schemas-microsoft-com:office:office",
  wps: "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
  w14: "http://schemas.microsoft.com/office/word/2010/wordml",
  w15: "http://schemas.microsoft.com/office/word/2012/wordml",
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join("");

/** A part with all namespaces that are used here. */
export function part(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${name}${namespaces}>${content}</${name}>`;
}

const officeLinks = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The part that says where another one leads. */
export function links(targets: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const all = targets.map(([id, kind, target]) => {
    const mode = target.startsWith("http") || target.startsWith("file") ? ' TargetMode="External"' : "";
    return `<Relationship Id="${id}" Type="${officeLinks}/${kind}" Target="${target}"${mode}/>`;
  });
  const uri = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `<Relationships xmlns="${uri}">${all.join("")}</Relationships>`;
}

const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;

const side = ["styles", "numbering", "footnotes", "endnotes", "comments", "commentsExtended", "settings"] as const;
const roots = { commentsExtended: "w15:commentsEx" } as const;

/** The parts of a document. */
export function wordParts(xml: WordXml): Parts {
  const given = side.filter((name) => xml[name] !== undefined);
  const own = given.map((name): readonly [string, string] => [
    `word/${name}.xml`,
    part(name in roots ? roots[name as keyof typeof roots] : `w:${name}`, xml[name] ?? ""),
  ]);
  const targets = given.map((name) => [`own-${name}`, name, `${name}.xml`] as const);
  return {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": links([["main", "officeDocument", "word/document.xml"]]),
    "word/document.xml": part("w:document", `<w:body>${xml.body}</w:body>`),
    "word/_rels/document.xml.rels": links([...targets, ...(xml.links ?? [])]),
    ...(xml.noteLinks === undefined ? {} : { "word/_rels/footnotes.xml.rels": links(xml.noteLinks) }),
    ...Object.fromEntries(own),
    ...xml.parts,
  };
}

/** The bytes of a document. */
export function makeDocx(xml: WordXml): Uint8Array {
  return zipOf(wordParts(xml));
}

/** A run, with properties in front of its text. */
export function run(text: string, properties = ""): string {
  const own = properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`;
  return `<w:r>${own}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A paragraph of runs, with properties in front of them. */
export function paragraph(content: string, properties = ""): string {
  const own = properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`;
  return `<w:p>${own}${content}</w:p>`;
}

/** A paragraph of plain text in a style. */
export function styled(style: string, text: string): string {
  return paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
}

/** A paragraph in a list. */
export function item(numId: number, level: number, text: string): string {
  return paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`);
}

/** A table of cells that hold blocks. */
export function table(...rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell}</w:tc>`).join("")}</w:tr>`);
  return `<w:tbl>${cells.join("")}</w:tbl>`;
}

/** A level of a list, by its number, format and text; `more` goes before the text. */
export function level(...[index, format, text, more = ""]: readonly [number, string, string, string?]): string {
  return `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
}
