import type { FailureCode, Fingerprint, ReadReason } from "../contract/document.ts";

/** Where the output of a document is. */
export interface Receipt {
  /** Path relative to the output folder. A file that is not complete yet is in the folder of staged files. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** CRC-32 of these bytes. */
  readonly crc: number;
}

/** What the journal keeps of a document that was read, failed, or did not change since the earlier run. */
export interface DocumentFacts extends Partial<Fingerprint> {
  readonly index: number;
  readonly handler?: string;
  readonly version?: string;
  readonly mediaType?: string;
  readonly tokens: number;
}

/** A document was read or failed, and its output is written. */
export interface DoneRecord extends DocumentFacts {
  readonly type: "done";
  readonly status: "complete" | "partial" | "failed";
  readonly code?: FailureCode;
  readonly reason?: ReadReason;
  readonly ms: number;
  readonly receipt?: Receipt;
}

/** A document did not change since the earlier run, so it was not read. */
export interface KeptRecord extends DocumentFacts {
  readonly type: "kept";
  /** The code of its failure in the earlier run. */
  readonly code?: FailureCode;
}

/** A line of the journal. */
export type JournalRecord =
  /** A process took the run. */
  | { readonly type: "start"; readonly at: string; readonly pid: number; readonly host: string }
  /** Documents are about to be read; `alone` if nothing else is under way. */
  | { readonly type: "begin"; readonly indexes: readonly number[]; readonly alone?: true }
  | DoneRecord
  | KeptRecord
  /** A part got its final name. */
  | { readonly type: "roll"; readonly file: string }
  /** Everything before this position of the journal, and its output, is on the disk. */
  | { readonly type: "sync"; readonly position: number }
  /** The run is complete. */
  | { readonly type: "end"; readonly at: string };

const types: ReadonlySet<unknown> = new Set(["start", "begin", "done", "kept", "roll", "sync", "end"]);

const decoder = new TextDecoder();

/** Returns the record of a line of the journal, or `undefined` if it is damaged. */
export function parseRecord(line: Uint8Array): JournalRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(line));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("type" in value) || !types.has(value.type)) return undefined;
  return value as JournalRecord;
}
