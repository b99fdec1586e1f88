import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Writable } from "node:stream";
import type { kindOf } from "../options/placed-word.ts";

/** What a program is given. */
export interface Input {
  /** A safe name for a file with the bytes. */
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** How a program ended. */
export type Ending =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  /** It could not be started; `lies` is what there is at its path, where it was named by one. */
  | { readonly kind: "refused"; readonly systemCode: string; readonly lies?: ReturnType<typeof kindOf> };

/** A program at work. */
export interface Run {
  /** Where it works; empty where it could not be started. */
  readonly folder: string;
  readonly output: AsyncIterable<Uint8Array>;
  readonly ended: Promise<Ending>;
  /** The end of what it has written to standard error, without the paths of this machine that are known. */
  lastWords(): string;
  /** What went wrong with the bytes that it was to get, if anything. */
  inputFault(): unknown;
  /** Ends it with all that it has started. */
  kill(): void;
  /** Ends it, and removes what was made for it. */
  close(): Promise<void>;
}

/** A program that could not be started. */
export function refusedRun(systemCode: string): Run {
  return {
    folder: "",
    output: none(),
    ended: Promise.resolve({ kind: "refused", systemCode }),
    lastWords: () => "",
    inputFault: () => undefined,
    kill: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** A program may have enough before it has read everything: that is no fault. */
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
