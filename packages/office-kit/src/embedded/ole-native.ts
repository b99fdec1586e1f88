/** A file embedded unchanged in a document. */
export interface OleNative {
  /** The name without its folder; empty if it has none. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const sizeBytes = 4;
const flagBytes = 2;

/** Reads a stream `Ole10Native`: sizes, a label, paths, then the file; undefined where it holds something else. */
export function readOleNative(stream: Uint8Array | undefined): OleNative | undefined {
  if (stream === undefined || stream.length < sizeBytes + flagBytes) return undefined;
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const label = textAt(stream, sizeBytes + flagBytes);
  const path = textAt(stream, label.end);
  // The path is followed by two numbers, and the length and text of the temporary path.
  const lengthAt = path.end + sizeBytes;
  if (lengthAt + sizeBytes > stream.length) return undefined;
  const dataAt = lengthAt + sizeBytes + view.getUint32(lengthAt, true);
  if (dataAt + sizeBytes > stream.length) return undefined;
  const start = dataAt + sizeBytes;
  const bytes = stream.slice(start, start + view.getUint32(dataAt, true));
  return bytes.length === 0 ? undefined : { name: label.text.replace(/^.*[\\/]/s, ""), bytes };
}

function textAt(bytes: Uint8Array, start: number): { readonly text: string; readonly end: number } {
  const found = bytes.indexOf(0, start);
  const end = found < 0 ? bytes.length : found;
  return { text: new TextDecoder("windows-1252").decode(bytes.subarray(start, end)), end: end + 1 };
}
