import { createYielder } from "@reader/core/internal";
import type { XmlReader } from "../xml/sax.ts";

/** A document that is one file of XML. */
export interface FlatFile {
  readonly bytes: Uint8Array;
  /** For messages. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Bytes that are read at once. */
const pieceBytes = 64 * 1024;

/** Gives a reader all of a file, and others their turn in between. Throws what the reader and the signal throw. */
export async function readFlatFile({ bytes, signal }: FlatFile, reader: XmlReader): Promise<void> {
  const breathe = createYielder(signal);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.write(bytes.subarray(at, at + pieceBytes));
    await breathe();
  }
  reader.end();
}
