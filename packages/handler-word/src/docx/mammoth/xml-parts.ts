import type { ReadTree } from "./docx-file.ts";
import type { MammothInput } from "./mammoth-engine.ts";
import type { MammothElement } from "./mammoth-node.ts";
import { partLookup } from "./part-names.ts";

const relationshipType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

const relatedParts = ["comments", "endnotes", "footnotes", "numbering", "styles"];

/** The parts of a document that mammoth reads as XML: `findPartPaths` in its `lib/docx/docx-reader.js`. */
export async function xmlPartsOf(input: MammothInput, readTree: ReadTree): Promise<readonly string[]> {
  const exists = partLookup(input);
  const targetIn = async (relationships: string, type: string, folder: string): Promise<string> => {
    const bytes = await input.part(relationships);
    const targets = bytes === undefined ? [] : targetsIn(readTree(bytes, relationships), relationshipType + type);
    const names = targets.map((target) => (target.startsWith("/") || folder === "" ? target : `${folder}/${target}`));
    return names.map((name) => name.replace(/^\//, "")).find(exists) ?? `word/${type}.xml`;
  };
  const packageRelationships = "_rels/.rels";
  const main = await targetIn(packageRelationships, "officeDocument", "");
  const document = exists(main) ? main : "word/document.xml";
  const relationships = relationshipsOf(document);
  const folder = document.slice(0, Math.max(0, document.lastIndexOf("/")));
  const parts = ["[Content_Types].xml", packageRelationships, document, relationships];
  for (const type of relatedParts) {
    const related = await targetIn(relationships, type, folder);
    parts.push(related, relationshipsOf(related));
  }
  return [...new Set(parts)].filter(exists);
}

function relationshipsOf(part: string): string {
  const name = part.lastIndexOf("/") + 1;
  return `${part.slice(0, name)}_rels/${part.slice(name)}.rels`;
}

function targetsIn({ children }: MammothElement, type: string): readonly string[] {
  return children.flatMap((child) => {
    if (child.type === "text" || child.name !== "relationships:Relationship") return [];
    const { Type: found, Target: target } = child.attributes;
    return found === type && target !== undefined ? [target] : [];
  });
}
