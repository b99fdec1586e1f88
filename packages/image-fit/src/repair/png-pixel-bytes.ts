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

/** Rows of one length: a whole picture, or one pass of an interlaced one. */
export interface PngRows {
  readonly count: number;
  /** Bytes of a row, with its filter before it. */
  readonly rowBytes: number;
}

/** The rows of a PNG in the order in which they are packed, by the data of its header chunk. */
export function pngRowsOf(header: DataView): readonly PngRows[] {
  const [widthPx, heightPx] = [header.getUint32(0), header.getUint32(4)];
  const bits = header.getUint8(8) * (samples[header.getUint8(9)] ?? 0);
  return (header.getUint8(12) === 1 ? passes : wholePicture).flatMap(({ x, y, stepX, stepY }) => {
    const [columns, count] = [Math.ceil((widthPx - x) / stepX), Math.ceil((heightPx - y) / stepY)];
    return columns > 0 && count > 0 ? [{ count, rowBytes: 1 + Math.ceil((columns * bits) / 8) }] : [];
  });
}

/** Bytes of all rows of a PNG as they are packed. */
export function pixelBytesOf(header: DataView): number {
  return pngRowsOf(header).reduce((sum, { count, rowBytes }) => sum + count * rowBytes, 0);
}
