import { childOf, childrenOf, type XmlElement, type XmlNode } from "../xml/xml-tree.ts";

/** Required namespaces of alternatives whose fallback is easier to read: VML, ink, 3D models. */
const fallbackIsBetter: ReadonlySet<string> = new Set(["v", "aink", "am3d"]);

/**
 * Returns the child elements. Replaces each `mc:AlternateContent` with one of its alternatives, so that nothing is read
 * twice (ISO/IEC 29500-3, 7.2).
 */
export function contentOf(element: XmlElement | undefined): readonly XmlElement[] {
  const nodes = element?.children ?? [];
  if (isPlain(nodes)) return nodes;
  return childrenOf(element).flatMap((child) =>
    child.name === alternatives ? contentOf(alternativeOf(child)) : [child],
  );
}

const alternatives = "mc:AlternateContent";

/** True if all children are elements and none is an alternative, which is the usual case. */
function isPlain(nodes: readonly XmlNode[]): nodes is readonly XmlElement[] {
  for (const node of nodes) if (typeof node === "string" || node.name === alternatives) return false;
  return true;
}

function alternativeOf(element: XmlElement): XmlElement | undefined {
  const choice = childOf(element, "mc:Choice");
  const fallback = childOf(element, "mc:Fallback");
  const requires = (choice?.attributes["Requires"] ?? "").split(" ");
  const isBetter = requires.some((name) => fallbackIsBetter.has(name)) || childrenOf(choice).length === 0;
  return isBetter && childrenOf(fallback).length > 0 ? fallback : (choice ?? fallback);
}

/** Returns the first child with this name among those of `contentOf`; with several names, follows them as a path. */
export function partOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) {
    found = firstOf(contentOf(found), name);
    if (found === undefined) return undefined;
  }
  return found;
}

function firstOf(elements: readonly XmlElement[], name: string): XmlElement | undefined {
  for (const element of elements) if (element.name === name) return element;
  return undefined;
}

/** Returns the descendants with this name, in order. Does not search inside a found element. */
export function findAll(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return contentOf(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

/** Returns the boolean value of an attribute; Office writes both `1` and `true` (ISO/IEC 29500-1, 22.9.2.7). */
export function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true" || value === "on";
}
