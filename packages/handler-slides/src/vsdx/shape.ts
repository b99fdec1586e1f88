import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { cellOf, numberOf, rowsOf, type Sheet, textOf } from "./sheet-cells.ts";

/** A shape of a drawing, as a reader sees it. */
export interface DrawnShape {
  readonly sheet: Sheet;
  readonly id: string;
  /** The name of its master, such as `Decision`; empty if it was drawn freely. */
  readonly kind: string;
  readonly text: string;
  readonly box: Box;
  /** True for a line that may connect two shapes. */
  readonly isLine: boolean;
  /** True if a layer hides it. */
  readonly isHidden: boolean;
  /** True if it groups the shapes that lie on it, as a swimlane does. */
  readonly isContainer: boolean;
  readonly data: readonly ShapeData[];
  readonly links: readonly ShapeLink[];
  /** The relationship of its image, if it is one. */
  readonly image: string | undefined;
  readonly children: readonly DrawnShape[];
}

/** The place of a shape on its page, in inches from the bottom left corner. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** An item of shape data, such as `Owner: Ada`. */
export interface ShapeData {
  readonly label: string;
  readonly value: string;
  readonly isHidden: boolean;
}

/** A link of a shape: to an address, or to a page of the drawing. */
export interface ShapeLink {
  readonly words: string;
  readonly address: string;
  readonly place: string;
}

/** What the shapes of a page refer to. */
export interface ShapeContext {
  master(id: string): Master | undefined;
  /** The indexes of the layers that are not shown. */
  readonly hiddenLayers: ReadonlySet<string>;
}

/** A master shape of the stencil in the drawing. */
export interface Master {
  readonly name: string;
  /** Its outermost shape. */
  readonly root: XmlElement | undefined;
  /** All its shapes, by identifier. */
  readonly shapes: ReadonlyMap<string, XmlElement>;
}

/** Reads the shapes of a page or of a group. */
export function readShapes(parent: XmlElement | undefined, context: ShapeContext): readonly DrawnShape[] {
  return shapesIn(parent, context, { left: 0, bottom: 0, master: undefined, isHidden: false });
}

/** The group around a shape. */
interface Surroundings {
  readonly left: number;
  readonly bottom: number;
  readonly master: Master | undefined;
  readonly isHidden: boolean;
}

function shapesIn(parent: XmlElement | undefined, context: ShapeContext, around: Surroundings): readonly DrawnShape[] {
  return childrenOf(childOf(parent, "Shapes"), "Shape").flatMap((element) =>
    element.attributes["Del"] === "1" ? [] : [shapeOf(element, context, around)],
  );
}

function shapeOf(element: XmlElement, context: ShapeContext, around: Surroundings): DrawnShape {
  const { ID: id = "", Master: masterId = "", MasterShape: inner } = element.attributes;
  const own = context.master(masterId);
  const master = own ?? around.master;
  const sheet: Sheet = { element, master: masterShape(inner, own, around.master) };
  const box = boxOf(sheet, around);
  const isHidden = around.isHidden || isOnHiddenLayer(sheet, context);
  return {
    sheet,
    id,
    kind: own?.name ?? "",
    text: textOf(sheet),
    box,
    isLine: cellOf(sheet, "BeginX") !== undefined,
    isHidden,
    isContainer: isContainer(sheet),
    data: dataOf(sheet),
    links: linksOf(sheet),
    image: childOf(element, "ForeignData", "Rel")?.attributes["r:id"],
    children: shapesIn(element, context, { left: box.left, bottom: box.bottom, master, isHidden }),
  };
}

/** Structures whose members lie on them ([MS-VSDX], 2.2.7.2.7: structured diagrams). */
const structures = /^(?:container|list)$/i;

/** Returns the shape of a master from which a shape inherits: the outermost one, or a part of it by its identifier. */
function masterShape(inner: string | undefined, own: Master | undefined, outer: Master | undefined): Sheet["master"] {
  return inner === undefined ? own?.root : (own ?? outer)?.shapes.get(inner);
}

function isContainer(sheet: Sheet): boolean {
  return structures.test(rowsOf(sheet, "User").get("msvStructureType")?.get("Value") ?? "");
}

function boxOf(sheet: Sheet, { left, bottom }: Surroundings): Box {
  const number = (name: string): number => numberOf(sheet, name) ?? 0;
  const [width, height] = [number("Width"), number("Height")];
  const x = left + number("PinX") - (numberOf(sheet, "LocPinX") ?? width / 2);
  const y = bottom + number("PinY") - (numberOf(sheet, "LocPinY") ?? height / 2);
  return {
    left: Math.min(x, x + width),
    bottom: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}

/** A shape on several layers is shown if one of them is. */
function isOnHiddenLayer(sheet: Sheet, { hiddenLayers }: ShapeContext): boolean {
  const layers = (cellOf(sheet, "LayerMember") ?? "").split(";").filter((layer) => layer !== "");
  return layers.length > 0 && layers.every((layer) => hiddenLayers.has(layer));
}

function dataOf(sheet: Sheet): readonly ShapeData[] {
  const own = rowsOf({ element: sheet.element, master: undefined }, "Property");
  return [...rowsOf(sheet, "Property")].flatMap(([name, row]) => {
    const value = oneLine(row.get("Value") ?? "");
    const label = oneLine(row.get("Label") ?? "").replace(/:$/, "");
    const isHidden = row.get("Invisible") === "1";
    // Masters keep values for their own use in hidden rows.
    if (value === "" || (isHidden && own.get(name)?.has("Value") !== true)) return [];
    return [{ label: label === "" ? name : label, value, isHidden }];
  });
}

function linksOf(sheet: Sheet): readonly ShapeLink[] {
  return [...rowsOf(sheet, "Hyperlink").values()].flatMap((row) => {
    const [address, place] = [oneLine(row.get("Address") ?? ""), oneLine(row.get("SubAddress") ?? "")];
    return address === "" && place === "" ? [] : [{ words: oneLine(row.get("Description") ?? ""), address, place }];
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
