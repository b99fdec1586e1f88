import { viewOf, type MeasuredImage } from "./measured-image.ts";

/** Maximum number of blocks parsed. A frame takes three. */
const maxBlocks = 30_000;

/** Disposal methods (GIF89a, 23). */
const toBackground = 2;
const toPrevious = 3;

/** The state collected from the frames so far. */
interface GifScreen {
  widthPx: number;
  heightPx: number;
  frames: number;
  /** True if a frame has a transparent colour. */
  hasClearColour: boolean;
  /** True if a part of the screen is never drawn or is cleared. */
  isBare: boolean;
}

/** Measures a GIF: the logical screen, extended to frames beyond it (GIF89a, 18 and 20). */
export function measureGif(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 13 || view.getUint32(0) !== 0x47494638) return undefined;
  const [widthPx, heightPx] = [view.getUint16(6, true), view.getUint16(8, true)];
  const screen = { widthPx, heightPx, frames: 0, hasClearColour: false, isBare: false };
  const gifEndAt = walkBlocks(view, {
    control: (flags) => control(screen, flags),
    frame: (descriptor) => place(screen, descriptor),
  });
  return {
    mediaType: "image/gif",
    widthPx: screen.widthPx,
    heightPx: screen.heightPx,
    isCutOff: gifEndAt === undefined,
    ...(gifEndAt !== undefined && screen.isBare && !screen.hasClearColour ? { bareGifEndAt: gifEndAt } : {}),
  };
}

function control(screen: GifScreen, flags: number): void {
  const disposal = (flags >> 2) & 7;
  screen.hasClearColour ||= (flags & 1) !== 0;
  // Restoring the state before the first frame clears the screen.
  screen.isBare ||= disposal === toBackground || (disposal === toPrevious && screen.frames === 0);
}

/** Adds a frame by its descriptor: left, top, width, height. */
function place(screen: GifScreen, descriptor: DataView): void {
  const [left, top] = [descriptor.getUint16(0, true), descriptor.getUint16(2, true)];
  const [right, bottom] = [left + descriptor.getUint16(4, true), top + descriptor.getUint16(6, true)];
  const isWhole = left === 0 && top === 0 && right >= screen.widthPx && bottom >= screen.heightPx;
  screen.isBare ||= screen.frames === 0 && !isWhole;
  screen.frames += 1;
  screen.widthPx = Math.max(screen.widthPx, right);
  screen.heightPx = Math.max(screen.heightPx, bottom);
}

interface BlockVisitor {
  readonly control: (flags: number) => void;
  readonly frame: (descriptor: DataView) => void;
}

/**
 * Visits each frame. Returns the offset of the end mark, or where it is missing, or `undefined` if the bytes end inside
 * a block.
 */
function walkBlocks(view: DataView, visitor: BlockVisitor): number | undefined {
  let at = 13 + colourTableBytes(view.getUint8(10));
  for (let count = 0; count < maxBlocks; count += 1) {
    // Many complete files lack the end mark.
    if (at >= view.byteLength) return at === view.byteLength ? at : undefined;
    const kind = view.getUint8(at);
    if (kind !== 0x2c && kind !== 0x21) return at;
    if (kind === 0x2c && at + 10 > view.byteLength) return undefined;
    at = kind === 0x2c ? afterFrame(view, at, visitor) : afterExtension(view, at, visitor);
  }
  return at;
}

function afterFrame(view: DataView, at: number, { frame }: BlockVisitor): number {
  frame(viewOf(new Uint8Array(view.buffer, view.byteOffset + at + 1, 8)));
  // The minimum code size follows the descriptor and its colour table.
  return afterSubBlocks(view, at + 11 + colourTableBytes(view.getUint8(at + 9)));
}

function afterExtension(view: DataView, at: number, visitor: BlockVisitor): number {
  if (at + 4 <= view.byteLength && view.getUint8(at + 1) === 0xf9) visitor.control(view.getUint8(at + 3));
  return afterSubBlocks(view, at + 2);
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
  // Past the end, since the block is not terminated.
  return view.byteLength + 1;
}
