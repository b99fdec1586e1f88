import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { imageEvent } from "@reader/document/content";
import { findRecord, recordTypes, recordsIn, recordsOf, uint16At, uint32At } from "@reader/office-kit/office-art";
import { type CellPlace, placedAlt } from "../../sheets/image-words.ts";

/** An image on a sheet: its number in the image store of the workbook, from 1, and its alternative text. */
export interface PlacedImage {
  readonly number: number;
  readonly alt: string;
  /** The cell at its top left corner, if known. */
  readonly place?: CellPlace | undefined;
}

/** A shape in the drawing of a sheet. */
export interface DrawnShape {
  /** The cell at its top left corner, or at that of its group, if known. */
  readonly place: CellPlace | undefined;
  /** True if an OBJ record describes the shape. The records have the order of their shapes. */
  readonly hasObject: boolean;
  readonly image: PlacedImage | undefined;
}

/** Shape properties ([MS-ODRAW] 2.3): the number of the image, and its description. */
const imageProperty = 0x0104;
const descriptionProperty = 0x0381;
const idMask = 0x3fff;
const isComplex = 0x8000;
const propertyBytes = 6;

/** Maximum nesting depth of groups. */
const maxDepth = 20;

/** Yields the shapes in the drawing of a sheet ([MS-ODRAW] 2.2.13), in order. */
export function* drawnShapes(drawing: Uint8Array, group?: CellPlace, depth: number = 0): Generator<DrawnShape> {
  if (depth > maxDepth) return;
  for (const { type, isContainer, body } of recordsIn(drawing)) {
    if (type === recordTypes.shape) yield shapeOf(body, group);
    // The first shape of a group has the position of the group.
    else if (type === recordTypes.group) yield* drawnShapes(body, group ?? placeIn(firstShape(body)), depth + 1);
    else if (isContainer) yield* drawnShapes(body, group, depth + 1);
  }
}

function shapeOf(body: Uint8Array, group: CellPlace | undefined): DrawnShape {
  const place = placeIn(body) ?? group;
  const options = findRecord(body, recordTypes.shapeOptions);
  const image = options === undefined ? undefined : imageIn(options.body, options.instance);
  return {
    place,
    hasObject: findRecord(body, recordTypes.clientData) !== undefined,
    image: image === undefined ? undefined : { ...image, place },
  };
}

function firstShape(group: Uint8Array): Uint8Array | undefined {
  return findRecord(group, recordTypes.shape)?.body;
}

/** Size of an anchor in bytes: flags, then the column, row and offsets of two corners ([MS-XLS] 2.5.193). */
const anchorBytes = 18;

function placeIn(shape: Uint8Array | undefined): CellPlace | undefined {
  const anchor = findRecord(shape, recordTypes.clientAnchor)?.body;
  if (anchor === undefined || anchor.length < anchorBytes) return undefined;
  return { row: uint16At(anchor, 6) + 1, column: uint16At(anchor, 2) + 1 };
}

/**
 * Reads the image of a shape. Each property has six bytes; longer values follow after all properties, in the same
 * order.
 */
function imageIn(options: Uint8Array, count: number): PlacedImage | undefined {
  let number = 0;
  let alt = "";
  let complexAt = count * propertyBytes;
  for (let at = 0; at < count * propertyBytes && at + propertyBytes <= options.length; at += propertyBytes) {
    const property = uint16At(options, at);
    const value = uint32At(options, at + 2);
    if ((property & idMask) === imageProperty) number = value;
    if ((property & isComplex) === 0) continue;
    if ((property & idMask) === descriptionProperty) alt = wordsAt(options, complexAt, value);
    complexAt += value;
  }
  return number > 0 ? { number, alt } : undefined;
}

function wordsAt(bytes: Uint8Array, start: number, length: number): string {
  return new TextDecoder("utf-16le")
    .decode(bytes.subarray(start, start + length))
    .replaceAll("\0", "")
    .trim();
}

/** The data of an image follows a header with one or two digests and a tag ([MS-ODRAW] 2.2.23 and later). */
const digestBytes = 16;
const twoDigests: ReadonlySet<number> = new Set([0x46b, 0x6e3, 0x6e1]);
const entryBytes = 36;

/** Yields images from the image store of a workbook as events. Unsupported image types are skipped. */
export async function* storedImages(
  store: Uint8Array,
  placed: readonly PlacedImage[],
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  const images = findRecord(store, recordTypes.drawingStore, recordTypes.imageStore);
  const entries = recordsOf(images?.body, recordTypes.imageEntry);
  for (const { number, alt, place } of placed) {
    const [blip] = recordsIn(entries[number - 1]?.body.subarray(entryBytes));
    if (blip === undefined) continue;
    const header = (twoDigests.has(blip.instance) ? 2 : 1) * digestBytes + 1;
    const event = await imageEvent(blip.body.slice(header), "", { alt: placedAlt(alt, place), context });
    if (event !== undefined) yield event;
  }
}
