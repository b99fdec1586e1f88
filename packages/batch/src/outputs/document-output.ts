import type { ChunkSection } from "../chunks/chunk-document.ts";
import type { DocumentPlace, DocumentRecord, Fingerprint } from "../contract/document.ts";
import type { Receipt } from "../journal/records.ts";

/** The place of a section, without its lines. */
export type PlaceName = Pick<DocumentPlace, "unit" | "index" | "label">;

/** A document that was read or failed. */
export interface FinishedDocument {
  readonly record: DocumentRecord;
  readonly sections: readonly ChunkSection<PlaceName>[];
  /** The state of its file; absent if it could not be opened. */
  readonly fingerprint?: Fingerprint;
}

/** Writes documents. */
export interface DocumentOutput {
  /**
   * Writes documents, and returns where each is. The bytes survive the end of this process when the call resolves. There
   * is no other call before that.
   */
  write(documents: readonly FinishedDocument[]): Promise<readonly (Receipt | undefined)[]>;
  /** Makes everything that was written survive a loss of power. */
  sync(): Promise<void>;
  /**
   * Gives what is complete its final name. Called when everything that was written and the journal survive a loss of power,
   * because a part with its final name has to be as long as the journal says.
   */
  rollIfFull(): Promise<void>;
  /** Gives everything its final name. Called when everything that was written and the journal survive a loss of power. */
  finish(): Promise<void>;
  /** Closes files. What is not finished stays as it is. */
  close(): Promise<void>;
}

/** Returns the CRC-32 of bytes, as receipts have it. */
export function checksum(bytes: Uint8Array): number {
  return process.getBuiltinModule("node:zlib").crc32(bytes);
}

/** Returns a value as a JSON line. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
