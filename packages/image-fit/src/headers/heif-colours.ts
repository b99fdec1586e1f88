import type { CodedColours } from "../coded-colours.ts";
import { boxesIn, type Box, type BoxRange } from "./boxes.ts";
import { tagAt } from "./measured-image.ts";

const maxItems = 10_000;

/** What is said of an item names a property by 15 bits. */
const maxProperties = 0x7f_ff;

/**
 * What the numbers of the primary picture of an HEIF or AVIF file stand for (ISO/IEC 23008-12, 6.5.5; 14496-12, 12.1.5).
 * Other pictures in the file, as one that holds the highlights of HDR, have colours of their own.
 */
export function heifColours(view: DataView): CodedColours | undefined {
  const meta = childOf(view, { start: 0, end: view.byteLength }, "meta");
  // Between the head of `meta` and its boxes are its version and flags.
  const content = meta && { start: meta.start + 12, end: meta.end };
  const properties = content && childOf(view, content, "iprp");
  if (content === undefined || properties === undefined) return undefined;
  const inside = { start: properties.start + 8, end: properties.end };
  const container = childOf(view, inside, "ipco");
  const associations = childOf(view, inside, "ipma");
  const primary = primaryOf(view, childOf(view, content, "pitm"));
  if (container === undefined || associations === undefined || primary === undefined) return undefined;
  const own = new Set(propertiesOf(view, associations, primary));
  return codedIn(view, container, own);
}

function childOf(view: DataView, range: BoxRange, tag: string): Box | undefined {
  for (const box of boxesIn(view, range)) if (box.tag === tag) return box;
  return undefined;
}

function primaryOf(view: DataView, box: Box | undefined): number | undefined {
  if (box === undefined || box.start + 14 > box.end) return undefined;
  if (view.getUint8(box.start + 8) === 0) return view.getUint16(box.start + 12);
  return box.start + 16 > box.end ? undefined : view.getUint32(box.start + 12);
}

/** The numbers, from 1, of what is said of an item. */
function propertiesOf(view: DataView, { start, end }: Box, wanted: number): readonly number[] {
  if (start + 16 > end) return [];
  const idBytes = view.getUint8(start + 8) === 0 ? 2 : 4;
  const indexBytes = (view.getUint8(start + 11) & 1) === 0 ? 1 : 2;
  let at = start + 16;
  for (let items = Math.min(maxItems, view.getUint32(start + 12)); items > 0; items -= 1) {
    if (at + idBytes + 1 > end) break;
    const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    const count = view.getUint8(at + idBytes);
    at += idBytes + 1;
    if (at + count * indexBytes > end) break;
    // The highest bit says that a decoder has to know the property.
    if (id === wanted) {
      return Array.from({ length: count }, (_, index) =>
        indexBytes === 1 ? view.getUint8(at + index) & 0x7f : view.getUint16(at + index * 2) & 0x7f_ff,
      );
    }
    at += count * indexBytes;
  }
  return [];
}

function codedIn(view: DataView, { start, end }: Box, own: ReadonlySet<number>): CodedColours | undefined {
  let index = 0;
  for (const box of boxesIn(view, { start: start + 8, end })) {
    index += 1;
    if (index > maxProperties) return undefined;
    if (!own.has(index) || box.tag !== "colr" || box.start + 16 > box.end) continue;
    if (tagAt(view, box.start + 8) !== "nclx") continue;
    return { primaries: view.getUint16(box.start + 12), transfer: view.getUint16(box.start + 14) };
  }
  return undefined;
}
