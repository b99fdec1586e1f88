/** A record of a BIFF stream ([MS-XLS] 2.1.4). */
export interface BiffRecord {
  readonly type: number;
  /** Offset in the stream. */
  readonly offset: number;
  readonly data: DataView;
  /** The data of the CONTINUE records that follow it. */
  readonly continued: readonly DataView[];
}

/** Size of a record's header, in bytes: the type and the length of the data. */
export const headerBytes = 4;
const continueType = 0x3c;

/** Yields the records of a stream in order, up to the first truncated one. */
export function* recordsIn(stream: Uint8Array): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let at = 0;
  while (at + headerBytes <= view.byteLength) {
    const offset = at;
    const data = dataAt(view, at);
    if (data === undefined) return;
    at += headerBytes + data.byteLength;
    const continued: DataView[] = [];
    for (let more = continuationAt(view, at); more !== undefined; more = continuationAt(view, at)) {
      continued.push(more);
      at += headerBytes + more.byteLength;
    }
    yield { type: view.getUint16(offset, true), offset, data, continued };
  }
}

function continuationAt(view: DataView, at: number): DataView | undefined {
  if (at + headerBytes > view.byteLength || view.getUint16(at, true) !== continueType) return undefined;
  return dataAt(view, at);
}

function dataAt(view: DataView, at: number): DataView | undefined {
  const length = view.getUint16(at + 2, true);
  const start = at + headerBytes;
  return start + length > view.byteLength ? undefined : new DataView(view.buffer, view.byteOffset + start, length);
}

/** Reads an unsigned 16-bit number; 0 beyond the end. */
export function wordAt(data: DataView, at: number): number {
  return at + 2 <= data.byteLength ? data.getUint16(at, true) : 0;
}

/** Reads a byte; 0 beyond the end. */
export function byteAt(data: DataView, at: number): number {
  return at < data.byteLength ? data.getUint8(at) : 0;
}

/** Returns the data of a record joined with its CONTINUE records. */
export function bytesOf({ data, continued }: BiffRecord): Uint8Array {
  return Buffer.concat(
    [data, ...continued].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  );
}
