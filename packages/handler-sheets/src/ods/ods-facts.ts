import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { Workbook } from "../sheets/workbook.ts";

const shown: readonly (readonly [string, string])[] = [
  ["dc:title", "Title"],
  ["meta:initial-creator", "Author"],
  ["meta:creation-date", "Created"],
  ["dc:date", "Modified"],
];

/** Reads title, author and dates from the metadata. Uses the last author if the first is missing. */
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

/** Returns the number of frozen rows per sheet name, from the window settings of the program. */
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

/** Finds the entries of the map `Tables` at any depth of the settings. */
function namedEntries(element: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    child.attributes["config:name"] === "Tables" ? childrenOf(child) : namedEntries(child),
  );
}

/** Parses a part. Returns `undefined` if it is missing or damaged, because the cells can be read without it. */
export function treeOf(bytes: Uint8Array | undefined, part: string): XmlElement | undefined {
  try {
    return bytes === undefined ? undefined : readXmlTree(bytes, part);
  } catch {
    return undefined;
  }
}
