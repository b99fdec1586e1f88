import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { run, type Host } from "../../src/program.ts";
import { outputTo } from "../../src/terminal/output.ts";

/** What the program left behind. */
export interface Finished {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program where no person is, and nothing is set up but what the command line says. */
export async function runProgram(argv: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Finished> {
  const written = { output: "", errors: "" };
  const host: Host = {
    environment,
    isInteractive: false,
    output: outputTo({ write: (text) => (written.output += text) }, {}),
    errors: outputTo({ write: (text) => (written.errors += text) }, {}),
  };
  return { code: await run(argv, host), ...written };
}

/** A new folder with these files, removed when the test is over. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "reader-agent-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
