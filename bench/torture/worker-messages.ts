import type { ReadRequest } from "@reader/core";
import type { Observation } from "./stand.ts";

/** How a worker is set up. It is passed as JSON. */
export interface WorkerOptions {
  /** The URL of a module that exports `createHandlers`. */
  readonly handlersModule: string;
  readonly isInProcess: boolean;
  readonly documentTimeMs: number;
  /** The folder of the seeds. */
  readonly fixtures: string;
  /** The folder of files that are read as they are. */
  readonly corpus?: string;
  /** A text that no answer may hold. */
  readonly secret: string;
}

/** A file that is not made from a number: one that is being minimised. */
export interface Trial {
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly verb: "read" | "info";
  readonly request: Omit<ReadRequest, "path">;
}

/** A message to a worker. Each order but the last is answered by `begins` and `ends` of its cases, then by `done`. */
export type Order =
  | { readonly type: "run"; readonly format: string | undefined; readonly ids: readonly string[] }
  | { readonly type: "try"; readonly format: string | undefined; readonly trials: readonly Trial[] }
  | { readonly type: "end" };

/** Memory of a worker after garbage collection. */
export interface Memory {
  readonly heapBytes: number;
  readonly residentBytes: number;
}

/** A message from a worker. */
export type WorkerReport =
  | { readonly type: "ready" | "ended" }
  | { readonly type: "begins"; readonly id: string }
  | { readonly type: "ends"; readonly observation: Observation }
  | { readonly type: "done"; readonly memory: Memory };
