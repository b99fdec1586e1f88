/** A box of a JPEG XL file by its tag and its content. */
export interface JxlBox {
  readonly tag: string;
  readonly content: Uint8Array;
}

const maxBoxes = 10_000;

/** The boxes of a JPEG XL in its container (ISO/IEC 18181-2, 9.1), as far as they go. */
export function* jxlBoxes(bytes: Uint8Array): Generator<JxlBox> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let count = 0; count < maxBoxes && at + 16 <= bytes.length; count += 1) {
    const tag = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const length = view.getUint32(at);
    const headBytes = length === 1 ? 16 : 8;
    // 0 runs to the end, 1 has its length in the eight bytes after the tag.
    const boxBytes = length === 1 ? Number(view.getBigUint64(at + 8)) : length || bytes.length - at;
    const end = at + Math.max(headBytes, boxBytes);
    yield { tag, content: bytes.subarray(at + headBytes, end) };
    at = end;
  }
}
