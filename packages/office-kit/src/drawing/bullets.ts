import { childOf, childrenOf, type XmlElement } from "../xml/xml-tree.ts";
import type { Bullet } from "./numbering.ts";

/** Levels of text that DrawingML knows (ISO/IEC 29500-1, 21.1.2.2.7). */
const maxLevel = 8;

/** From 0. */
export function levelOf(properties: XmlElement | undefined): number {
  const level = Number(properties?.attributes["lvl"] ?? 0);
  return Number.isInteger(level) ? Math.min(maxLevel, Math.max(0, level)) : 0;
}

/**
 * What stands before a paragraph: what it says itself, else what the first of the list styles says for its level. The
 * styles run from the shape's own over those of its placeholder in the layout and in the master to the master's.
 */
export function bulletOf(properties: XmlElement | undefined, styles: readonly XmlElement[]): Bullet {
  const own = bulletIn(properties);
  if (own !== undefined) return own;
  const name = `a:lvl${levelOf(properties) + 1}pPr`;
  for (const style of styles) {
    const found = bulletIn(childOf(style, name));
    if (found !== undefined) return found;
  }
  return { type: "none" };
}

function bulletIn(properties: XmlElement | undefined): Bullet | undefined {
  for (const { name, attributes } of childrenOf(properties)) {
    if (name === "a:buNone") return { type: "none" };
    if (name === "a:buChar" || name === "a:buBlip") return { type: "bullet" };
    if (name === "a:buAutoNum") {
      const start = Number(attributes["startAt"] ?? 1);
      return { type: "number", scheme: attributes["type"] ?? "", start: Number.isInteger(start) ? start : 1 };
    }
  }
  return undefined;
}
