import type { Extent, MediaType, Notice, PlaceUnit, ReadErrorCode, Stop } from "@reader/core";

/** A document of the plan. */
export interface PlannedDocument {
  /** Its line in the plan, from 0. */
  readonly index: number;
  /** The source that listed it, by its place among the sources of the run. */
  readonly source: number;
  /** As typed source and inner path: `docs/a.pdf`. With POSIX slashes. Identifies the document across runs. */
  readonly path: string;
  /** Size in bytes when the plan was made; -1 if it could not be determined. */
  readonly size: number;
  /** Modification time in nanoseconds since 1970; empty if it could not be determined. */
  readonly modifiedNs: string;
  /** Identifies the content, on a storage that has such tags. */
  readonly etag?: string;
  /** Why an incremental run reads it. */
  readonly reason?: ReadReason;
}

/** The state of a file when it was read. */
export interface Fingerprint {
  readonly size: number;
  /** Modification time in nanoseconds since 1970. */
  readonly modifiedNs: string;
  /** Identifies the content, on a storage that has such tags. */
  readonly etag?: string;
  /** SHA-256 of the content, in hexadecimal; absent for a file above `maxHashedBytes`. */
  readonly sha256?: string;
}

/** The code of a failed document: that of the reader, or `quarantined` for a file that crashed its process repeatedly. */
export type FailureCode = ReadErrorCode | "quarantined";

/** Why a document was not read, or not to its end. */
export interface DocumentFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly hint: string;
  /** The shell command that reads the document again. */
  readonly command: string;
}

/** A place in the text of a document. */
export interface DocumentPlace {
  readonly unit: PlaceUnit;
  readonly index: number;
  readonly label?: string;
  /** Its lines in `text`, from 1, both included. */
  readonly lines: readonly [first: number, last: number];
}

/** A Markdown table in the text of a document. */
export interface DocumentTable {
  readonly markdown: string;
  /** Its lines in `text`, from 1, both included. */
  readonly lines: readonly [first: number, last: number];
  readonly at?: Pick<DocumentPlace, "unit" | "index" | "label">;
}

/** An image of a document. Its file is named after the hash of its content. */
export interface DocumentImage {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
  /** Relative to the folder of images. */
  readonly file: string;
  readonly mediaType: MediaType;
  readonly bytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly alt?: string;
  readonly at?: Pick<DocumentPlace, "unit" | "index" | "label">;
}

/** A notice about a document, with its words. */
export interface DocumentNotice {
  readonly code: Notice["code"];
  readonly text: string;
}

/** One document of the output: a line of the JSON lines. */
export interface DocumentRecord {
  /** A stable identifier: the hash of `path`. */
  readonly id: string;
  readonly path: string;
  /** `partial`: `text` has the beginning, because a limit was reached or `error` ended the read. */
  readonly status: "complete" | "partial" | "failed";
  readonly mediaType?: MediaType;
  readonly handler?: string;
  readonly version?: string;
  readonly size?: number;
  /** ISO 8601. */
  readonly modified?: string;
  /** What a storage that has such tags identified the content by. */
  readonly etag?: string;
  readonly sha256?: string;
  readonly text: string;
  readonly places: readonly DocumentPlace[];
  readonly tables: readonly DocumentTable[];
  readonly images: readonly DocumentImage[];
  readonly notices: readonly DocumentNotice[];
  readonly extents: readonly Omit<Extent, "type">[];
  /** The limit that cut the text. */
  readonly stopped?: Stop;
  readonly tokens: number;
  /** Duration of the read in milliseconds. */
  readonly ms: number;
  readonly error?: DocumentFailure;
}

/** Why a document is read by an incremental run. */
export type ReadReason = "new" | "content" | "handler" | "options" | "failed";
