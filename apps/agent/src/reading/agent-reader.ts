import { type Capabilities, createReader, type Reader, type ReaderOptions } from "@reader/core";
import { type LoadedSetup, loadSetup, workingDirectory } from "@reader/handler-command";
import { isolatedHandlers } from "@reader/handlers";
import { UsageError } from "@reader/handlers/usage-error";
import { scanRecogniser } from "@reader/isolate";
import { type CommandLine, isViewOnly } from "../arguments/parse-arguments.ts";

/** A reader and its text recognition. Another reader with the same handlers needs both. */
export interface AgentReader extends Reader {
  /** Absent if no text recognition is installed. */
  readonly recognise?: ReaderOptions["recognise"];
}

/**
 * Creates a reader of these folders (absolute paths) with the handlers of `setup`, then those of this program, isolated.
 * `capabilities` are those of reads that name no model. Default: text only. `close` also ends the processes. Throws a
 * `SetupError` if the order of handlers in the setup names a handler that does not exist.
 */
export function createAgentReader(
  roots: readonly string[],
  capabilities?: Capabilities,
  setup?: Pick<LoadedSetup, "inOrder" | "limits">,
): AgentReader {
  const own = isolatedHandlers();
  const recognise = scanRecogniser(["eng"], import.meta.url);
  const reader = createReader({
    handlers: setup === undefined ? own.handlers : setup.inOrder(own.handlers),
    roots,
    ...(setup === undefined ? {} : { budget: setup.limits }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(recognise === undefined ? {} : { recognise }),
  });
  return {
    ...reader,
    ...(recognise === undefined ? {} : { recognise }),
    async close() {
      await reader.close();
      await Promise.all([own.close(), recognise?.close()]);
    },
  };
}

/** Loads the handlers and the configuration of a command line. Rejects with a `UsageError`. */
export function loadUserSetup(line: CommandLine, environment: NodeJS.ProcessEnv): Promise<LoadedSetup> {
  const isScript = line.model === undefined && !isViewOnly(line);
  return loadSetup(line.setup, {
    directory: workingDirectory(),
    // The script depends on the default handlers and limits, so the user's own configuration is ignored.
    environment: isScript ? {} : environment,
    // The command line program has the same options.
    byHand: "npx @reader/cli --no-isolate",
    faultOf: (message, hint) => new UsageError(message, hint),
  });
}
