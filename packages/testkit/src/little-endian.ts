/** Bytes one after the other. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** Numbers of so many bytes, the lowest first. */
export function numbers(...values: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  return concat(
    values.map(([length, value]) => {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
      return bytes.subarray(0, length);
    }),
  );
}
