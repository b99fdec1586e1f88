import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Adapter } from "./adapter.ts";

/** The adapters that come with the corpus, by the names that `--adapter` takes. */
export const ownAdapters = ["reader", "plain", "markitdown", "mcp-filesystem"] as const;

/** An adapter by its name, or from a module that exports `createAdapter`. Throws where the module has none. */
export async function loadAdapter(nameOrFile: string): Promise<Adapter> {
  const own = ownAdapters.find((name) => name === nameOrFile);
  const url =
    own === undefined
      ? pathToFileURL(resolve(nameOrFile)).href
      : new URL(`./adapters/${own}-adapter.ts`, import.meta.url).href;
  const loaded: unknown = await import(url);
  if (!isAdapterModule(loaded)) throw new TypeError(`${nameOrFile} exports no function createAdapter.`);
  return loaded.createAdapter();
}

function isAdapterModule(value: unknown): value is { createAdapter: () => Adapter | Promise<Adapter> } {
  return (
    typeof value === "object" && value !== null && "createAdapter" in value && typeof value.createAdapter === "function"
  );
}
