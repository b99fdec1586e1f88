import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { cellOf, ownCell } from "./sheet-cells.ts";
import type { DrawnShape } from "./shape.ts";

/** A line that connects two shapes. */
export interface Connection {
  readonly line: DrawnShape;
  readonly from: DrawnShape;
  readonly to: DrawnShape;
  readonly arrow: "→" | "↔" | "—";
}

/** The line styles of a document, by identifier. */
export type LineStyles = ReadonlyMap<string, XmlElement>;

/** Reads the connections of a page ([MS-VSDX], 2.2.4.2.3 Connect). A line that is glued at one end only does not count. */
export function readConnections(
  page: XmlElement,
  shapes: ReadonlyMap<string, DrawnShape>,
  styles: LineStyles,
): readonly Connection[] {
  const ends = new Map<string, { begin?: DrawnShape; end?: DrawnShape }>();
  for (const { attributes } of childrenOf(childOf(page, "Connects"), "Connect")) {
    const { FromSheet: line = "", FromCell: cell = "", ToSheet: to = "" } = attributes;
    const shape = shapes.get(to);
    const known = ends.get(line) ?? {};
    if (shape !== undefined && cell.startsWith("Begin")) known.begin = shape;
    if (shape !== undefined && cell.startsWith("End")) known.end = shape;
    ends.set(line, known);
  }
  return [...ends].flatMap(([id, { begin, end }]) => {
    const line = shapes.get(id);
    if (line === undefined || begin === undefined || end === undefined) return [];
    const [starts, finishes] = [arrowAt(line, "BeginArrow", styles), arrowAt(line, "EndArrow", styles)];
    if (starts === true && finishes !== true) return [{ line, from: end, to: begin, arrow: "→" as const }];
    return [{ line, from: begin, to: end, arrow: arrowOf(starts, finishes) }];
  });
}

/** An end whose arrow is not known, because a theme draws it, counts as an arrow at the end of the line. */
function arrowOf(starts: boolean | undefined, finishes: boolean | undefined): Connection["arrow"] {
  if (starts === true) return "↔";
  return finishes === false ? "—" : "→";
}

/** Maximum number of styles that are followed. */
const maxStyles = 20;

/** True if a line has an arrow at an end; `undefined` if neither the line, its master nor its style says it. */
function arrowAt({ sheet }: DrawnShape, name: string, styles: LineStyles): boolean | undefined {
  let value = cellOf(sheet, name);
  let style = styles.get(sheet.element.attributes["LineStyle"] ?? sheet.master?.attributes["LineStyle"] ?? "");
  for (let count = 0; value === undefined && style !== undefined && count < maxStyles; count += 1) {
    value = ownCell(style, name);
    style = styles.get(style.attributes["LineStyle"] ?? "");
  }
  const number = Number.parseFloat(value ?? "");
  return Number.isFinite(number) ? number !== 0 : undefined;
}
