import { inReadingOrder } from "./arrange.ts";
import type { DrawnShape, ShapeLink } from "./shape.ts";
import type { SlideParagraph, SlideRun } from "@reader/office-kit/drawing";

/** Maximum number of characters of a shape's name in a connection. */
const maxNameCharacters = 100;

/** Returns how a shape is called in a sentence: by its text, or by its kind and number. */
export function nameOf(shape: DrawnShape): string {
  const text = firstText(shape).replaceAll("\n", " / ");
  if (text === "") return `${shape.kind === "" ? "shape" : shape.kind} #${shape.id}`;
  return text.length > maxNameCharacters ? `${text.slice(0, maxNameCharacters).trimEnd()}…` : text;
}

function firstText(shape: DrawnShape): string {
  if (shape.text !== "") return shape.text;
  for (const child of inReadingOrder(shape.children)) {
    const text = child.isLine ? "" : firstText(child);
    if (text !== "") return text;
  }
  return "";
}

/** How the shapes of a page become items of a list. */
export interface ItemOptions {
  /** True for a shape whose text stands among the connections. */
  isConnection(shape: DrawnShape): boolean;
  /** Returns the number of a shape, ` #12`, if several have its name. */
  numberOf(shape: DrawnShape): string;
  /** Counts the hidden shapes among the items. */
  readonly counts: { hidden: number };
}

/** Returns the shapes with text, data or links as items, in reading order; groups and containers are nested. */
export function shapeItems(shapes: readonly DrawnShape[], options: ItemOptions, level = 0): readonly SlideParagraph[] {
  return inReadingOrder(shapes).flatMap((shape) => {
    if (options.isConnection(shape)) return [];
    const { text, rest } = hoisted(shape);
    const runs = runsOf({ ...shape, text: `${text}${options.numberOf(shape)}` });
    if (runs.length === 0) return shapeItems(rest, options, level);
    if (shape.isHidden) options.counts.hidden += 1;
    return [{ runs, level, label: "-" }, ...shapeItems(rest, options, level + 1)];
  });
}

/** Gives a group without text the text of its only part that has one, such as the heading of a swimlane. */
function hoisted(shape: DrawnShape): { readonly text: string; readonly rest: readonly DrawnShape[] } {
  const { text, children, kind, isContainer } = shape;
  if (text !== "" || kind === "") return { text, rest: children };
  const parts = children.filter((child) => "MasterShape" in child.sheet.element.attributes);
  const titled = parts.filter((part) => part.text !== "");
  const [title] = titled;
  if (title === undefined || (titled.length > 1 && !isContainer)) return { text, rest: children };
  return { text: title.text, rest: children.filter((child) => child !== title) };
}

function runsOf({ text, kind, data, links, isHidden }: DrawnShape): readonly SlideRun[] {
  if (text === "" && data.length === 0 && links.length === 0) return [];
  const isKindShown = kind !== "" && kind.toLowerCase() !== text.toLowerCase();
  const words = [isHidden ? "(hidden)" : "", text, isKindShown ? `(${kind})` : ""];
  const facts = data.map((each) => ` · ${each.label}${each.isHidden ? " (hidden)" : ""}: ${each.value}`).join("");
  const lead = words.filter((word) => word !== "").join(" ") + facts;
  return [...(lead === "" ? [] : [{ text: lead }]), ...links.flatMap(linkRuns)];
}

function linkRuns({ words, address, place }: ShapeLink): readonly SlideRun[] {
  if (address === "") return [{ text: ` · link to page ${place}${words === "" ? "" : ` (${words})`}` }];
  const link = place === "" || address.includes("#") ? address : `${address}#${place}`;
  return [{ text: " · " }, { text: words === "" ? link : words, link }];
}

/** Counts the shapes without words by kind: `2 × Database, 1 × Printer`. Parts of groups are not counted. */
export function wordlessKinds(shapes: readonly DrawnShape[], isConnection: (shape: DrawnShape) => boolean): string {
  const counts = new Map<string, number>();
  const count = (shape: DrawnShape): void => {
    if (isConnection(shape)) return;
    const isSilent = shape.kind !== "" && shape.data.length === 0 && shape.links.length === 0;
    if (isSilent && firstText(shape) === "" && !shape.isContainer) {
      counts.set(shape.kind, (counts.get(shape.kind) ?? 0) + 1);
    }
    for (const child of shape.children) count(child);
  };
  for (const shape of shapes) count(shape);
  return [...counts].map(([kind, number]) => `${number} × ${kind}`).join(", ");
}
