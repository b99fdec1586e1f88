import { inflateRawSync } from "node:zlib";
import { storedZip } from "../package/stored-zip.ts";

/** The text of most canaries. */
export const canaryText = "Canary";

const openXml = "application/vnd.openxmlformats-officedocument";
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const opened = "urn:oasis:names:tc:opendocument:xmlns";

/** Creates an Open XML package with a main part and optionally one part that it refers to as `r1`. */
export function openXmlCanary(
  main: readonly [path: string, type: string, xml: string],
  related?: readonly [path: string, type: string, relationship: string, xml: string],
): Uint8Array {
  const [path, type, xml] = main;
  const overrides = [[path, type], ...(related === undefined ? [] : [[related[0], related[1]]])]
    .map(([part, content]) => `<Override PartName="/${part}" ContentType="${openXml}.${content}+xml"/>`)
    .join("");
  const slash = path.indexOf("/");
  const folder = path.slice(0, slash + 1);
  return zipCanary([
    [
      "[Content_Types].xml",
      `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides}</Types>`,
    ],
    ["_rels/.rels", relationship(`${relationships}/officeDocument`, path)],
    [path, xml],
    ...(related === undefined
      ? []
      : ([
          [
            `${folder}_rels/${path.slice(slash + 1)}.rels`,
            relationship(`${relationships}/${related[2]}`, related[0].slice(folder.length)),
          ],
          [related[0], related[3]],
        ] as const)),
  ]);
}

function relationship(type: string, target: string): string {
  return `<Relationships xmlns="${packageRelationships}"><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`;
}

/** Creates an OpenDocument file with a body of this kind. */
export function openDocumentCanary(kind: "text" | "spreadsheet" | "presentation", body: string): Uint8Array {
  const mimeType = `application/vnd.oasis.opendocument.${kind}`;
  const names = ["office", "text", "table", "drawing"].map(
    (name) => `xmlns:${name === "drawing" ? "draw" : name}="${opened}:${name}:1.0"`,
  );
  const manifest = `xmlns:manifest="${opened}:manifest:1.0"`;
  return zipCanary([
    ["mimetype", mimeType],
    [
      "content.xml",
      `<office:document-content ${names.join(" ")}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ],
    [
      "META-INF/manifest.xml",
      `<manifest:manifest ${manifest}><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimeType}"/></manifest:manifest>`,
    ],
  ]);
}

/** Creates a ZIP file of these members. */
export function zipCanary(members: readonly (readonly [name: string, content: string])[]): Uint8Array {
  return storedZip(members.map(([name, content]) => ({ name, bytes: new TextEncoder().encode(content) })));
}

/** Inflates a document that is stored as deflated data in Base64. */
export function unpacked(packed: readonly string[]): Uint8Array {
  return new Uint8Array(inflateRawSync(Buffer.from(packed.join(""), "base64")));
}
