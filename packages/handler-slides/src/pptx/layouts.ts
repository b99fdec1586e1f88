import { contentOf, isOn, paragraphTexts, partOf } from "@reader/office-kit/drawing";
import { type OfficePackage, targetOf } from "@reader/office-kit/package";
import { ReadError } from "@reader/core/handler";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import type { ShapeBox } from "../slides/reading-order.ts";

/** The properties that a slide inherits from its layout and its master. */
export interface Layout {
  /** Returns the list styles of a placeholder, nearest first; without one, the master's styles for other text. */
  stylesFor(placeholder: Placeholder | undefined): readonly XmlElement[];
  /** Returns the inherited position of a placeholder, or `undefined` for other shapes. */
  placeFor(placeholder: Placeholder | undefined): ShapeBox | undefined;
  /** Text outside placeholders, which is repeated on each slide. */
  readonly staticText: readonly string[];
}

/** Returns a layout by the name of its part; each is read once. */
export type FindLayout = (part: string | undefined) => Promise<Layout>;

/** The inherited properties of a slide without a layout. */
export const noLayout: Layout = { stylesFor: () => [], placeFor: () => undefined, staticText: [] };

/** Creates a cache of layouts. */
export function createLayouts(parts: OfficePackage): FindLayout {
  const known = new Map<string, Promise<Layout>>();
  return async (part) => {
    if (part === undefined) return noLayout;
    const found = known.get(part) ?? readLayout(parts, part);
    known.set(part, found);
    return found;
  };
}

/** A damaged layout loses its bullets, not the slide. */
async function readLayout(parts: OfficePackage, part: string): Promise<Layout> {
  try {
    const relationships = await parts.relationships(part);
    const above = targetOf(relationships, "slideMaster") ?? targetOf(relationships, "notesMaster");
    const layout = await parts.tree(part);
    return layoutOf(layout, above === undefined ? undefined : await parts.tree(above));
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return noLayout;
    throw error;
  }
}

function layoutOf(layout: XmlElement | undefined, master: XmlElement | undefined): Layout {
  const trees = [layout, master].map(placesIn);
  const showsMaster = layout?.attributes["showMasterSp"] === undefined || isOn(layout.attributes["showMasterSp"]);
  return {
    stylesFor(placeholder) {
      if (placeholder === undefined) return [];
      const found = trees.map((places) => childOf(shapeFor(places, placeholder), "p:txBody", "a:lstStyle"));
      return [...found, childOf(master, "p:txStyles", masterStyleOf(placeholder))].filter((each) => each !== undefined);
    },
    placeFor(placeholder) {
      const found = placeholder === undefined ? [] : trees.map((places) => shapeFor(places, placeholder));
      return found.flatMap((shape) => (shape === undefined ? [] : (placeOf(shape) ?? [])))[0];
    },
    staticText: [...(showsMaster ? staticTextIn(master) : []), ...staticTextIn(layout)],
  };
}

/** A placeholder of a layout or a master. */
interface HeldPlace extends Placeholder {
  readonly shape: XmlElement;
}

function placesIn(root: XmlElement | undefined): readonly HeldPlace[] {
  return contentOf(childOf(root, "p:cSld", "p:spTree")).flatMap((shape) => {
    const placeholder = shape.name === "p:sp" ? placeholderOf(shape) : undefined;
    return placeholder === undefined ? [] : [{ ...placeholder, shape }];
  });
}

/** Finds the placeholder with the same index, else with the same role. */
function shapeFor(places: readonly HeldPlace[], { role, index }: Placeholder): XmlElement | undefined {
  const found =
    places.find((place) => index !== "" && place.index === index) ?? places.find((place) => place.role === role);
  return found?.shape;
}

function masterStyleOf({ role }: Placeholder): string {
  if (role === "title") return "p:titleStyle";
  return role === "body" ? "p:bodyStyle" : "p:otherStyle";
}

/** Returns the text of shapes that are not placeholders, in groups too. */
function staticTextIn(root: XmlElement | undefined): readonly string[] {
  return wordsIn(childOf(root, "p:cSld", "p:spTree"));
}

function wordsIn(tree: XmlElement | undefined): readonly string[] {
  return contentOf(tree).flatMap((element) => {
    if (element.name === "p:grpSp") return wordsIn(element);
    if (element.name !== "p:sp" || placeholderOf(element) !== undefined) return [];
    return paragraphTexts(childOf(element, "p:txBody"));
  });
}

/** The role of a placeholder, as far as it matters here. */
export type PlaceholderRole = "title" | "body" | "date" | "footer" | "header" | "number" | "slide-image";

/** A shape whose position and style come from the layout. */
interface Placeholder {
  readonly role: PlaceholderRole;
  /** The index that links it to the layout's placeholder; empty if it has none. */
  readonly index: string;
}

/** Roles by placeholder type (ISO/IEC 29500-1, 19.7.10). Other types contain content, as a body does. */
const roles: Readonly<Record<string, PlaceholderRole>> = {
  title: "title",
  ctrTitle: "title",
  dt: "date",
  ftr: "footer",
  hdr: "header",
  sldNum: "number",
  sldImg: "slide-image",
};

/** Returns the placeholder of a shape, or `undefined` for an ordinary shape. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = contentOf(shape).find(({ name }) => name.startsWith("p:nv"));
  const placeholder = partOf(properties, "p:nvPr", "p:ph");
  if (placeholder === undefined) return undefined;
  return { role: roles[placeholder.attributes["type"] ?? ""] ?? "body", index: placeholder.attributes["idx"] ?? "" };
}

/** Returns the position of a shape, group, image or frame in EMU, or `undefined` if it is inherited. */
export function placeOf(shape: XmlElement): ShapeBox | undefined {
  const properties = contentOf(shape).find(({ name }) => name === "p:spPr" || name === "p:grpSpPr");
  const transform = partOf(properties, "a:xfrm") ?? partOf(shape, "p:xfrm");
  const { x, y } = partOf(transform, "a:off")?.attributes ?? {};
  const { cx, cy } = partOf(transform, "a:ext")?.attributes ?? {};
  const [left, top, width, height] = [Number(x), Number(y), Number(cx), Number(cy)];
  if (!Number.isFinite(left + top + width + height)) return undefined;
  return turnedBox({ left, top, right: left + width, bottom: top + height }, Number(transform?.attributes["rot"] ?? 0));
}

/** Angles are in 60,000ths of a degree (ISO/IEC 29500-1, 20.1.10.3). */
const quarterTurn = 90 * 60_000;

/** Exchanges width and height of a shape that lies on its side; its position is that before the rotation. */
function turnedBox(box: ShapeBox, angle: number): ShapeBox {
  if (Math.abs(Math.round(angle / quarterTurn)) % 2 === 0) return box;
  const { left, top, right, bottom } = box;
  const [x, y, width, height] = [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top];
  return { left: x - height / 2, top: y - width / 2, right: x + height / 2, bottom: y + width / 2 };
}
