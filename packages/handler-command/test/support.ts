import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createReader, type Reader, type ReaderOptions, type ReadFailure, type ReadOutcome } from "@reader/core";
import { onTestFinished } from "vitest";
import { command, type CommandOptions } from "../src/index.ts";

/** A new folder with these files; it is gone when the test ends. Scripts can be run. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reader-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  return folder;
}

/** A reader of a folder with one command for `.odd`. */
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

/** All text of an answer. */
export function textOf(outcome: ReadOutcome): string {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.parts.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
}

export function expectFailure(outcome: ReadOutcome): ReadFailure {
  if (outcome.ok) throw new Error(`expected a failure, and got ${textOf(outcome)}`);
  return outcome;
}

/** Folders that commands of this process have made and not removed. */
export function leftFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("reader-command-"));
}
