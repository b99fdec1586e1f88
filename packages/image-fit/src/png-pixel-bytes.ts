/** Values of a pixel by colour type, of the PNG specification 11.2.1. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Where the seven passes of an interlaced PNG start and how far their pixels lie apart (specification, 8.2). */
const passes = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
] as const;

const wholePicture = [{ x: 0, y: 0, stepX: 1, stepY: 1 }] as const;

/** Bytes of all rows of a PNG as they are packed, by the data of its header chunk: each row has its filter before it. */
export function pixelBytesOf(header: DataView): number {
  const [widthPx, heightPx] = [header.getUint32(0), header.getUint32(4)];
  const bits = header.getUint8(8) * (samples[header.getUint8(9)] ?? 0);
  let bytes = 0;
  for (const { x, y, stepX, stepY } of header.getUint8(12) === 1 ? passes : wholePicture) {
    const [columns, rows] = [Math.ceil((widthPx - x) / stepX), Math.ceil((heightPx - y) / stepY)];
    if (columns > 0 && rows > 0) bytes += rows * (1 + Math.ceil((columns * bits) / 8));
  }
  return bytes;
}
