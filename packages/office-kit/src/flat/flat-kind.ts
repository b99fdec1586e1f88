import type { MediaType } from "@reader/core/handler";

/** What documents are called that are one file of XML: packages in XML, and XML of Word 2003. Nobody has registered these. */
export const flatTypes = {
  document: "application/vnd.openxmlformats-officedocument.wordprocessingml.document+xml",
  presentation: "application/vnd.openxmlformats-officedocument.presentationml.presentation+xml",
  wordml: "application/vnd.ms-wordml+xml",
} as const;

/** What such a document is. */
export type FlatKind = keyof typeof flatTypes;

const packageNamespace = "http://schemas.microsoft.com/office/2006/xmlPackage";
const wordNamespace = "http://schemas.microsoft.com/office/word/2003/wordml";

/** The names of parts and types stand in the first part, and mostly in an instruction before it. */
const presentation = /progid="PowerPoint\.|"\/?ppt\/|presentationml/;

/** Bytes among which the first tag starts: eight characters may stand before it, in UTF-16 too, and a byte order mark. */
const tagBytes = 20;

/** Tells by the first bytes whether a file is such a document, whatever it is called. */
export function flatKindOf(head: Uint8Array): FlatKind | undefined {
  // Most files are none, and each is asked about.
  if (!head.subarray(0, tagBytes).includes(0x3c)) return undefined;
  // Markup is ASCII; in UTF-16, with zeros between.
  const text = new TextDecoder("latin1").decode(head).replaceAll("\0", "");
  if (!/^[^<]{0,8}</.test(text)) return undefined;
  if (text.includes(wordNamespace) && /<(?:[\w-]+:)?wordDocument[\s>]/.test(text)) return "wordml";
  if (!text.includes(packageNamespace) || !/<(?:[\w-]+:)?package[\s>]/.test(text)) return undefined;
  return presentation.test(text) ? "presentation" : "document";
}

/** Tells packages in XML that are documents, and XML of Word 2003, from other text. */
export function sniffFlatDocument(head: Uint8Array): MediaType | undefined {
  const kind = flatKindOf(head);
  return kind === undefined || kind === "presentation" ? undefined : flatTypes[kind];
}

/** Tells packages in XML that are presentations from other text. */
export function sniffFlatPresentation(head: Uint8Array): MediaType | undefined {
  return flatKindOf(head) === "presentation" ? flatTypes.presentation : undefined;
}
