import { ownEntry } from "@reader/document/content";
import { ReadError } from "@reader/core/handler";
import { chartMarkdown, chartTable, chartexTable, diagramMarkdown, diagramText } from "@reader/office-kit/drawing";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import type { XmlElement } from "@reader/office-kit/xml";

/** The readers of charts and diagrams, by relationship type. */
const readers: Readonly<Record<string, ((root: XmlElement) => string) | undefined>> = {
  chart: (root) => chartMarkdown(chartTable(root)),
  chartEx: (root) => chartMarkdown(chartexTable(root)),
  diagramData: (root) => diagramMarkdown(diagramText(root)),
};

/** Reads charts and diagrams as Markdown, by part name. A damaged one is represented by a placeholder. */
export async function readDrawings(
  parts: OfficePackage,
  links: ReadonlyMap<string, Relationship>,
): Promise<ReadonlyMap<string, string>> {
  const drawings = new Map<string, string>();
  for (const { type, target, isExternal } of links.values()) {
    const read = isExternal ? undefined : ownEntry(readers, type);
    if (read !== undefined && !drawings.has(target)) drawings.set(target, await markdownOf(parts, target, read));
  }
  return drawings;
}

async function markdownOf(parts: OfficePackage, name: string, read: (root: XmlElement) => string): Promise<string> {
  try {
    const root = await parts.tree(name);
    return root === undefined ? "" : read(root);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return "[drawing that cannot be read]";
    throw error;
  }
}
