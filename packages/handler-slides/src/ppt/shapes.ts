import {
  findRecord,
  recordTypes,
  recordsIn,
  uint16At,
  uint32At,
  viewOf,
  type PptRecord,
} from "@reader/office-kit/office-art";
import { shapeBullets } from "./list-numbers.ts";
import type { NewerBullet } from "./newer-bullets.ts";
import { createTextCollector, type TextEntry } from "./text-entry.ts";

/** One shape of a drawing. */
export interface PptShape {
  /** The placeholder type ([MS-PPT], 2.13.22); 0 for none. */
  readonly placeholder: number;
  readonly text: TextEntry | undefined;
  /** The bullets as PowerPoint 2000 and later store them; `undefined` if they add nothing. */
  readonly bullets: readonly NewerBullet[] | undefined;
  /** The index of the outline text that it shows; `undefined` if it has its own text, or none. */
  readonly outlineIndex: number | undefined;
  /** The number of its image, from 1; 0 for none. */
  readonly picture: number;
  /** Its alternative text; empty if it has none. */
  readonly alt: string;
  readonly isHidden: boolean;
  /** The number of the embedded object that it shows; 0 for none. */
  readonly object: number;
  /** Its distance from the top of the slide; `undefined` for a shape of a group. */
  readonly place: { readonly top: number; readonly bottom: number } | undefined;
  /** Its position in its group. */
  readonly anchor: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

/** A shape, or the shapes of a table. */
export type DrawingItem = PptShape | { readonly table: readonly PptShape[] };

/** Maximum nesting of groups; real presentations stay far below. */
const maxDepth = 64;

/** Returns the shapes of a slide in order. Groups are flattened, except tables. */
export function shapesIn(slide: Uint8Array): readonly DrawingItem[] {
  const group = findRecord(slide, recordTypes.drawing, recordTypes.drawingContainer, recordTypes.group);
  return group === undefined ? [] : itemsIn(group, 0);
}

function itemsIn(group: PptRecord, depth: number): readonly DrawingItem[] {
  const items: DrawingItem[] = [];
  for (const record of recordsIn(group.body)) {
    if (record.type === recordTypes.shape) items.push(...shapeOf(record.body));
    else if (record.type === recordTypes.group && depth < maxDepth) items.push(...groupItems(record, depth + 1));
  }
  return items;
}

function groupItems(group: PptRecord, depth: number): readonly DrawingItem[] {
  const items = itemsIn(group, depth);
  const [first] = recordsIn(group.body);
  if ((optionsOf(first?.body).numbers.get(properties.table) ?? 0) % 2 === 0) return items;
  return [{ table: items.flatMap((item) => ("table" in item ? item.table : [item])) }];
}

const flags = { isGroup: 0x1, isDeleted: 0x8, isBackground: 0x400 } as const;

/** Property identifiers of shapes ([MS-ODRAW], 2.3). */
const properties = { picture: 0x104, alt: 0x381, groupShape: 0x3bf, table: 0x39f } as const;

function shapeOf(body: Uint8Array): readonly PptShape[] {
  const kind = uint32At(findRecord(body, recordTypes.shapeAtom)?.body, 4);
  if ((kind & (flags.isGroup | flags.isDeleted | flags.isBackground)) !== 0) return [];
  const { numbers, alt } = optionsOf(body);
  const box = findRecord(body, recordTypes.clientTextbox)?.body;
  const outline = findRecord(box, recordTypes.outlineTextRef);
  const number = (property: number): number => numbers.get(property) ?? 0;
  const client = findRecord(body, recordTypes.clientData)?.body;
  return [
    {
      ...rolesOf(client),
      bullets: shapeBullets(client),
      text: textIn(box),
      outlineIndex: outline === undefined ? undefined : uint32At(outline.body, 0),
      picture: number(properties.picture),
      alt,
      // The flag, and the bit that marks it as set.
      isHidden: (number(properties.groupShape) & 0x20002) === 0x20002,
      place: placeOf(findRecord(body, recordTypes.clientAnchor)?.body),
      anchor: anchorOf(findRecord(body, recordTypes.childAnchor)?.body),
    },
  ];
}

function rolesOf(client: Uint8Array | undefined): Pick<PptShape, "placeholder" | "object"> {
  return {
    placeholder: findRecord(client, recordTypes.placeholder)?.body[4] ?? 0,
    object: uint32At(findRecord(client, recordTypes.objectRef)?.body, 0),
  };
}

function textIn(box: Uint8Array | undefined): TextEntry | undefined {
  const collector = createTextCollector();
  for (const record of recordsIn(box)) collector.add(record);
  return collector.entries[0];
}

/** Reads top, left, right and bottom, of two or four bytes each ([MS-PPT], 2.7.1). */
function placeOf(body: Uint8Array | undefined): PptShape["place"] {
  if (body === undefined || body.length < 8) return undefined;
  const view = viewOf(body);
  if (body.length >= 16) return { top: view.getInt32(0, true), bottom: view.getInt32(12, true) };
  return { top: view.getInt16(0, true), bottom: view.getInt16(6, true) };
}

function anchorOf(body: Uint8Array | undefined): PptShape["anchor"] {
  const number = (at: number): number =>
    body !== undefined && body.length >= 16 ? viewOf(body).getInt32(at, true) : 0;
  return { left: number(0), top: number(4), right: number(8), bottom: number(12) };
}

interface ShapeOptions {
  readonly numbers: ReadonlyMap<number, number>;
  readonly alt: string;
}

const utf16 = new TextDecoder("utf-16le");

/**
 * Reads the property tables of a shape ([MS-ODRAW], 2.2.9): entries of six bytes, then the data of the complex ones.
 */
function optionsOf(shape: Uint8Array | undefined): ShapeOptions {
  const numbers = new Map<number, number>();
  let alt = "";
  for (const { type, instance, body } of recordsIn(shape)) {
    if (type !== recordTypes.shapeOptions && type !== recordTypes.moreShapeOptions) continue;
    let complexAt = instance * 6;
    for (let at = 0; at + 6 <= Math.min(body.length, instance * 6); at += 6) {
      const id = uint16At(body, at);
      const value = uint32At(body, at + 2);
      numbers.set(id & 0x3fff, value);
      if ((id & 0x8000) === 0) continue;
      if ((id & 0x3fff) === properties.alt) alt = utf16.decode(body.subarray(complexAt, complexAt + value));
      complexAt += value;
    }
  }
  return { numbers, alt: alt.replaceAll("\0", "").replaceAll(/\s+/gu, " ").trim() };
}
