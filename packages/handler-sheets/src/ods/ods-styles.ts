import { childOf, childrenOf, type XmlElement, type XmlNode } from "@reader/office-kit/xml";

/** What the styles of a spreadsheet tell of its sheets. */
export interface OdsStyles {
  /** The names of the styles of sheets that are not shown. */
  readonly hiddenTables: ReadonlySet<string>;
  /** The headers and footers of the pages of sheets, by the name of the sheet's style. */
  readonly pageTexts: ReadonlyMap<string, readonly string[]>;
}

/** Gathers them from the parts that hold styles; a part may be absent. */
export function readOdsStyles(roots: readonly (XmlElement | undefined)[]): OdsStyles {
  const hiddenTables = new Set<string>();
  const masters = new Map<string, string>();
  const pages = new Map<string, readonly string[]>();
  for (const root of roots) {
    for (const style of tableStyles(root)) {
      const name = style.attributes["style:name"] ?? "";
      if (childOf(style, "style:table-properties")?.attributes["table:display"] === "false") hiddenTables.add(name);
      masters.set(name, style.attributes["style:master-page-name"] ?? "");
    }
    for (const page of childrenOf(childOf(root, "office:master-styles"), "style:master-page")) {
      pages.set(page.attributes["style:name"] ?? "", wordsOfPage(page));
    }
  }
  return { hiddenTables, pageTexts: new Map([...masters].map(([style, master]) => [style, pages.get(master) ?? []])) };
}

function tableStyles(root: XmlElement | undefined): readonly XmlElement[] {
  const groups = ["office:automatic-styles", "office:styles"].map((name) => childOf(root, name));
  return groups
    .flatMap((group) => childrenOf(group, "style:style"))
    .filter(({ attributes }) => attributes["style:family"] === "table");
}

const parts: readonly (readonly [string, string])[] = [
  ["style:header", "page header"],
  ["style:footer", "page footer"],
];

function wordsOfPage(page: XmlElement): readonly string[] {
  return parts.flatMap(([element, name]) => {
    const part = childOf(page, element);
    if (part === undefined || part.attributes["style:display"] === "false") return [];
    const words = childrenOf(part)
      .map((region) => ({ words: wordsIn(region).replace(/\s+/g, " ").trim(), hasFields: holdsField(region) }))
      // `Page 1`, in whatever language.
      .filter((region) => (region.hasFields ? region.words.includes(" ") : region.words !== ""))
      .map((region) => region.words);
    return words.length === 0 ? [] : [`${name}: ${words.join(" | ")}`];
  });
}

/** Fields are worked out when a page is printed: what stands in them here is of another page. */
const fields = /^text:(?:page-|sheet-|file-|title|date|time|author)/;

function holdsField(element: XmlElement): boolean {
  return childrenOf(element).some((child) => fields.test(child.name) || holdsField(child));
}

function wordsIn(node: XmlNode): string {
  if (typeof node === "string") return node;
  if (fields.test(node.name)) return "";
  return node.children.map(wordsIn).join("") + (node.name === "text:p" ? " " : "");
}
