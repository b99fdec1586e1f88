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
  return { mediaType, widthPx, heightPx };
}

function brandsOf(view: DataView): readonly string[] {
  const end = Math.min(view.getUint32(0), view.byteLength, 256);
  const brands = [tagAt(view, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(tagAt(view, at));
  return brands;
}

/** Visits each `ispe` box: length, tag, version, width, height. */
function walk(view: DataView, visit: (at: number) => void): void {
  const pending: [start: number, end: number][] = [[0, view.byteLength]];
  let boxes = 0;
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    let [at] = range;
    while (at + 8 <= range[1] && boxes < maxBoxes) {
      boxes += 1;
      const tag = tagAt(view, at + 4);
      const end = Math.min(range[1], at + boxBytes(view, at, range[1]));
      const headBytes = containers.get(tag);
      if (tag === "ispe" && at + 20 <= end) visit(at);
      if (headBytes !== undefined) pending.push([at + headBytes, end]);
      at = end;
    }
  }
}

/** A length of 0 runs to the end of what it is in, 1 has the length in the eight bytes after the tag. */
function boxBytes(view: DataView, at: number, end: number): number {
  const length = view.getUint32(at);
  if (length === 0) return end - at;
  if (length === 1) return at + 16 <= end ? Math.max(16, Number(view.getBigUint64(at + 8))) : end - at;
  return Math.max(8, length);
}
