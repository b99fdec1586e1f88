import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolveModule } from "./modules/resolve-module.ts";

/** How an app whose bundle holds this module, and not the child's, finds it: by the `exports` of this package. */
const subpath = "@reader/isolate/child";

/** The program of a child: compiled beside compiled, source beside source; for a bundle the one of the package. */
export function findChild(resolveFrom: string): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const own = new URL(`../child/child.${extension}`, import.meta.url);
  return existsSync(fileURLToPath(own)) ? own.href : resolveModule(subpath, resolveFrom);
}
