import type { ReadErrorCode } from "@reader/core";
import { crc32, deflateSync } from "node:zlib";

/** An image that is made to hurt its reader; it is made when it is asked for, as some are large. */
export interface DeadlyImage {
  readonly name: string;
  readonly make: () => Uint8Array;
  /** How the read may end; `ok` where there is a result. */
  readonly ends: readonly ("ok" | ReadErrorCode)[];
}

const refused: DeadlyImage["ends"] = ["too-large", "corrupt"];
const endless: DeadlyImage["ends"] = ["ok", "timed-out", "too-large", "corrupt"];

const encoder = new TextEncoder();
const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function joined(...chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

/** Whole numbers of 16 or 32 bits, the highest byte first or last. */
function numbers(bits: 16 | 32, order: "big" | "little", values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer((bits / 8) * values.length));
  for (const [index, value] of values.entries()) {
    if (bits === 16) view.setUint16(index * 2, value, order === "little");
    else view.setUint32(index * 4, value, order === "little");
  }
  return new Uint8Array(view.buffer);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined(encoder.encode(type), data);
  return joined(numbers(32, "big", [data.length]), named, numbers(32, "big", [crc32(named)]));
}

/** The start of a PNG that claims a size and a kind of colour. */
function pngHead(width: number, height: number, [depth, color]: readonly [depth: number, color: number]): Uint8Array {
  const header = joined(numbers(32, "big", [width, height]), Uint8Array.of(depth, color, 0, 0, 0));
  return joined(pngSignature, pngChunk("IHDR", header));
}

/** 47 bytes that claim 60 000 × 60 000 pixels of eight bytes: a decoder that believes them takes gigabytes. */
function png47(): Uint8Array {
  return joined(pngHead(60_000, 60_000, [16, 6]), pngChunk("IDAT", Uint8Array.of(0x78, 0xda)));
}

/** A real image of `side` × `side` pixels of one bit, all alike: a gigapixel in a few hundred kilobytes. */
function flatPng(side: number): Uint8Array {
  const pixels = deflateSync(new Uint8Array((Math.ceil(side / 8) + 1) * side), { level: 9 });
  return joined(pngHead(side, side, [1, 0]), pngChunk("IDAT", pixels), pngChunk("IEND", new Uint8Array(0)));
}

/** A note in a PNG that inflates to 200 MB. */
function textBombPng(): Uint8Array {
  const note = joined(encoder.encode("Comment\0\0"), deflateSync(new Uint8Array(200_000_000), { level: 9 }));
  return joined(
    pngHead(1, 1, [8, 0]),
    pngChunk("zTXt", note),
    pngChunk("IDAT", deflateSync(new Uint8Array(2))),
    pngChunk("IEND", new Uint8Array(0)),
  );
}

/** Frames of one pixel. */
function gifOfFrames(count: number): Uint8Array {
  const screen = joined(
    encoder.encode("GIF89a"),
    numbers(16, "little", [1, 1]),
    Uint8Array.of(0x80, 0, 0, 0, 0, 0, 255, 255, 255),
  );
  const frame = Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0);
  const bytes = new Uint8Array(screen.length + frame.length * count + 1);
  bytes.set(screen);
  for (let index = 0; index < count; index++) bytes.set(frame, screen.length + index * frame.length);
  bytes[bytes.length - 1] = 0x3b;
  return bytes;
}

function hugeGif(): Uint8Array {
  const bytes = gifOfFrames(1);
  bytes.set([0xff, 0xff, 0xff, 0xff], 6);
  return bytes;
}

/** A TIFF whose first directory is the next one of itself. */
function tiffRing(): Uint8Array {
  const entry = (tag: number, value: number): Uint8Array =>
    joined(numbers(16, "little", [tag, 4]), numbers(32, "little", [1, value]));
  const tags = [
    entry(256, 1),
    entry(257, 1),
    entry(258, 8),
    entry(262, 1),
    entry(273, 8),
    entry(278, 1),
    entry(279, 1),
  ];
  return joined(
    encoder.encode("II*\0"),
    numbers(32, "little", [8]),
    numbers(16, "little", [tags.length]),
    ...tags,
    numbers(32, "little", [8]),
  );
}

function hugeTiff(): Uint8Array {
  const bytes = tiffRing();
  const view = new DataView(bytes.buffer);
  view.setUint32(18, 4_000_000_000, true);
  view.setUint32(30, 4_000_000_000, true);
  view.setUint32(bytes.length - 4, 0, true);
  return bytes;
}

function hugeBmp(height: number): Uint8Array {
  const header = numbers(32, "little", [40, 2_000_000_000, height >>> 0, 0x18_0001, 0, 0, 0, 0, 0, 0]);
  return joined(encoder.encode("BM"), numbers(32, "little", [154, 0, 54]), header, new Uint8Array(100));
}

/** An icon that claims 65 535 images, all in the same place. */
function crowdedIcon(): Uint8Array {
  const entry = joined(Uint8Array.of(0, 0, 0, 0), numbers(16, "little", [1, 32]), numbers(32, "little", [100_000, 22]));
  return joined(numbers(16, "little", [0, 1, 65_535]), entry, new Uint8Array(100_000));
}

