import { contentOf, partOf } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";

/** The role of a placeholder, as far as it matters here. */
export type PlaceholderRole = "title" | "body" | "date" | "footer" | "header" | "number" | "slide-image";

/** A shape whose position and style come from the layout. */
export interface Placeholder {
  readonly role: PlaceholderRole;
  /** The index that links it to the layout's placeholder; empty if it has none. */
  readonly index: string;
}

/** Roles by placeholder type (ISO/IEC 29500-1, 19.7.10). Other types contain content, as a body does. */
const roles: Readonly<Record<string, PlaceholderRole>> = {
  title: "title",
  ctrTitle: "title",
  dt: "date",
  ftr: "footer",
  hdr: "header",
  sldNum: "number",
  sldImg: "slide-image",
};

/** Returns the placeholder of a shape, or `undefined` for an ordinary shape. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = contentOf(shape).find(({ name }) => name.startsWith("p:nv"));
  const placeholder = partOf(properties, "p:nvPr", "p:ph");
  if (placeholder === undefined) return undefined;
  return { role: roles[placeholder.attributes["type"] ?? ""] ?? "body", index: placeholder.attributes["idx"] ?? "" };
}
