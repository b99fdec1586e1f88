import { viewOf, type MeasuredImage } from "./measured-image.ts";

/** Blocks that are looked at; a frame takes three. */
const maxBlocks = 30_000;

/** GIF89a, 23: what becomes of a frame's area when its time is over. */
const toBackground = 2;
const toPrevious = 3;

/** What its frames have told so far. */
interface GifScreen {
  widthPx: number;
  heightPx: number;
  frames: number;
  /** Whether a frame has a colour that is see-through. */
  hasClearColour: boolean;
  /** Whether a part of the screen is left free, or freed again. */
  isBare: boolean;
}

/** GIF89a, 18 and 20: the logical screen, or what its frames take where they reach beyond it. */
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
  // Before the first frame there was nothing.
  screen.isBare ||= disposal === toBackground || (disposal === toPrevious && screen.frames === 0);
}

/** The descriptor of a frame: left, top, width, height. */
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

/** Calls with what each frame says. Gives where the end mark is or would be; undefined where the bytes end inside a block. */
function walkBlocks(view: DataView, visitor: BlockVisitor): number | undefined {
  let at = 13 + colourTableBytes(view.getUint8(10));
  for (let count = 0; count < maxBlocks; count += 1) {
    // Many files lack the end mark; what is missing then is nothing.
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
  // The minimum size of codes follows the descriptor and its colours.
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
  // Beyond the end: the block has none.
  return view.byteLength + 1;
}
