/** An uncompressed grey image: TIFF 6.0, section 4. */
export function greyTiff(width: number, height: number): Uint8Array {
  const fields = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8 + 2 + 9 * 12 + 4],
    [277, 1],
    [278, height],
    [279, width * height],
  ] as const;
  const view = new DataView(new ArrayBuffer(8 + 2 + fields.length * 12 + 4 + width * height));
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, 8, true);
  view.setUint16(8, fields.length, true);
  for (const [at, [tag, value]] of fields.entries()) {
    const field = 10 + at * 12;
    view.setUint16(field, tag, true);
    view.setUint16(field + 2, 4, true);
    view.setUint32(field + 4, 1, true);
    view.setUint32(field + 8, value, true);
  }
  return new Uint8Array(view.buffer);
}
