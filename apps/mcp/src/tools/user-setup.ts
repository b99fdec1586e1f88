import { loadSetup, workingDirectory, type LoadedSetup, type SetupLine } from "@reader/handler-command";
import { UsageError } from "@reader/handlers/usage-error";

/** The user's handlers, their order, limits and folders. */
export type UserSetup = LoadedSetup;

/** Loads what a command line and a configuration file name. Rejects with a `UsageError`. */
export function loadUserSetup(line: SetupLine): Promise<UserSetup> {
  return loadSetup(line, {
    directory: workingDirectory(),
    environment: process.env,
    // The command line program has the same options.
    byHand: "npx @reader/cli --no-isolate",
    faultOf: (message, hint) => new UsageError(message, hint),
  });
}
