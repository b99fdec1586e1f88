import { Buffer } from "node:buffer";
import { type Chunk, chunksOf, writePng } from "../src/formats/png/open-png.ts";
import type { Colour } from "./drawing.ts";

/** What a bitmap is made of. */
export interface BitmapParts {
  readonly widthPx: number;
  /** Negative: the top row first. */
  readonly heightPx: number;
  readonly bitsPerPixel: number;
  readonly compression?: number;
  readonly palette?: readonly Colour[];
  readonly masks?: readonly number[];
  readonly data: Uint8Array;
}

/** A device-independent bitmap: header, masks, palette, pixels. */
export function dib({
  widthPx,
  heightPx,
  bitsPerPixel,
  compression = 0,
  palette = [],
  masks = [],
  data,
}: BitmapParts): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(widthPx, 4);
  header.writeInt32LE(heightPx, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bitsPerPixel, 14);
  header.writeUInt32LE(compression, 16);
  header.writeUInt32LE(data.length, 20);
  header.writeUInt32LE(palette.length, 32);
  const words = Buffer.alloc(masks.length * 4);
  for (const [index, mask] of masks.entries()) words.writeUInt32LE(mask, index * 4);
  const colours = Buffer.from(palette.flatMap(([red, green, blue]) => [blue, green, red, 0]));
  return Buffer.concat([header, words, colours, data]);
}

/** A BMP file around a bitmap. */
export function bmp(parts: BitmapParts): Buffer {
  const body = dib(parts);
  const header = Buffer.alloc(14);
  header.write("BM", 0, "latin1");
  header.writeUInt32LE(14 + body.length, 2);
  header.writeUInt32LE(14 + body.length - parts.data.length, 10);
  return Buffer.concat([header, body]);
}

/** Rows of 24-bit pixels, bottom row first, filled up to four bytes. */
export function rows24(widthPx: number, heightPx: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const rowBytes = Math.ceil((widthPx * 3) / 4) * 4;
  const data = Buffer.alloc(rowBytes * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const [red, green, blue] = colourAt(x, y);
      data.set([blue, green, red], (heightPx - 1 - y) * rowBytes + x * 3);
    }
  }
  return data;
}

/** An icon file of these images. */
export function icon(images: readonly { readonly sidePx: number; readonly data: Uint8Array }[]): Buffer {
  const header = Buffer.alloc(6 + images.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let at = header.length;
  for (const [index, { sidePx, data }] of images.entries()) {
    const entry = 6 + index * 16;
    header.set([sidePx % 256, sidePx % 256, 0, 0, 1, 0, 32, 0], entry);
    header.writeUInt32LE(data.length, entry + 8);
    header.writeUInt32LE(at, entry + 12);
    at += data.length;
  }
  return Buffer.concat([header, ...images.map(({ data }) => data)]);
}

/** What a Photoshop file is made of. */
export interface PsdParts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bits?: number;
  readonly mode: number;
  /** One after the other. */
  readonly channels: readonly Uint8Array[];
  readonly palette?: Uint8Array;
  readonly resources?: Uint8Array;
  /** How many layers there are said to be; negative where the last channel is alpha. */
  readonly layers?: number;
  readonly isPacked?: boolean;
}

/** A Photoshop file of which nothing is kept of its layers. */
export function psd(parts: PsdParts): Buffer {
  const {
    widthPx,
    heightPx,
    bits = 8,
    mode,
    channels,
    palette = new Uint8Array(0),
    resources = new Uint8Array(0),
    layers,
  } = parts;
  const header = Buffer.alloc(26);
  header.write("8BPS", 0, "latin1");
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(channels.length, 12);
  header.writeUInt32BE(heightPx, 14);
  header.writeUInt32BE(widthPx, 18);
  header.writeUInt16BE(bits, 22);
  header.writeUInt16BE(mode, 24);
  const composite =
    parts.isPacked === true ? packed(channels, heightPx) : Buffer.concat([Buffer.from([0, 0]), ...channels]);
  return Buffer.concat([header, sized(palette), sized(resources), sized(layerHead(layers)), composite]);
}

function layerHead(layers: number | undefined): Uint8Array {
  if (layers === undefined) return new Uint8Array(0);
  const head = Buffer.alloc(6);
  head.writeUInt32BE(2);
  head.writeInt16BE(layers, 4);
  return head;
}

function sized(data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, data]);
}

/** PackBits: runs of equal bytes, and single bytes as they are. */
function packed(channels: readonly Uint8Array[], heightPx: number): Buffer {
  const rows = channels.flatMap((channel) => {
    const rowBytes = channel.length / heightPx;
    return Array.from({ length: heightPx }, (_, row) =>
      packRow(channel.subarray(row * rowBytes, (row + 1) * rowBytes)),
    );
  });
  const counts = Buffer.alloc(rows.length * 2);
  for (const [index, row] of rows.entries()) counts.writeUInt16BE(row.length, index * 2);
  return Buffer.concat([Buffer.from([0, 1]), counts, ...rows]);
}

function packRow(row: Uint8Array): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < row.length;) {
    let length = 1;
    while (length < 128 && row[at + length] === row[at]) length += 1;
    bytes.push(length === 1 ? 0 : 257 - length, row[at] ?? 0);
    at += length;
  }
  return Buffer.from(bytes);
}

/** A frame of an animated PNG. */
export interface ApngFrame {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly xPx?: number;
  readonly yPx?: number;
  readonly delayMs?: number;
  /** 0 keeps it, 1 clears its area, 2 restores the previous state. */
  readonly disposal?: number;
  /** 0 replaces, 1 lays over. */
  readonly blend?: number;
}

/** An animated PNG; the first frame must cover the whole. */
export function apng(frames: readonly ApngFrame[]): Uint8Array {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length);
  let sequence = 0;
  const body = frames.flatMap((frame, index): Chunk[] => {
    const parts = [...chunksOf(frame.png)].filter(({ tag }) => tag === "IDAT");
    const controlled = frameControl(frame, sequence);
    sequence += 1;
    const data = parts.map(({ data: bytes }): Chunk => {
      if (index === 0) return { tag: "IDAT", data: bytes };
      const number = Buffer.alloc(4);
      number.writeUInt32BE(sequence);
      sequence += 1;
      return { tag: "fdAT", data: Buffer.concat([number, bytes]) };
    });
    return [{ tag: "fcTL", data: controlled }, ...data];
  });
  const header = [...chunksOf(frames[0]?.png ?? new Uint8Array(0))].filter(({ tag }) => tag === "IHDR");
  return writePng([...header, { tag: "acTL", data: control }, ...body, { tag: "IEND", data: new Uint8Array(0) }]);
}

function frameControl(frame: ApngFrame, sequence: number): Buffer {
  const { widthPx, heightPx, xPx = 0, yPx = 0, delayMs = 100, disposal = 0, blend = 0 } = frame;
  const data = Buffer.alloc(26);
  for (const [index, value] of [sequence, widthPx, heightPx, xPx, yPx].entries()) data.writeUInt32BE(value, index * 4);
  data.writeUInt16BE(delayMs, 20);
  data.writeUInt16BE(1000, 22);
  data.set([disposal, blend], 24);
  return data;
}
