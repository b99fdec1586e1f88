import { ReadError } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import type { OfficePackage } from "./office-package.ts";
import { targetOf } from "./relationships.ts";
import { childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";

/** Element names of the properties of a package (ISO/IEC 29500-2, 8.3.4). */
const names: ReadonlyMap<string, keyof DocumentFacts> = new Map([
  ["dc:title", "title"],
  ["dc:subject", "subject"],
  ["dc:creator", "author"],
  ["dc:description", "comments"],
  ["cp:keywords", "keywords"],
  ["dcterms:created", "created"],
  ["dcterms:modified", "modified"],
]);

/** Returns title, author and dates (as days); empty if they are missing or unreadable. */
export async function readCoreProperties(parts: OfficePackage): Promise<DocumentFacts> {
  try {
    const part = targetOf(await parts.relationships(""), "core-properties");
    return part === undefined ? {} : factsIn(await parts.tree(part));
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return {};
    throw error;
  }
}

function factsIn(root: XmlElement | undefined): DocumentFacts {
  const facts: { -readonly [Name in keyof DocumentFacts]: string } = {};
  for (const element of childrenOf(root)) {
    const name = names.get(element.name);
    const value = textIn(element).trim();
    if (name === undefined || value === "") continue;
    facts[name] = element.name.startsWith("dcterms:") ? value.slice(0, "2000-01-01".length) : value;
  }
  return facts;
}
