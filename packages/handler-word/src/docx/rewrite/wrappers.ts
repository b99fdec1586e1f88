import { first, type WordElement, type WordNode } from "../tree.ts";

/** Elements that may stand around blocks, rows and cells. */
export const wrappers: ReadonlySet<string> = new Set([
  "w:customXml",
  "w:smartTag",
  "w:ins",
  "w:del",
  "w:moveTo",
  "w:moveFrom",
]);

/** Content controls and the like may stand around rows and cells. */
export function wrapped(node: WordElement): readonly WordNode[] {
  if (node.name === "w:sdt") return first(node, "w:sdtContent")?.children ?? [];
  return wrappers.has(node.name) ? node.children : [];
}
