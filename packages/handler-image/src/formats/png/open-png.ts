import { crc32 } from "node:zlib";
import {
  decodeImage,
  describeImage,
  encodePixels,
  type InputLimits,
  type PixelSize,
  type RawPixels,
  type Region,
  resizePixels,
} from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { cutAnimation, engineImage } from "../engine/engine-image.ts";

/** Opens a PNG. The engine decodes only the first frame, so the frames of an animation are parsed here. */
export async function openPng(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  const description = await describeImage(bytes, { input });
  const image = engineImage(bytes, description, input);
  return description.isAnimatedPng ? withFrames(image, bytes) : image;
}

/** Returns the image with its frames, or the image unchanged if it has fewer than two valid frames. */
function withFrames(image: OpenedImage, bytes: Uint8Array): OpenedImage {
  const frames = framesOf(bytes).filter((frame) => isInside(frame, image.size));
  const known = frames.length < frameCountIn(bytes) ? { ...image, remarks: [cutAnimation] } : image;
  if (frames.length < 2) return known;
  return {
    ...known,
    count: frames.length,
    animation: {
      delaysMs: frames.map(({ delayMs }) => delayMs),
      async *tiles(wanted, size) {
        for await (const pixels of played(frames, image.size, wanted)) yield await resizePixels(pixels, size);
      },
    },
    sizeOf: async () => image.size,
    fit: async (limits, options) => {
      const { page = 1, region, purpose, signal } = options;
      const isStill = page === 1 && !isStillApart(bytes);
      if (isStill || purpose === "native") return image.fit(limits, options);
      for await (const pixels of played(frames, image.size, [page])) {
        const part = { ...(region === undefined ? {} : { region }), ...(signal === undefined ? {} : { signal }) };
        return encodePixels(pixels, limits, part);
      }
      return image.fit(limits, options);
    },
  };
}

function isInside({ xPx, yPx, widthPx, heightPx }: PngFrame, size: PixelSize): boolean {
  return widthPx > 0 && heightPx > 0 && xPx + widthPx <= size.widthPx && yPx + heightPx <= size.heightPx;
}

/** Plays the animation up to the last requested frame and yields each requested frame as displayed. */
async function* played(
  frames: readonly PngFrame[],
  size: PixelSize,
  wanted: readonly number[],
): AsyncGenerator<RawPixels> {
  const canvas = createCanvas(size);
  const last = wanted.at(-1) ?? 0;
  for (const [index, frame] of frames.slice(0, last).entries()) {
    const before = frame.disposal === "previous" ? canvas.snapshot() : undefined;
    canvas.draw(await decodeImage(frame.png(), { size: frame }), frame, frame.blend);
    if (wanted.includes(index + 1)) yield canvas.snapshot();
    dispose(canvas, frame, before);
  }
}

function dispose(canvas: Canvas, frame: PngFrame, before: RawPixels | undefined): void {
  if (before !== undefined) canvas.restore(before);
  else if (frame.disposal === "background") canvas.clear(frame);
}

/** A frame of an animated PNG, W3C PNG 3, 11.3.6.2. */
interface PngFrame {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly delayMs: number;
  /** How its area is cleared after it was shown. */
  readonly disposal: "none" | "background" | "previous";
  readonly blend: "source" | "over";
  /** Encodes the frame as a standalone PNG. */
  png(): Uint8Array;
}

/** Chunks of the file that every frame needs: palette, transparency and colour space. */
const sharedTags: ReadonlySet<string> = new Set(["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"]);
const maxFrames = 10_000;

interface OpenFrame {
  readonly control: DataView;
  readonly parts: Uint8Array[];
}

/** What was collected from the chunks so far. */
interface Gathered {
  header: Uint8Array | undefined;
  readonly shared: Chunk[];
  readonly frames: OpenFrame[];
}

/** Returns the frames of an animated PNG in order. */
function framesOf(bytes: Uint8Array): readonly PngFrame[] {
  const gathered: Gathered = { header: undefined, shared: [], frames: [] };
  for (const chunk of chunksOf(bytes)) gather(gathered, chunk);
  const { header, shared, frames } = gathered;
  if (header === undefined || header.length < 13) return [];
  return frames.filter(({ parts }) => parts.length > 0).map((frame) => frameOf(frame, header, shared));
}

/** Returns the number of frames that the file declares. */
function frameCountIn(bytes: Uint8Array): number {
  for (const { tag, data } of chunksOf(bytes)) {
    if (tag === "acTL" && data.length >= 8) return new DataView(data.buffer, data.byteOffset).getUint32(0);
  }
  return 0;
}

/** True if the default image is not part of the animation. */
function isStillApart(bytes: Uint8Array): boolean {
  for (const { tag } of chunksOf(bytes)) if (tag === "fcTL" || tag === "IDAT") return tag === "IDAT";
  return false;
}

