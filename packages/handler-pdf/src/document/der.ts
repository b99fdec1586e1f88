/** A value in the Distinguished Encoding Rules (X.690): its tag, and what is inside it. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Lengths of five bytes and more are no lengths of what is in memory. */
const maxLengthBytes = 4;

/** The values that stand one after another; what is no value ends them. */
export function derValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const header = headerAt(bytes, at);
    if (header === undefined || header.end > bytes.length) break;
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(header.start, header.end) });
    at = header.end;
  }
  return values;
}

/** The values inside a value. */
export function derInside(value: DerValue | undefined): readonly DerValue[] {
  return value === undefined ? [] : derValues(value.content);
}

/** Where the content of a value starts and ends. Tags of more than one byte and open lengths are not used here. */
function headerAt(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0 || count > maxLengthBytes) return undefined;
  const length = bytes.subarray(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { start: at + 2 + count, end: at + 2 + count + length };
}
