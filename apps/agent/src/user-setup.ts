import { loadSetup, workingDirectory, type LoadedSetup } from "@reader/handler-command";
import { isViewOnly, type CommandLine } from "./arguments.ts";
import { UsageError } from "./usage-error.ts";

/** Loads what the command line and a configuration file name. Rejects with a `UsageError`. */
export function loadUserSetup(line: CommandLine, environment: NodeJS.ProcessEnv): Promise<LoadedSetup> {
  const isScript = line.model === undefined && !isViewOnly(line);
  return loadSetup(line.setup, {
    directory: workingDirectory(),
    // The script was written for the usual handlers and limits: nothing changes them that was not named.
    environment: isScript ? {} : environment,
    // The command line program has the same options.
    byHand: "npx @reader/cli --no-isolate",
    faultOf: (message, hint) => new UsageError(message, hint),
  });
}
