import { viewOf, type MeasuredImage } from "./measured-image.ts";

/** Blocks that are looked at; a frame takes three. */
const maxBlocks = 30_000;

/** GIF89a, 18 and 20: the logical screen, or what its frames take where they reach beyond it. */
export function measureGif(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 13 || view.getUint32(0) !== 0x47494638) return undefined;
  let [widthPx, heightPx] = [view.getUint16(6, true), view.getUint16(8, true)];
  const isCutOff = !walkFrames(view, (frame) => {
    widthPx = Math.max(widthPx, frame.getUint16(0, true) + frame.getUint16(4, true));
    heightPx = Math.max(heightPx, frame.getUint16(2, true) + frame.getUint16(6, true));
  });
  return { mediaType: "image/gif", widthPx, heightPx, isCutOff };
}

/** Calls with the descriptor of each frame: left, top, width, height. False where the bytes end inside a block. */
function walkFrames(view: DataView, visit: (descriptor: DataView) => void): boolean {
  let at = 13 + colourTableBytes(view.getUint8(10));
  for (let count = 0; count < maxBlocks; count += 1) {
    // Many files lack the end mark; what is missing then is nothing.
    if (at >= view.byteLength) return at === view.byteLength;
    const kind = view.getUint8(at);
    if (kind === 0x2c && at + 10 > view.byteLength) return false;
    if (kind === 0x2c) {
      visit(viewOf(new Uint8Array(view.buffer, view.byteOffset + at + 1, 8)));
      // The minimum size of codes follows the descriptor and its colours.
      at = afterSubBlocks(view, at + 11 + colourTableBytes(view.getUint8(at + 9)));
    } else if (kind === 0x21) at = afterSubBlocks(view, at + 2);
    else return true;
  }
  return true;
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
  // Beyond the end: the block has none.
  return view.byteLength + 1;
}
