const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** The sum of bzip2 over bytes, carried on from `sum`, which starts as 0xffffffff and is inverted at the end. */
export function sumOf(bytes: Uint8Array, sum: number): number {
  let value = sum;
  for (const byte of bytes) value = (value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] ?? 0);
  return value >>> 0;
}
