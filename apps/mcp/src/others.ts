import { loadSetup, workingDirectory, type LoadedSetup, type SetupLine } from "@reader/handler-command";
import { UsageError } from "./usage-error.ts";

/** What the user of this program has set up: handlers, their order, limits and folders. */
export type Others = LoadedSetup;

/** Loads what a command line and a configuration file name. Rejects with a `UsageError`. */
export function loadOthers(line: SetupLine): Promise<Others> {
  return loadSetup(line, {
    directory: workingDirectory(),
    environment: process.env,
    // The command line program has the same options.
    byHand: "npx @reader/cli --no-isolate",
    faultOf: (message, hint) => new UsageError(message, hint),
  });
}
