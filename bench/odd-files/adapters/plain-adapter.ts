import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Adapter } from "../adapter.ts";

/** The read tool of a weekend: the whole file, as UTF-8. An example of an adapter. */
export function createAdapter(): Adapter {
  return {
    name: "fs.readFile",
    async read(workspace, path) {
      try {
        return { ok: true, text: await readFile(resolve(workspace, path), "utf8") };
      } catch (error) {
        return { ok: false, text: String(error) };
      }
    },
  };
}
