import { ReadError } from "@reader/core/handler";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import type { XmlElement } from "@reader/office-kit/xml";

/** Where a part leads to; nothing where what says it is damaged, because cells do not depend on it. */
export async function relationshipsOf(
  office: OfficePackage,
  part: string | undefined,
): Promise<ReadonlyMap<string, Relationship>> {
  if (part === undefined) return new Map();
  return (await unlessDamaged(office.relationships(part))) ?? new Map();
}

/** The parts inside the package that a part leads to in this way. */
export async function partsOfType(
  office: OfficePackage,
  part: string | undefined,
  type: string,
): Promise<readonly string[]> {
  const relationships = await relationshipsOf(office, part);
  const found = [...relationships.values()].filter((each) => each.type === type && !each.isExternal);
  return found.map(({ target }) => target);
}

/** A part as a tree; undefined where it is missing or damaged. */
export async function treeOrNothing(office: OfficePackage, part: string): Promise<XmlElement | undefined> {
  return unlessDamaged(office.tree(part));
}

/** What is worth having and can be done without; limits are kept in any case. */
export async function unlessDamaged<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}
