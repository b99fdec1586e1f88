import { childOf, type XmlElement, type XmlNode } from "@reader/office-kit/xml";

/**
 * Replaces each `mc:AlternateContent` by the alternative to read (ISO/IEC 29500-3, 7.2): the first choice, because this
 * reader supports the content of choices, or the fallback if the choice is empty.
 */
export function alternatives(nodes: readonly XmlNode[]): readonly XmlNode[] {
  if (!nodes.some(isAlternate)) return nodes;
  return nodes.flatMap((node) => {
    if (!isAlternate(node)) return [node];
    const choice = childOf(node, "mc:Choice");
    const chosen = choice === undefined || choice.children.length === 0 ? childOf(node, "mc:Fallback") : choice;
    return alternatives(chosen?.children ?? []);
  });
}

function isAlternate(node: XmlNode): node is XmlElement {
  return typeof node !== "string" && node.name === "mc:AlternateContent";
}
