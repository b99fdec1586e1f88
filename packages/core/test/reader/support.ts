import { onTestFinished } from "vitest";
import { createReader, type Reader, type ReaderOptions } from "../../src/reader.ts";
import type { ReadFailure, ReadOutcome, ReadResult, TextSection } from "../../src/contract/result.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../../testkit/test/support/folder-with.ts";

export { folderWith };

/** A reader of such a folder. */
export async function readerOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: ReaderOptions = {},
): Promise<Reader> {
  const reader = createReader({ roots: [folderWith(files)], ...options });
  onTestFinished(() => reader.close());
  return reader;
}

export function expectResult(outcome: ReadOutcome): ReadResult {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome;
}

export function expectFailure(outcome: ReadOutcome): ReadFailure {
  if (outcome.ok) throw new Error(`expected a failure, and got ${JSON.stringify(outcome.parts).slice(0, 200)}`);
  return outcome;
}

export function sectionsOf(outcome: ReadOutcome): readonly TextSection[] {
  return expectResult(outcome).parts.filter((part) => part.type === "text");
}

/** The lines of an answer with their numbers. */
export function numbered(outcome: ReadOutcome): readonly (readonly [number, string])[] {
  return sectionsOf(outcome).flatMap((part) =>
    part.text.split("\n").map((line, at) => [part.firstLine + at, line] as const),
  );
}

export const lineNumbers = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
