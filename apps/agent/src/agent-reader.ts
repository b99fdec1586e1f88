import { createReader, type Capabilities, type Reader, type ReaderOptions } from "@reader/core";
import type { LoadedSetup } from "@reader/handler-command";
import { scanRecogniser } from "@reader/isolate";
import { agentHandlers } from "./handlers.ts";

/** A reader, and who recognises the text of scans for it: whoever makes another one of the same handlers needs both. */
export interface AgentReader extends Reader {
  /** Absent where nothing recognises text here. */
  readonly recognise?: ReaderOptions["recognise"];
}

/**
 * A reader of these folders (absolute paths) with every handler of this program, isolated, behind those of `setup`.
 * `capabilities` say what a read takes for granted that does not say for which model it is; text only where not given.
 * `close` ends the processes, too. Throws a `SetupError` where the setup wants an order of handlers that there are not.
 */
export function createAgentReader(
  roots: readonly string[],
  capabilities?: Capabilities,
  setup?: Pick<LoadedSetup, "inOrder" | "limits">,
): AgentReader {
  const own = agentHandlers();
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
