import { childrenOf, type XmlElement } from "../xml/xml-tree.ts";

/** How one part leads to another, or out of the document. */
export interface Relationship {
  readonly id: string;
  /** The last segment of the type's address, such as `image`, `hyperlink`, `officeDocument`. */
  readonly type: string;
  /** The name of the other part, from the root of the package; the address as it is where `isExternal`. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relationships in the tree of a `.rels` part that belongs to `part`. */
export function relationshipsIn(root: XmlElement | undefined, part: string): ReadonlyMap<string, Relationship> {
  const found = new Map<string, Relationship>();
  for (const { attributes } of childrenOf(root, "Relationship")) {
    const { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode } = attributes;
    const isExternal = mode?.toLowerCase() === "external";
    found.set(id, {
      id,
      type: type.slice(type.lastIndexOf("/") + 1),
      target: isExternal ? target : resolvePart(target, part),
      isExternal,
    });
  }
  return found;
}

/** The first part that is led to in this way. */
export function targetOf(relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.isExternal) return relationship.target;
  }
  return undefined;
}

/** A target is an address relative to the part, or from the root of the package. */
function resolvePart(target: string, part: string): string {
  const from = target.startsWith("/") ? [] : part.split("/").slice(0, -1);
  const path: string[] = [...from];
  for (const segment of target.replaceAll("\\", "/").split("/")) {
    if (segment === "..") path.pop();
    else if (segment !== "" && segment !== ".") path.push(segment);
  }
  return path.join("/");
}
