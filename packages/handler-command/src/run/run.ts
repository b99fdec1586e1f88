import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Writable } from "node:stream";
import type { kindOf } from "../options/placed-word.ts";

/** The input of a program. */
export interface Input {
  /** A safe name for a temporary file. */
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** How a program ended. */
export type Ending =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  /** It could not be started. `fileKind` is the kind of file at its path, if it was named by a path. */
  | { readonly kind: "refused"; readonly systemCode: string; readonly fileKind?: ReturnType<typeof kindOf> };

/** A running program. */
export interface Run {
  /** Its working directory. Empty if it could not be started. */
  readonly folder: string;
  readonly output: AsyncIterable<Uint8Array>;
  readonly ended: Promise<Ending>;
  /** Returns the end of standard error, without known local paths. */
  errorTail(): string;
  /** Returns the error while feeding its input, if any. */
  inputFault(): unknown;
  /** Kills it and its children. */
  kill(): void;
  /** Kills it and removes its folder. */
  close(): Promise<void>;
}

/** Creates the run of a program that could not be started. */
export function refusedRun(systemCode: string): Run {
  return {
    folder: "",
    output: none(),
    ended: Promise.resolve({ kind: "refused", systemCode }),
    errorTail: () => "",
    inputFault: () => undefined,
    kill: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Writes the input of a program. A program that stops reading early is not an error. */
export async function feed(
  { stdin }: ChildProcessWithoutNullStreams,
  bytes: AsyncIterable<Uint8Array> = none(),
): Promise<void> {
  stdin.on("error", () => undefined);
  for await (const piece of bytes) {
    if (!stdin.writable) return;
    if (!stdin.write(piece)) await drained(stdin);
  }
  stdin.end();
}

/** No bytes. */
async function* none(): AsyncGenerator<Uint8Array> {}

function drained(stdin: Writable): Promise<void> {
  if (stdin.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stdin.off("drain", done).off("close", done);
      resolve();
    };
    stdin.once("drain", done).once("close", done);
  });
}
