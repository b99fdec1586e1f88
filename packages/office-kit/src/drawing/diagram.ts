import { childOf, childrenOf, type XmlElement } from "../xml/xml-tree.ts";
import { findAll } from "./markup.ts";
import { plainText } from "./text-body.ts";

/** The text of a shape of a diagram. */
export interface DiagramLine {
  /** The level of its shape, from 0. */
  readonly level: number;
  readonly text: string;
}

/** Maximum depth; deeper levels are flattened. Programs allow fewer. */
const maxLevel = 20;

/**
 * Returns the text of a SmartArt diagram in the order and at the levels of its data part (`dgm:dataModel`, ISO/IEC
 * 29500-1, 21.4). For a drawing part (`dsp:drawing`), returns the text in drawing order.
 */
export function diagramText(root: XmlElement): readonly DiagramLine[] {
  if (root.name !== "dgm:dataModel") {
    return findAll(root, "dsp:txBody")
      .map((body) => ({ level: 0, text: plainText(body) }))
      .filter(({ text }) => text !== "");
  }
  const points = pointsOf(root);
  const children = childrenById(root);
  const lines: DiagramLine[] = [];
  const seen = new Set<string>();
  // Uses an explicit stack, because a file may chain points to any depth.
  const waiting = topsOf(points, children)
    .map((id) => ({ id, level: 0 }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, level } = next;
    if (seen.has(id)) continue;
    seen.add(id);
    const text = plainText(childOf(points.get(id), "dgm:t"));
    if (text !== "") lines.push({ level, text });
    const inner = text === "" ? level : Math.min(maxLevel, level + 1);
    for (const child of (children.get(id) ?? []).toReversed()) waiting.push({ id: child, level: inner });
  }
  return lines;
}

/** Returns the points with text by their identifiers. Omits `pres` points, which repeat that text. */
function pointsOf(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const points = new Map<string, XmlElement>();
  for (const point of childrenOf(childOf(root, "dgm:ptLst"), "dgm:pt")) {
    const { modelId = "", type = "node" } = point.attributes;
    if (type !== "pres") points.set(modelId, point);
  }
  return points;
}

function childrenById(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const connections = childrenOf(childOf(root, "dgm:cxnLst"), "dgm:cxn")
    .map(({ attributes }) => attributes)
    .filter(({ type = "parOf" }) => type === "parOf")
    .toSorted((one, other) => Number(one["srcOrd"] ?? 0) - Number(other["srcOrd"] ?? 0));
  const children = new Map<string, string[]>();
  for (const { srcId = "", destId = "", sibTransId = "", parTransId = "" } of connections) {
    const list = children.get(srcId) ?? [];
    children.set(srcId, list);
    // The text on an arrow belongs to its first shape.
    list.push(...[parTransId, destId, sibTransId].filter((id) => id !== ""));
  }
  return children;
}

function topsOf(
  points: ReadonlyMap<string, XmlElement>,
  children: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const isChild = new Set([...children.values()].flat());
  const tops = [...points.keys()].filter((id) => !isChild.has(id));
  // Points that only refer to each other have no root.
  return tops.concat([...points.keys()]);
}

/**
 * Returns the text of a diagram as a list after a description, or an empty string if it has no text. Ends with a
 * newline.
 */
export function diagramMarkdown(lines: readonly DiagramLine[]): string {
  if (lines.length === 0) return "";
  return `[diagram]\n\n${lines.map(({ level, text }) => `${"  ".repeat(level)}- ${text}\n`).join("")}`;
}
