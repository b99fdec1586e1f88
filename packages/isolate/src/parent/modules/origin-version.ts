import type { HandlerOrigin } from "@reader/core/handler";
import { fileURLToPath } from "node:url";
import { packageFolder } from "./read-grants.ts";
import { readManifest, resolveModule } from "./resolve-module.ts";

/** The version of the package that a module belongs to; undefined where it is not installed or tells none. */
export function originVersion({ module }: HandlerOrigin, resolveFrom: string): string | undefined {
  try {
    const folder = packageFolder(fileURLToPath(resolveModule(module, resolveFrom)));
    const { version } = readManifest(folder);
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
