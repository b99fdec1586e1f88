import { chunksOf, type Chunk } from "./chunks.ts";
import { writePng } from "./write-png.ts";

/** A frame of an animated PNG, W3C PNG 3, 11.3.6.2. */
export interface PngFrame {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly delayMs: number;
  /** What becomes of its area afterwards. */
  readonly disposal: "none" | "background" | "previous";
  readonly blend: "source" | "over";
  /** The frame as a PNG of its own. */
  png(): Uint8Array;
}

/** Chunks that a frame needs of the whole: colours and what is see-through. */
const sharedTags: ReadonlySet<string> = new Set(["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"]);
const maxFrames = 10_000;

interface OpenFrame {
  readonly control: DataView;
  readonly parts: Uint8Array[];
}

/** What is gathered on the way through the chunks. */
interface Gathered {
  header: Uint8Array | undefined;
  readonly shared: Chunk[];
  readonly frames: OpenFrame[];
}

/** The frames of an animated PNG in order. */
export function framesOf(bytes: Uint8Array): readonly PngFrame[] {
  const gathered: Gathered = { header: undefined, shared: [], frames: [] };
  for (const chunk of chunksOf(bytes)) gather(gathered, chunk);
  const { header, shared, frames } = gathered;
  if (header === undefined || header.length < 13) return [];
  return frames.filter(({ parts }) => parts.length > 0).map((frame) => frameOf(frame, header, shared));
}

/** How many frames the file says that it has. */
export function frameCountIn(bytes: Uint8Array): number {
  for (const { tag, data } of chunksOf(bytes)) {
    if (tag === "acTL" && data.length >= 8) return new DataView(data.buffer, data.byteOffset).getUint32(0);
  }
  return 0;
}

/** Whether its still picture is none of its frames, but what is shown where the animation is not known. */
export function isStillApart(bytes: Uint8Array): boolean {
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
      // The first four bytes are a number of sequence.
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
  // A denominator of 0 stands for 100.
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
      // Not by slice, which shares the memory of what is a Buffer.
      const own = new Uint8Array(header);
      const view = new DataView(own.buffer);
      view.setUint32(0, widthPx);
      view.setUint32(4, heightPx);
      const data = parts.map((part) => ({ tag: "IDAT", data: part }));
      return writePng([{ tag: "IHDR", data: own }, ...shared, ...data, { tag: "IEND", data: new Uint8Array(0) }]);
    },
  };
}
