import type { Parts } from "../support/zip-of.ts";

/** The parts of a package as one file of XML, as Office saves it; what is declared on the root is left out of parts. */
export function flatPackage(parts: Parts, progId: string): Uint8Array {
  const own = Object.entries(parts).flatMap(([name, content]) =>
    name === "[Content_Types].xml" ? [] : [`<pkg:part pkg:name="/${name}">${contentOf(name, content)}</pkg:part>`],
  );
  const start = `<?xml version="1.0" standalone="yes"?>\r\n<?mso-application progid="${progId}"?>`;
  const namespace = "http://schemas.microsoft.com/office/2006/xmlPackage";
  return new TextEncoder().encode(`${start}<pkg:package xmlns:pkg="${namespace}">${own.join("")}</pkg:package>`);
}

function contentOf(name: string, content: string | Uint8Array): string {
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  if (/\.(?:xml|rels)$/.test(name)) return `<pkg:xmlData>${text.replace(/^<\?xml[^>]*\?>\s*/, "")}</pkg:xmlData>`;
  return `<pkg:binaryData>${Buffer.from(content).toString("base64")}</pkg:binaryData>`;
}
