import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Adapter } from "./adapter.ts";
import { commandAdapter } from "./adapters/command-adapter.ts";
import { splitCommandLine } from "./adapters/command-line.ts";
import { mcpAdapter } from "./adapters/mcp-adapter.ts";

/** The adapters that come with the corpus, by the names that `--adapter` takes. */
export const ownAdapters = ["reader", "plain", "pi", "markitdown", "mcp-filesystem"] as const;

/** Tools that need no module: their command lines behind `command:` and `mcp:`. */
const kinds = { command: commandAdapter, mcp: mcpAdapter } as const;

/**
 * An adapter by its name, by the command line of a program or server (`command:cat -n {file}`, `mcp:server
 * {workspace}`), or from a module that exports `createAdapter`. Throws if there is no such adapter.
 */
export async function loadAdapter(spec: string): Promise<Adapter> {
  const [, kind, line] = /^(command|mcp):(.*)$/su.exec(spec) ?? [];
  if ((kind === "command" || kind === "mcp") && line !== undefined) {
    return kinds[kind]({ name: line.trim(), ...splitCommandLine(line) });
  }
  const loaded: unknown = await import(moduleOf(spec));
  if (!isAdapterModule(loaded)) throw new TypeError(`${spec} exports no function createAdapter.`);
  return loaded.createAdapter();
}

function moduleOf(spec: string): string {
  const own = ownAdapters.find((name) => name === spec);
  if (own !== undefined) return new URL(`./adapters/${own}-adapter.ts`, import.meta.url).href;
  if (existsSync(spec)) return pathToFileURL(resolve(spec)).href;
  throw new TypeError(
    `There is no adapter ${spec}: give one of ${ownAdapters.join(", ")}, command:…, mcp:…, or a module.`,
  );
}

function isAdapterModule(value: unknown): value is { createAdapter: () => Adapter | Promise<Adapter> } {
  return (
    typeof value === "object" && value !== null && "createAdapter" in value && typeof value.createAdapter === "function"
  );
}
