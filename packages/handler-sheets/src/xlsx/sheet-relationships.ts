import { ReadError } from "@reader/core/handler";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import type { XmlElement } from "@reader/office-kit/xml";

/** Returns the relationships of a part; empty if they are damaged, because cells do not depend on them. */
export async function relationshipsOf(
  office: OfficePackage,
  part: string | undefined,
): Promise<ReadonlyMap<string, Relationship>> {
  if (part === undefined) return new Map();
  return (await unlessDamaged(office.relationships(part))) ?? new Map();
}

/** Returns the package parts that a part refers to with this relationship type. */
export async function partsOfType(
  office: OfficePackage,
  part: string | undefined,
  type: string,
): Promise<readonly string[]> {
  const relationships = await relationshipsOf(office, part);
  const found = [...relationships.values()].filter((each) => each.type === type && !each.isExternal);
  return found.map(({ target }) => target);
}

/** Parses a part; `undefined` if it is missing or damaged. */
export async function treeIfReadable(office: OfficePackage, part: string): Promise<XmlElement | undefined> {
  return unlessDamaged(office.tree(part));
}

/** Returns `undefined` if optional content is damaged. Errors about limits are still thrown. */
export async function unlessDamaged<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}
