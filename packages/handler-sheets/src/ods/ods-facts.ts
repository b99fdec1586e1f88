import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { Workbook } from "../sheets/workbook.ts";

const shown: readonly (readonly [string, string])[] = [
  ["dc:title", "Title"],
  ["meta:initial-creator", "Author"],
  ["meta:creation-date", "Created"],
  ["dc:date", "Modified"],
];

/** Title, author and days, from the metadata of a document; the last author counts where there is no first one. */
export function readProperties(root: XmlElement | undefined): Workbook["properties"] {
  const meta = childOf(root, "office:meta");
  const properties: Record<string, string> = {};
  for (const [element, name] of shown) {
    const value = textIn(childOf(meta, element)).trim();
    if (value !== "") properties[name] = /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 10) : value;
  }
  const last = textIn(childOf(meta, "dc:creator")).trim();
  return properties["Author"] === undefined && last !== "" ? { ...properties, Author: last } : properties;
}

/** How many rows stay in view, by the name of the sheet, from the settings of the program's window. */
export function readFrozenRows(root: XmlElement | undefined): ReadonlyMap<string, number> {
  const frozen = new Map<string, number>();
  for (const entry of namedEntries(root)) {
    const items = new Map(childrenOf(entry).map((item) => [item.attributes["config:name"] ?? "", textIn(item)]));
    const isFrozen = items.get("VerticalSplitMode") === "2";
    const rows = Number(items.get("VerticalSplitPosition"));
    if (isFrozen && Number.isInteger(rows)) frozen.set(entry.attributes["config:name"] ?? "", rows);
  }
  return frozen;
}

/** The entries of the map `Tables`, however deep in settings. */
function namedEntries(element: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    child.attributes["config:name"] === "Tables" ? childrenOf(child) : namedEntries(child),
  );
}

/** A part as a tree; undefined for one that is not there or cannot be read: such a part is no reason to read nothing. */
export function treeOf(bytes: Uint8Array | undefined, part: string): XmlElement | undefined {
  try {
    return bytes === undefined ? undefined : readXmlTree(bytes, part);
  } catch {
    return undefined;
  }
}
