import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { createReader, type Reader, type ReaderOptions, type ReadFailure, type ReadOutcome } from "@reader/core";
import { onTestFinished } from "vitest";
import { command, type CommandOptions } from "../src/index.ts";

// @boundaries-ignore shared helpers of tests are in the tests of the test kit, which are not published
export { folderWith } from "../../testkit/test/support/folder-with.ts";

/** Creates a reader of a folder with one command for `.odd`. */
export function readerOf(
  root: string,
  options: Partial<CommandOptions> & Pick<CommandOptions, "command">,
  readerOptions: ReaderOptions = {},
): Reader {
  const handler = command({ name: "odd", extensions: ["odd"], directory: root, ...options });
  const reader = createReader({ roots: [root], handlers: [handler], ...readerOptions });
  onTestFinished(() => reader.close());
  return reader;
}

/** Returns the text of an answer. */
export function textOf(outcome: ReadOutcome): string {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.parts.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
}

export function expectFailure(outcome: ReadOutcome): ReadFailure {
  if (outcome.ok) throw new Error(`expected a failure, and got ${textOf(outcome)}`);
  return outcome;
}

/** Returns folders that commands of this process created and did not remove. */
export function leftFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("reader-command-"));
}
