import type { ReadErrorCode, ReadOutcome } from "@reader/core";

/** How a read may end if the file is at fault. A file may take too long, and a part of it may not be there. */
const faultsOfFiles: ReadonlySet<ReadErrorCode> = new Set([
  "corrupt",
  "encrypted",
  "too-large",
  "timed-out",
  "unsupported-type",
  "binary",
  "out-of-range",
]);

const machine = /node_modules|\.[cm]?[jt]s:\d|\/work\/|file:\/\/|\[object |wasm-function/;

/**
 * Says what is wrong with how a read of a file from the corpus ended: an error for which the file is not at fault, or
 * an error or notice that reveals something about the machine. Returns `undefined` for a valid ending.
 */
export function badEnding(outcome: ReadOutcome): string | undefined {
  const words = JSON.stringify(outcome.ok ? outcome.notices : outcome.error);
  const isValid = (outcome.ok || faultsOfFiles.has(outcome.error.code)) && !machine.test(words);
  return isValid ? undefined : words.slice(0, 300);
}
