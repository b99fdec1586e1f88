/** Reads numbers from the lowest bit on; zeros where the bytes end. */
export type BitReader = (count: number) => number;

/** A reader of a codestream's bits from this byte on. */
export function bitReader(bytes: Uint8Array): BitReader {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1) value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}
