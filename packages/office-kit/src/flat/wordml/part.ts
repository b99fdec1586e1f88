import type { StoredMember } from "../../package/stored-zip.ts";
import { createXmlWriter, type XmlWriter } from "../xml-writer.ts";

/** A part of the document that is made, and where it leads to. */
export interface WordPart {
  readonly writer: XmlWriter;
  /** Adds a relationship, and gives its identifier. */
  link(relationship: PartLink): string;
  /** The part, and its relationships where it has any. */
  end(): readonly StoredMember[];
}

/** How a part leads to another, or out of the document. */
export interface PartLink {
  /** Such as `image`. */
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

const office = "http://schemas.openxmlformats.org";
const relationshipTypes = `${office}/officeDocument/2006/relationships`;

const namespaces = {
  "xmlns:w": `${office}/wordprocessingml/2006/main`,
  "xmlns:r": relationshipTypes,
  "xmlns:v": "urn:schemas-microsoft-com:vml",
  "xmlns:o": "urn:schemas-microsoft-com:office:office",
  "xmlns:cp": `${office}/package/2006/metadata/core-properties`,
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:dcterms": "http://purl.org/dc/terms/",
};

/** A part `folder/file` whose root is open. */
export function createPart(folder: string, file: string, root: string): WordPart {
  const writer = createXmlWriter();
  writer.open(root, namespaces);
  const links: PartLink[] = [];
  return {
    writer,
    link: (relationship) => `rId${links.push(relationship)}`,
    end() {
      const part = { name: `${folder}/${file}`, bytes: writer.end() };
      return links.length === 0
        ? [part]
        : [part, { name: `${folder}/_rels/${file}.rels`, bytes: relationshipsOf(links) }];
    },
  };
}

function relationshipsOf(links: readonly PartLink[]): Uint8Array {
  const writer = createXmlWriter();
  writer.open("Relationships", { xmlns: `${office}/package/2006/relationships` });
  for (const [at, { type, target, isExternal = false }] of links.entries()) {
    const mode: Record<string, string> = isExternal ? { TargetMode: "External" } : {};
    writer.open("Relationship", { Id: `rId${at + 1}`, Type: `${relationshipTypes}/${type}`, Target: target, ...mode });
    writer.close();
  }
  return writer.end();
}
