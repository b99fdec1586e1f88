import type { RawName } from "@reader/office-kit/xml";

/** The prefixes of mammoth 1.13 by namespace: `xmlNamespaceMap` in its `lib/docx/office-xml-reader.js`. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", "w"],
  ["http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r"],
  ["http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "wp"],
  ["http://schemas.openxmlformats.org/drawingml/2006/main", "a"],
  ["http://schemas.openxmlformats.org/drawingml/2006/picture", "pic"],
  ["http://purl.oclc.org/ooxml/wordprocessingml/main", "w"],
  ["http://purl.oclc.org/ooxml/officeDocument/relationships", "r"],
  ["http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", "wp"],
  ["http://purl.oclc.org/ooxml/drawingml/main", "a"],
  ["http://purl.oclc.org/ooxml/drawingml/picture", "pic"],
  ["http://schemas.openxmlformats.org/package/2006/content-types", "content-types"],
  ["http://schemas.openxmlformats.org/package/2006/relationships", "relationships"],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"],
  ["urn:schemas-microsoft-com:vml", "v"],
  ["urn:schemas-microsoft-com:office:word", "office-word"],
  ["http://schemas.microsoft.com/office/word/2010/wordml", "wordml"],
]);

/** What mammoth calls a name. */
export function mammothName({ local, namespace = "" }: RawName): string {
  // mammoth looks up names in a plain object, and would find what every object has.
  if (namespace === "") return local in Object.prototype ? `{urn:none}${local}` : local;
  const prefix = prefixes.get(namespace);
  return prefix === undefined ? `{${namespace}}${local}` : `${prefix}:${local}`;
}

/** The namespace of each prefix, in the form that is not Strict. */
export const namespacesOfMammoth: ReadonlyMap<string, string> = new Map(
  [...prefixes].map(([namespace, prefix]) => [prefix, namespace] as const).toReversed(),
);