function gather(gathered: Gathered, chunk: Chunk): void {
  const { shared, frames } = gathered;
  switch (chunk.tag) {
    case "IHDR":
      gathered.header ??= chunk.data;
      return;
    case "fcTL":
      if (frames.length < maxFrames) openFrame(frames, chunk.data);
      return;
    case "IDAT":
      frames.at(-1)?.parts.push(chunk.data);
      return;
    case "fdAT":
      // The first four bytes are the sequence number.
      frames.at(-1)?.parts.push(chunk.data.subarray(4));
      return;
    default:
      if (sharedTags.has(chunk.tag)) shared.push(chunk);
  }
}

function openFrame(frames: OpenFrame[], data: Uint8Array): void {
  if (data.length < 26) return;
  frames.push({ control: new DataView(data.buffer, data.byteOffset, data.byteLength), parts: [] });
}

function frameOf({ control, parts }: OpenFrame, header: Uint8Array, shared: readonly Chunk[]): PngFrame {
  const [widthPx, heightPx] = [control.getUint32(4), control.getUint32(8)];
  // A denominator of 0 means 100.
  const delayMs = (control.getUint16(20) * 1000) / (control.getUint16(22) || 100);
  return {
    widthPx,
    heightPx,
    xPx: control.getUint32(12),
    yPx: control.getUint32(16),
    delayMs,
    disposal: (["none", "background", "previous"] as const)[control.getUint8(24)] ?? "none",
    blend: control.getUint8(25) === 1 ? "over" : "source",
    png: () => {
      // `slice` of a Buffer would share its memory.
      const own = new Uint8Array(header);
      const view = new DataView(own.buffer);
      view.setUint32(0, widthPx);
      view.setUint32(4, heightPx);
      const data = parts.map((part) => ({ tag: "IDAT", data: part }));
      return writePng([{ tag: "IHDR", data: own }, ...shared, ...data, { tag: "IEND", data: new Uint8Array(0) }]);
    },
  };
}

/** The RGBA surface that frames are drawn on. */
interface Canvas {
  /** Blends a frame over the canvas, or replaces the pixels of its area. */
  draw(pixels: RawPixels, at: Region, blend: "source" | "over"): void;
  clear(area: Region): void;
  /** Returns a copy of the current pixels. */
  snapshot(): RawPixels;
  restore(snapshot: RawPixels): void;
}

/** Creates a transparent canvas. */
function createCanvas({ widthPx, heightPx }: PixelSize): Canvas {
  const data = new Uint8Array(widthPx * heightPx * 4);
  const offset = (area: Region, x: number, y: number): number => ((area.yPx + y) * widthPx + area.xPx + x) * 4;
  return {
    draw(pixels, at, blend) {
      for (let y = 0; y < at.heightPx; y += 1) {
        for (let x = 0; x < at.widthPx; x += 1) {
          blendPixel({ data, at: offset(at, x, y) }, pixels, { at: (y * at.widthPx + x) * pixels.channels, blend });
        }
      }
    },
    clear(area) {
      for (let y = 0; y < area.heightPx; y += 1) {
        const start = offset(area, 0, y);
        data.fill(0, start, start + area.widthPx * 4);
      }
    },
    snapshot: () => ({ data: data.slice(), widthPx, heightPx, channels: 4 }),
    restore: (snapshot) => data.set(snapshot.data),
  };
}

/** Blends straight alpha over straight alpha (W3C PNG, 13.16). */
function blendPixel(
  to: { readonly data: Uint8Array; readonly at: number },
  { data, channels }: RawPixels,
  from: { readonly at: number; readonly blend: "source" | "over" },
): void {
  const alpha = channels === 4 ? (data[from.at + 3] ?? 0) / 255 : 1;
  const under = from.blend === "source" ? 0 : ((to.data[to.at + 3] ?? 0) / 255) * (1 - alpha);
  const total = alpha + under;
  for (let channel = 0; channel < 3; channel += 1) {
    const over = data[from.at + (channels === 1 ? 0 : channel)] ?? 0;
    const below = to.data[to.at + channel] ?? 0;
    to.data[to.at + channel] = total === 0 ? 0 : Math.round((over * alpha + below * under) / total);
  }
  to.data[to.at + 3] = Math.round(total * 255);
}

/** A chunk of a PNG, W3C PNG, 5.3. */
export interface Chunk {
  readonly tag: string;
  readonly data: Uint8Array;
}

const signatureBytes = 8;
const maxChunks = 100_000;

/** Yields the complete chunks of a PNG in order. */
export function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = signatureBytes;
  for (let count = 0; count < maxChunks && at + 12 <= bytes.length; count += 1) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return;
    yield {
      tag: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.subarray(at + 8, at + 8 + length),
    };
    at += 12 + length;
  }
}

const signature: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Writes a PNG file from chunks. */
export function writePng(chunks: readonly Chunk[]): Uint8Array {
  const length = chunks.reduce((sum, { data }) => sum + 12 + data.length, signature.length);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(signature);
  let at = signature.length;
  for (const { tag, data } of chunks) {
    view.setUint32(at, data.length);
    for (let index = 0; index < 4; index += 1) bytes[at + 4 + index] = tag.charCodeAt(index);
    bytes.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(bytes.subarray(at + 4, at + 8 + data.length)));
    at += 12 + data.length;
  }
  return bytes;
}
