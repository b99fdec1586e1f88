import { contentOf, partOf } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";

/** What a placeholder is for, as far as a reader minds. */
export type PlaceholderRole = "title" | "body" | "date" | "footer" | "header" | "number" | "slide-image";

/** A shape whose place and style come from the layout. */
export interface Placeholder {
  readonly role: PlaceholderRole;
  /** What binds it to that of the layout; empty where nothing does. */
  readonly index: string;
}

/** ISO/IEC 29500-1, 19.7.10; everything else takes content, as a body does. */
const roles: Readonly<Record<string, PlaceholderRole>> = {
  title: "title",
  ctrTitle: "title",
  dt: "date",
  ftr: "footer",
  hdr: "header",
  sldNum: "number",
  sldImg: "slide-image",
};

/** The placeholder that a shape is; undefined for one of its own. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = contentOf(shape).find(({ name }) => name.startsWith("p:nv"));
  const placeholder = partOf(properties, "p:nvPr", "p:ph");
  if (placeholder === undefined) return undefined;
  return { role: roles[placeholder.attributes["type"] ?? ""] ?? "body", index: placeholder.attributes["idx"] ?? "" };
}
