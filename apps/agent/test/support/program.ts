import { run } from "../../src/program.ts";
import type { Host } from "../../src/host/run-context.ts";
import { outputTo } from "../../src/host/output.ts";

// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { folderWith } from "../../../../packages/testkit/test/support/folder-with.ts";
// @boundaries-ignore the same
export {
  canRemoveWorkingDirectory,
  hasFullDevice,
  runInRemovedFolder,
  runWithClosedOutput,
  runWithFullOutput,
} from "../../../../packages/testkit/test/support/odd-surroundings.ts";

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
