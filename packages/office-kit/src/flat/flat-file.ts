import { createYielder } from "@reader/core/internal";
import type { XmlReader } from "../xml/sax.ts";

/** A document that is one file of XML. */
export interface FlatFile {
  readonly bytes: Uint8Array;
  /** The path of the file, for error messages. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Number of bytes to parse before yielding to the event loop. */
const pieceBytes = 64 * 1024;

/** Parses a whole file and yields to the event loop in between. Throws the errors of the reader and of the signal. */
export async function readFlatFile({ bytes, signal }: FlatFile, reader: XmlReader): Promise<void> {
  const pause = createYielder(signal);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.write(bytes.subarray(at, at + pieceBytes));
    await pause();
  }
  reader.end();
}
