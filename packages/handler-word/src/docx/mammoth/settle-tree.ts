import type { MammothElement, MammothNode } from "./mammoth-node.ts";
import type { MakeElement } from "./read-mammoth-tree.ts";

/** How a tree is made one that mammoth can work with. */
export interface SettleOptions {
  readonly isElement: (node: MammothNode) => boolean;
  readonly makeElement: MakeElement;
}

/**
 * Does what mammoth's reader does with a tree, `collapseAlternateContent` in its `lib/docx/office-xml-reader.js`: of
 * alternatives the last resort is taken, whose content is left as it is. Elements that are not mammoth's own become so.
 */
export function settleTree(root: MammothElement, options: SettleOptions): MammothElement {
  const { isElement, makeElement } = options;
  let hasAlternatives = false;
  const settled = root.children.map((child) => {
    if (child.type === "text") return child;
    hasAlternatives ||= child.name === "mc:AlternateContent";
    return child.name === "mc:AlternateContent" ? child : settleTree(child, options);
  });
  const children = hasAlternatives ? settled.flatMap((child) => lastResort(child, options)) : settled;
  if (!isElement(root)) return makeElement(root.name, root.attributes, children);
  root.children = children;
  return root;
}

function lastResort(node: MammothNode, options: SettleOptions): MammothNode | readonly MammothNode[] {
  if (node.type === "text" || node.name !== "mc:AlternateContent") return node;
  const found = node.children.find((child) => child.type === "element" && child.name === "mc:Fallback");
  return found?.type === "element" ? found.children.map((child) => ownTree(child, options)) : [];
}

function ownTree(node: MammothNode, options: SettleOptions): MammothNode {
  if (node.type === "text") return node;
  const children = node.children.map((child) => ownTree(child, options));
  return options.makeElement(node.name, node.attributes, children);
}
