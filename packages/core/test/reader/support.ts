import { mkdtemp, realpath, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createReader, type Reader, type ReaderOptions } from "../../src/reader.ts";
import type { ReadFailure, ReadOutcome, ReadResult, TextSection } from "../../src/result.ts";

/** A folder with these files, removed when the test is done. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "reader-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** A reader of such a folder. */
export async function readerOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: ReaderOptions = {},
): Promise<Reader> {
  const reader = createReader({ roots: [await folderWith(files)], ...options });
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
