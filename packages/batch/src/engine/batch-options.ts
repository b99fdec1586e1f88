import type { FileSystem, Json, ReaderOptions, ReadRequest, StopSignal } from "@reader/core";
import type { FailureCode } from "../contract/document.ts";
import type { OutputFiles } from "../files/output-files.ts";
import type { RunTotals } from "../journal/totals.ts";
import type { Choice } from "../sources/choose.ts";
import type { Source } from "../sources/source.ts";
import type { Storage } from "../sources/storage.ts";

/** The form of the output. */
export type BatchFormat = "jsonl" | "markdown" | "chunks" | "parquet";

/** Options of chunks. */
export interface ChunkWish {
  /** Maximum number of tokens of a chunk. Default: 512. */
  readonly maxTokens?: number;
  /** True if chunks may go on over places and headings. Default: false. */
  readonly isAcross?: boolean;
}

/** What a run reads, and how. It decides whether a command goes on with an earlier run. */
export interface BatchWish extends Choice {
  readonly format?: BatchFormat;
  readonly chunks?: ChunkWish;
  /** Fields for the request of every document, such as `view`. */
  readonly request?: Omit<ReadRequest, "path">;
  /** True to recognise the text of scans, if the reader has a recogniser. Default: false. */
  readonly recognise?: boolean;
  /** Bytes of text of one document. Reached: it is cut, and its status is `partial`. Default: 64 MiB. */
  readonly maxTextBytes?: number;
  /** Anything else that decides what the output is, such as the languages of the recogniser. */
  readonly identity?: Json;
}

/** Options of a run. */
export interface BatchOptions extends BatchWish {
  readonly sources: readonly Source[];
  /** The output. Default storage: `nodeOutputFiles(folder)`. */
  readonly output: OutputFiles;
  /** Options of the readers: handlers, policy, budget, recogniser. Roots come from the sources. */
  readonly reader?: Omit<ReaderOptions, "roots" | "directories" | "fileSystem" | "gutter">;
  /** The file system of the sources. Default: that of this machine. */
  readonly fileSystem?: FileSystem;
  /** The folder of relative paths of documents. Default: that of the file system. */
  readonly workingDirectory?: string;
  /** Other places of documents, such as `openS3()` of `@reader/s3`. */
  readonly storages?: readonly Storage[];
  /** Returns the version of a handler, to find documents that another version read. `text` is the core itself. */
  readonly versionOf?: (handler: string) => string | undefined;
  /** Documents to read at the same time. Default: the number of cores. */
  readonly concurrency?: number;
  /** The output of an earlier run. Documents that did not change since are not read. */
  readonly since?: OutputFiles;
  /** Folders whose files are left out, besides those of this run and of `since`. */
  readonly leaveOut?: readonly string[];
  /** Reads failed documents with these codes again. */
  readonly retry?: readonly FailureCode[] | "all";
  /** Where images go. Without it, images are not extracted. */
  readonly images?: OutputFiles;
  /** A part of this size is complete. Default: 256 MiB. */
  readonly partBytes?: number;
  /** Returns the shell command that reads a document again. */
  readonly commandFor?: (path: string) => string;
  readonly onProgress?: (progress: BatchProgress) => void;
  /** Aborted to finish what is under way and stop. */
  readonly signal?: StopSignal;
  /** Aborted to stop at once. What is under way is read again by the next run. */
  readonly abort?: StopSignal;
  /** Milliseconds since any fixed moment. */
  readonly clock?: () => number;
  /**
   * True to take the lock of the run from a process of another machine, which counts as alive otherwise. Only for schedulers
   * that never run one part twice at the same time. Default: false.
   */
  readonly takesOver?: boolean;
  /** Attributes of the span of the run, if `@opentelemetry/api` is installed and set up. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** How far a run is. */
export interface BatchProgress {
  readonly phase: "planning" | "reading";
  /** Documents of the plan; while planning, those found so far. */
  readonly documents: number;
  /** Documents that need nothing more, from this and earlier starts. */
  readonly done: number;
  /** Documents that this start has read. */
  readonly readNow: number;
  /** Documents that this start has still to read. */
  readonly left: number;
  /** Failed documents of earlier starts that this one reads again: they are done, and left until then. */
  readonly retries: number;
  readonly totals: RunTotals;
}

/** What one start of a run did. */
export interface StartTotals {
  /** Documents that it read. */
  readonly read: number;
  readonly failed: number;
  /** Failed documents of earlier starts that it was to read again. */
  readonly retries: number;
}

/** What a run did. */
export interface BatchSummary {
  readonly state: "complete" | "interrupted";
  /** True if an earlier start had completed the run, so that this one had nothing to do. */
  readonly wasComplete: boolean;
  readonly documents: number;
  /** Documents that are still to be read. */
  readonly pending: number;
  readonly totals: RunTotals;
  /** What this start did. Absent if it read nothing, because the run was complete or the plan was not. */
  readonly now?: StartTotals;
  /** Documents of the earlier run that are not there any more. */
  readonly deleted?: number;
  /** Entries that were left out when the plan was made, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Folders that could not be listed, or not completely. */
  readonly problems: readonly string[];
  /** Duration of this start in milliseconds. */
  readonly ms: number;
}

/** Default limits. */
export const batchDefaults: {
  readonly maxTextBytes: number;
  readonly partBytes: number;
  readonly chunkTokens: number;
} = {
  maxTextBytes: 64 * 1024 * 1024,
  partBytes: 256 * 1024 * 1024,
  chunkTokens: 512,
};
