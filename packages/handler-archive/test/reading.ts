import { createReader, type Handler, type ReadOutcome, type ReadRequest } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { archive } from "../src/index.ts";

/** The request for an archive in memory, and options of the reader. */
export interface ReadingOptions extends Omit<ReadRequest, "path"> {
  readonly budget?: NonNullable<Parameters<typeof createReader>[0]>["budget"];
  readonly handlers?: readonly Handler[];
}

/** Reads bytes as a file of this name, with a complete reader. */
export async function read(name: string, bytes: Uint8Array, options: ReadingOptions = {}): Promise<ReadOutcome> {
  const { budget = {}, handlers = [archive()], ...request } = options;
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes } });
  const reader = createReader({ handlers, fileSystem, roots: ["/"], budget, clock: () => 0 });
  try {
    return await reader.read({ path: name, ...request });
  } finally {
    await reader.close();
  }
}

/** Returns the text that a model sees. */
export async function shown(...parameters: Parameters<typeof read>): Promise<string> {
  return renderText(await read(...parameters));
}

/** Returns the error of a read. */
export async function errorOf(
  ...parameters: Parameters<typeof read>
): Promise<{ readonly code: string; readonly message: string }> {
  const outcome = await read(...parameters);
  if (outcome.ok) throw new Error(`It was read: ${renderText(outcome).slice(0, 500)}`);
  return outcome.error;
}
