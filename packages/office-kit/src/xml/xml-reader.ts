import { createSax, type XmlReader } from "./sax.ts";
import { createXmlNames, type RawName } from "./xml-names.ts";

export type { XmlReader } from "./sax.ts";

/** Attributes by name, as in `w:val`; names without a prefix stay bare. */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Receives the elements and the text of an XML part, in order. Names have the prefixes of the standards (`w:p`, `a:t`,
 * `text:h`), whatever prefixes the file declares; Strict and Transitional names are the same.
 */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  /** May be called several times for one run of text. */
  text(characters: string): void;
}

/**
 * Creates a reader of XML without a DOCTYPE, with only the five XML entities and bounded depth. `part` is the name in
 * errors. `write` and `end` throw `corrupt`.
 */
export function createXmlReader(part: string, listener: XmlListener): XmlReader {
  const names = createXmlNames(canonicalName);
  const text = (characters: string): void => listener.text(characters);
  return createSax(part, {
    open(name, attributes) {
      const own = names.enter(attributes);
      listener.open(names.element(name), own);
    },
    close(name) {
      listener.close(names.element(name));
      names.leave();
    },
    text,
    cdata: text,
  });
}

/** Returns the canonical name. Names in unknown namespaces keep their prefix. */
export function canonicalName({ prefix, local, namespace }: RawName): string {
  const canonical = (namespace === undefined ? undefined : canonicalPrefix(namespace)) ?? prefix;
  return canonical === "" ? local : `${canonical}:${local}`;
}

/** The canonical prefixes by namespace. Strict and Transitional namespaces of ISO/IEC 29500 share a prefix. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", "w"],
  ["http://purl.oclc.org/ooxml/wordprocessingml/main", "w"],
  ["http://schemas.openxmlformats.org/spreadsheetml/2006/main", ""],
  ["http://purl.oclc.org/ooxml/spreadsheetml/main", ""],
  ["http://schemas.openxmlformats.org/presentationml/2006/main", "p"],
  ["http://purl.oclc.org/ooxml/presentationml/main", "p"],
  ["http://schemas.openxmlformats.org/drawingml/2006/main", "a"],
  ["http://purl.oclc.org/ooxml/drawingml/main", "a"],
  ["http://schemas.openxmlformats.org/drawingml/2006/chart", "c"],
  ["http://purl.oclc.org/ooxml/drawingml/chart", "c"],
  ["http://schemas.microsoft.com/office/drawing/2014/chartex", "cx"],
  ["http://schemas.openxmlformats.org/drawingml/2006/diagram", "dgm"],
  ["http://purl.oclc.org/ooxml/drawingml/diagram", "dgm"],
  ["http://schemas.microsoft.com/office/drawing/2008/diagram", "dsp"],
  ["http://schemas.openxmlformats.org/drawingml/2006/picture", "pic"],
  ["http://purl.oclc.org/ooxml/drawingml/picture", "pic"],
  ["http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "wp"],
  ["http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", "wp"],
  ["http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing", "xdr"],
  ["http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing", "xdr"],
  ["http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r"],
  ["http://purl.oclc.org/ooxml/officeDocument/relationships", "r"],
  ["http://schemas.openxmlformats.org/officeDocument/2006/math", "m"],
  ["http://purl.oclc.org/ooxml/officeDocument/math", "m"],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"],
  ["http://schemas.openxmlformats.org/package/2006/relationships", ""],
  ["http://schemas.openxmlformats.org/package/2006/content-types", ""],
  ["http://schemas.openxmlformats.org/package/2006/metadata/core-properties", "cp"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://purl.org/dc/terms/", "dcterms"],
  ["http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps"],
  ["http://schemas.microsoft.com/office/word/2010/wordprocessingGroup", "wpg"],
  ["http://schemas.microsoft.com/office/word/2010/wordml", "w14"],
  ["http://schemas.microsoft.com/office/word/2012/wordml", "w15"],
  ["http://schemas.microsoft.com/office/powerpoint/2010/main", "p14"],
  ["http://schemas.microsoft.com/office/powerpoint/2018/8/main", "p188"],
  // Word 2003.
  ["http://schemas.microsoft.com/office/word/2003/wordml", "w"],
  ["http://schemas.microsoft.com/office/word/2003/auxHint", "wx"],
  ["http://schemas.microsoft.com/aml/2001/core", "aml"],
  // Flat OPC.
  ["http://schemas.microsoft.com/office/2006/xmlPackage", "pkg"],
  ["urn:schemas-microsoft-com:vml", "v"],
  ["urn:schemas-microsoft-com:office:office", "o"],
  ["urn:schemas-microsoft-com:office:excel", "x"],
  ["urn:oasis:names:tc:opendocument:xmlns:office:1.0", "office"],
  // LibreOffice extensions: comments on slides, hidden shapes.
  ["http://openoffice.org/2009/office", "office"],
  ["http://openoffice.org/2010/draw", "draw"],
  ["urn:oasis:names:tc:opendocument:xmlns:text:1.0", "text"],
  ["urn:oasis:names:tc:opendocument:xmlns:table:1.0", "table"],
  ["urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw"],
  ["urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "presentation"],
  ["urn:oasis:names:tc:opendocument:xmlns:style:1.0", "style"],
  ["urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo"],
  ["urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", "svg"],
  ["urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0", "number"],
  ["urn:oasis:names:tc:opendocument:xmlns:chart:1.0", "chart"],
  ["urn:oasis:names:tc:opendocument:xmlns:meta:1.0", "meta"],
  ["urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", "manifest"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ["http://www.w3.org/1998/Math/MathML", "math"],
]);

/** Returns the canonical prefix of a namespace, or `undefined` if it is unknown. */
function canonicalPrefix(namespace: string): string | undefined {
  return prefixes.get(namespace);
}

/** An element with its content in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
}

/** An element or a run of text. */
export type XmlNode = XmlElement | string;
