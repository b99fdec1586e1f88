import { zipOf, type Parts } from "../support/zip-of.ts";

const names: Readonly<Record<string, string>> = {
  office: "office",
  style: "style",
  text: "text",
  table: "table",
  draw: "drawing",
  presentation: "presentation",
  chart: "chart",
  meta: "meta",
  manifest: "manifest",
  svg: "svg-compatible",
};

const namespaces = [
  ...Object.entries(names).map(
    ([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(" ");

/** What a presentation of OpenDocument is built of. */
export interface OdpXml {
  /** Elements of `draw:page`. */
  readonly pages: readonly string[];
  /** In front of the pages: declarations of footers and the like. */
  readonly before?: string;
  /** In `office:automatic-styles`. */
  readonly styles?: string;
  /** In `office:master-styles`. */
  readonly masters?: string;
  /** In `office:meta`. */
  readonly meta?: string;
  /** More parts, and those that replace one. */
  readonly parts?: Parts;
}

/** A document element with the namespaces that it may need. */
export function root(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${namespaces} office:version="1.3">${content}</${name}>`;
}

/** The bytes of a presentation that is a package. */
export function makeOdp({ meta = "", masters = "", parts = {}, ...deck }: OdpXml): Uint8Array {
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.presentation",
    "content.xml": root("office:document-content", stylesOf(deck) + bodyOf(deck)),
    "styles.xml": root("office:document-styles", `<office:master-styles>${masters}</office:master-styles>`),
    "meta.xml": root("office:document-meta", `<office:meta>${meta}</office:meta>`),
    ...parts,
  });
}

/** The bytes of a presentation that is one XML document. */
export function makeFodp({ meta = "", masters = "", ...deck }: OdpXml): Uint8Array {
  const head = `<office:meta>${meta}</office:meta>${stylesOf(deck)}<office:master-styles>${masters}</office:master-styles>`;
  const text = root("office:document", head + bodyOf(deck));
  const type = 'office:mimetype="application/vnd.oasis.opendocument.presentation"';
  return new TextEncoder().encode(text.replace('office:version="1.3"', type));
}

function stylesOf({ styles = "" }: OdpXml): string {
  return `<office:automatic-styles>${styles}</office:automatic-styles>`;
}

function bodyOf({ before = "", pages }: OdpXml): string {
  return `<office:body><office:presentation>${before}${pages.join("")}</office:presentation></office:body>`;
}

/** A page of these shapes. */
export function page(shapes: string, attributes = ""): string {
  return `<draw:page draw:name="page" ${attributes}>${shapes}</draw:page>`;
}

/** A frame with a text box; the class says what it is for, such as `title`. */
export function textFrame(content: string, className = ""): string {
  const role = className === "" ? "" : ` presentation:class="${className}"`;
  return `<draw:frame${role}><draw:text-box>${content}</draw:text-box></draw:frame>`;
}

/** A paragraph. */
export function p(words: string): string {
  return `<text:p>${words}</text:p>`;
}

/** A list of items, which are elements. */
export function list(items: readonly string[], style = ""): string {
  const name = style === "" ? "" : ` text:style-name="${style}"`;
  return `<text:list${name}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join("")}</text:list>`;
}
