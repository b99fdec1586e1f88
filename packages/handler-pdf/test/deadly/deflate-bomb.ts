import { constants, deflateRawSync, deflateSync } from "node:zlib";

/**
 * Returns a zlib stream of `unit` repeated `times` times without inflating it: a block that ends on a byte boundary can
 * be repeated. Its checksum is wrong, which PDF readers ignore.
 */
export function deflateBomb(unit: Uint8Array, times: number): Uint8Array {
  const block = deflateRawSync(unit, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(new Uint8Array(0));
  const bytes = new Uint8Array(2 + block.length * times + end.length + 4);
  bytes.set([0x78, 0xda]);
  for (let index = 0; index < times; index++) bytes.set(block, 2 + index * block.length);
  bytes.set(end, 2 + block.length * times);
  return bytes;
}

/** Returns `size` bytes of the same value. */
export function filled(size: number, value: number): Uint8Array {
  return new Uint8Array(size).fill(value);
}

/** Compresses bytes. */
export function deflated(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(deflateSync(bytes, { level: 9 }));
}
