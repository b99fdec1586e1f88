/** Reads little-endian numbers at offsets. Bytes beyond the end read as 0. */
export interface ByteView {
  readonly length: number;
  readonly bytes: Uint8Array;
  u8(this: void, at: number): number;
  u16(this: void, at: number): number;
  u32(at: number): number;
  i32(at: number): number;
  /** Returns the bytes of a range, clipped to the available ones. */
  part(at: number, length: number): ByteView;
  /** Returns UTF-16 text from an offset. */
  utf16(at: number, characters: number): string;
}

const decoder = new TextDecoder("utf-16le");

/** Creates a view of bytes without copying them. */
export function viewOf(bytes: Uint8Array): ByteView {
  const u8 = (at: number): number => bytes[at] ?? 0;
  const u16 = (at: number): number => u8(at) | (u8(at + 1) << 8);
  const i32 = (at: number): number => u16(at) | (u16(at + 2) << 16);
  return {
    bytes,
    length: bytes.length,
    u8,
    u16,
    i32,
    u32: (at) => i32(at) >>> 0,
    part: (at, length) => viewOf(bytes.subarray(Math.max(0, at), Math.max(0, at) + Math.max(0, length))),
    utf16: (at, characters) =>
      decoder.decode(bytes.subarray(Math.max(0, at), Math.max(0, at) + Math.max(0, characters) * 2)),
  };
}