function hugePsd(): Uint8Array {
  const header = joined(
    numbers(16, "big", [1, 0, 0, 0, 56]),
    numbers(32, "big", [300_000, 300_000]),
    numbers(16, "big", [16, 3]),
  );
  return joined(encoder.encode("8BPS"), header, numbers(32, "big", [0, 0, 0]), new Uint8Array(100));
}

function svg(content: string, attributes: string = 'width="100" height="100"'): Uint8Array {
  return encoder.encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
}

/** Each group shows the one before it ten times: 10 to the power of `levels` shapes. */
function useBomb(levels: number): Uint8Array {
  const group = (_: unknown, level: number): string =>
    `<g id="g${String(level + 1)}">${`<use xlink:href="#g${String(level)}"/>`.repeat(10)}</g>`;
  const groups = Array.from({ length: levels }, group).join("");
  return svg(`<defs><rect id="g0" width="1" height="1"/>${groups}</defs><use xlink:href="#g${String(levels)}"/>`);
}

/** Entities that name each other, ten times each. */
function entityBomb(): Uint8Array {
  const entity = (_: unknown, level: number): string =>
    `<!ENTITY e${String(level + 1)} "${`&e${String(level)};`.repeat(10)}">`;
  const entities = Array.from({ length: 12 }, entity).join("");
  const head = `<!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]>`;
  return joined(encoder.encode(head), svg("<text y='20'>&e12;</text>"));
}

/** Images that hurt, by what they are. */
export const deadlyImages: Readonly<Record<string, DeadlyImage>> = {
  "a PNG of 47 bytes that claims 3600 megapixels": { name: "a.png", make: png47, ends: refused },
  "a PNG of a gigapixel": { name: "a.png", make: () => flatPng(32_000), ends: refused },
  "a PNG of a side of 100 000 pixels": { name: "a.png", make: () => pngHead(100_000, 1, [8, 0]), ends: refused },
  "a PNG with a note of 200 MB": { name: "a.png", make: textBombPng, ends: endless },
  "a GIF of 200 000 frames": { name: "a.gif", make: () => gifOfFrames(200_000), ends: endless },
  "a GIF that claims 4295 megapixels": { name: "a.gif", make: hugeGif, ends: endless },
  "a TIFF whose pages go round": { name: "a.tif", make: tiffRing, ends: endless },
  "a TIFF of 4000 million pixels a side": { name: "a.tif", make: hugeTiff, ends: refused },
  "a BMP of 2000 million pixels a side": { name: "a.bmp", make: () => hugeBmp(2_000_000_000), ends: refused },
  "a BMP of a negative height": { name: "a.bmp", make: () => hugeBmp(-2_147_483_648), ends: refused },
  "an icon of 65 535 images": { name: "a.ico", make: crowdedIcon, ends: endless },
  "a PSD of 90 000 megapixels": { name: "a.psd", make: hugePsd, ends: refused },
  "an SVG whose groups show each other ten times": { name: "a.svg", make: () => useBomb(12), ends: endless },
  "an SVG that shows itself": { name: "a.svg", make: () => svg('<g id="a"><use xlink:href="#a"/></g>'), ends: endless },
  "an SVG of entities": { name: "a.svg", make: entityBomb, ends: endless },
  "an SVG of a million million pixels": {
    name: "a.svg",
    make: () => svg("<rect width='9' height='9'/>", 'width="1000000" height="1000000"'),
    ends: endless,
  },
  "an SVG without any size": {
    name: "a.svg",
    make: () => svg("<rect width='9' height='9'/>", 'width="0" height="0"'),
    ends: endless,
  },
  "an SVG of groups a hundred thousand deep": {
    name: "a.svg",
    make: () => svg("<g>".repeat(100_000) + "</g>".repeat(100_000)),
    ends: endless,
  },
  "an SVG with a blur of a million pixels": {
    name: "a.svg",
    make: () =>
      svg(
        '<filter id="f" x="-9e5" y="-9e5" width="2e6" height="2e6"><feGaussianBlur stdDeviation="1e6"/><feTurbulence numOctaves="1000000"/></filter><rect width="99" height="99" filter="url(#f)"/>',
      ),
    ends: endless,
  },
  "an SVG that names files of this machine": {
    name: "a.svg",
    make: () =>
      svg(
        '<image xlink:href="file:///etc/passwd" width="9" height="9"/><image xlink:href="/dev/zero" width="9" height="9"/>',
      ),
    ends: endless,
  },
};

/** A sound image of 2 × 2 pixels, to see whether its reader still reads. */
export function canaryPng(): Uint8Array {
  const pixels = deflateSync(Uint8Array.of(0, 0, 255, 0, 255, 0));
  return joined(pngHead(2, 2, [8, 0]), pngChunk("IDAT", pixels), pngChunk("IEND", new Uint8Array(0)));
}
