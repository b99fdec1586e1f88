import { quoted } from "@reader/core/handler";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { relationshipsOf } from "./sheet-relationships.ts";

type Relationships = ReadonlyMap<string, Relationship>;

/** Other workbooks that are named. */
const maxNamed = 10;

/**
 * Says which other workbooks the formulas of this one refer to, by the numbers that they have there: `[1]Sheet1!A1`.
 * They are never opened: the file has the values that it last saw (ISO/IEC 29500-1, 18.14).
 */
export async function linkedBooks(
  office: OfficePackage,
  { root, relationships }: { readonly root: XmlElement | undefined; readonly relationships: Relationships },
): Promise<readonly string[]> {
  const parts = childrenOf(childOf(root, "externalReferences"), "externalReference");
  const named: string[] = [];
  for (const [index, { attributes }] of parts.slice(0, maxNamed).entries()) {
    const links = await relationshipsOf(office, relationships.get(attributes["r:id"] ?? "")?.target);
    const book = [...links.values()].find(({ isExternal }) => isExternal);
    if (book !== undefined) named.push(`[${index + 1}] ${quoted(book.target)}`);
  }
  if (named.length === 0) return [];
  const more = parts.length > maxNamed ? ` and ${parts.length - maxNamed} more` : "";
  return [`Its formulas refer to other files, which are not opened: ${named.join(", ")}${more}.`];
}
