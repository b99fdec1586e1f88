import { boxesIn, type BoxRange } from "./boxes.ts";
import { heifColours } from "./heif-colours.ts";
import { sequenceIn } from "./heif-sequence.ts";
import { tagAt, type MeasuredImage } from "./measured-image.ts";

/** Boxes that hold other boxes on the way to `ispe`, and the bytes before their first child. */
const containers: ReadonlyMap<string, number> = new Map([
  ["meta", 12],
  ["iprp", 8],
  ["ipco", 8],
]);
const maxBoxes = 20_000;

/** ISO/IEC 23008-12, 6.5.3: the largest `ispe` of an HEIF or AVIF file; by its brands it is `image/avif` or `image/heic`. */
export function measureHeif(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 16 || tagAt(view, 4) !== "ftyp") return undefined;
  const brands = brandsOf(view);
  if (!brands.some((brand) => /^(?:mif1|msf1|avi[fs]|he[iv][cmsx])$/.test(brand))) return undefined;
  const mediaType = brands.some((brand) => brand.startsWith("avi")) ? "image/avif" : "image/heic";
  let [widthPx, heightPx] = [0, 0];
  walk(view, (at) => {
    widthPx = Math.max(widthPx, view.getUint32(at + 12));
    heightPx = Math.max(heightPx, view.getUint32(at + 16));
  });
  const sequence = sequenceIn(view, { start: 0, end: view.byteLength });
  const codedColours = heifColours(view);
  return {
    mediaType,
    widthPx,
    heightPx,
    ...(sequence === undefined ? {} : { sequence }),
    ...(codedColours === undefined ? {} : { codedColours }),
  };
}

function brandsOf(view: DataView): readonly string[] {
  const end = Math.min(view.getUint32(0), view.byteLength, 256);
  const brands = [tagAt(view, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(tagAt(view, at));
  return brands;
}

/** Visits each `ispe` box: length, tag, version, width, height. */
function walk(view: DataView, visit: (at: number) => void): void {
  const pending: BoxRange[] = [{ start: 0, end: view.byteLength }];
  let boxes = 0;
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    for (const { tag, start, end } of boxesIn(view, range)) {
      if (boxes === maxBoxes) break;
      boxes += 1;
      const headBytes = containers.get(tag);
      if (tag === "ispe" && start + 20 <= end) visit(start);
      if (headBytes !== undefined) pending.push({ start: start + headBytes, end });
    }
  }
}
