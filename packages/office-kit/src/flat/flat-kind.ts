import type { MediaType } from "@reader/core/handler";

/** Media types of documents in one XML file: Flat OPC and WordprocessingML 2003. They are not registered. */
export const flatTypes = {
  document: "application/vnd.openxmlformats-officedocument.wordprocessingml.document+xml",
  presentation: "application/vnd.openxmlformats-officedocument.presentationml.presentation+xml",
  wordml: "application/vnd.ms-wordml+xml",
} as const;

/** The kind of such a document. */
export type FlatKind = keyof typeof flatTypes;

const packageNamespace = "http://schemas.microsoft.com/office/2006/xmlPackage";
const wordNamespace = "http://schemas.microsoft.com/office/word/2003/wordml";

/** The first part contains the names of parts and types; usually a processing instruction precedes it. */
const presentation = /progid="PowerPoint\.|"\/?ppt\/|presentationml/;

/** Maximum offset of the first tag in bytes: a byte order mark and eight characters may precede it, in UTF-16 too. */
const tagBytes = 20;

/** Detects the kind of such a document from its first bytes, whatever its name. */
export function flatKindOf(head: Uint8Array): FlatKind | undefined {
  // Returns early, because most files are something else.
  if (!head.subarray(0, tagBytes).includes(0x3c)) return undefined;
  // Markup is ASCII; in UTF-16, with zeros between.
  const text = new TextDecoder("latin1").decode(head).replaceAll("\0", "");
  if (!/^[^<]{0,8}</.test(text)) return undefined;
  if (text.includes(wordNamespace) && /<(?:[\w-]+:)?wordDocument[\s>]/.test(text)) return "wordml";
  if (!text.includes(packageNamespace) || !/<(?:[\w-]+:)?package[\s>]/.test(text)) return undefined;
  return presentation.test(text) ? "presentation" : "document";
}

/** Detects Flat OPC documents and WordprocessingML 2003 in text files. */
export function sniffFlatDocument(head: Uint8Array): MediaType | undefined {
  const kind = flatKindOf(head);
  return kind === undefined || kind === "presentation" ? undefined : flatTypes[kind];
}

/** Detects Flat OPC presentations in text files. */
export function sniffFlatPresentation(head: Uint8Array): MediaType | undefined {
  return flatKindOf(head) === "presentation" ? flatTypes.presentation : undefined;
}
