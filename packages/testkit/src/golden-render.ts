import { anthropic, createReader, renderText, type Handler } from "@reader/core";
import type { Fixture } from "./fixtures.ts";
import { memoryFileSystem } from "./memory/memory-file-system.ts";

/**
 * What a model that takes images sees of a case: the input lies alone in a workspace in memory and is read with the
 * handler and the case's request. Where the handler was not chosen, a first line says what read the file instead.
 */
export async function renderGolden(handler: Handler, { inputName, bytes, request }: Fixture): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${inputName}`]: bytes } });
  // A clock that stands still: no time limit may decide what a golden holds.
  const reader = createReader({
    handlers: [handler],
    fileSystem,
    roots: ["/"],
    capabilities: anthropic,
    clock: () => 0,
  });
  try {
    const outcome = await reader.read({ ...request, path: inputName });
    const other = outcome.ok && outcome.handler !== handler.name ? `(read by "${outcome.handler}")\n` : "";
    return other + renderText(outcome);
  } finally {
    await reader.close();
  }
}
