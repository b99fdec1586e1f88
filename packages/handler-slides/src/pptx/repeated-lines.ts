import { contentOf, paragraphTexts } from "@reader/office-kit/drawing";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { placeholderOf, type PlaceholderRole } from "./layouts.ts";

const names: Readonly<Partial<Record<PlaceholderRole, string>>> = {
  date: "Date",
  footer: "Footer",
  header: "Header",
  number: "Page number",
};

/** Returns the text of a header or footer placeholder. A page number alone is ignored. */
export function repeatedLines(role: PlaceholderRole, body: XmlElement | undefined): readonly string[] {
  const name = names[role];
  const words = paragraphTexts(role === "number" ? withoutFields(body) : body).join(" ");
  return name === undefined || words === "" ? [] : [`${name}: ${words}`];
}

function withoutFields(body: XmlElement | undefined): XmlElement | undefined {
  if (body === undefined) return undefined;
  const paragraphs = contentOf(body).map((paragraph) => ({
    ...paragraph,
    children: contentOf(paragraph).filter(({ name }) => name !== "a:fld"),
  }));
  return { ...body, children: paragraphs };
}

/** Returns all printed text of a master, in groups too: `staticText`, and its headers and footers. */
export function masterLines(tree: XmlElement | undefined): readonly string[] {
  return contentOf(tree).flatMap((shape) => {
    if (shape.name === "p:grpSp") return masterLines(shape);
    const body = shape.name === "p:sp" ? childOf(shape, "p:txBody") : undefined;
    const role = placeholderOf(shape)?.role;
    return role === undefined ? paragraphTexts(body) : repeatedLines(role, body);
  });
}
