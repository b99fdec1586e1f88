import { crc32 } from "node:zlib";

/** A colour as red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

/**
 * A PNG of so many pixels, each coloured by its place. It is stored without compression, so that every version of zlib
 * makes the same bytes.
 */
export function makePng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => colourAt(x, y)).flat(),
  ]);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const data = storeZlib(Uint8Array.from(rows.flat()));
  return join([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array(0))]);
}

/** A line chart as plotting libraries draw it: white ground, grey axes, one blue curve. */
export function makeChart(): Uint8Array {
  const [width, height] = [96, 64];
  return makePng(width, height, (x, y) => {
    if (x === 8 || y === height - 8) return [120, 120, 120];
    const curve = Math.round(height / 2 - 18 * Math.sin((x - 8) / 12));
    return x > 8 && Math.abs(y - curve) <= 1 ? [31, 119, 180] : [255, 255, 255];
  });
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = join([new TextEncoder().encode(name), data]);
  return join([uint32(data.length), body, uint32(crc32(body))]);
}

/** RFC 1950 and 1951, stored blocks only. */
function storeZlib(data: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 65_535) {
    const block = data.subarray(at, at + 65_535);
    const isLast = at + block.length === data.length ? 1 : 0;
    const length = [block.length & 0xff, block.length >>> 8];
    blocks.push(Uint8Array.from([isLast, ...length, ...length.map((byte) => byte ^ 0xff)]), block);
  }
  return join([Uint8Array.of(0x78, 0x01), ...blocks, uint32(adler32(data))]);
}

function adler32(data: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
