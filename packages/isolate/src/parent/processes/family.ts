import { fileURLToPath } from "node:url";
import type { HandlerDescription } from "../../options/isolatable.ts";
import { readGrants } from "../modules/read-grants.ts";
import { realModule, resolveModule } from "../modules/resolve-module.ts";

/** Handlers that share processes: those of one module with one environment and the same need of native code. */
export interface Family {
  readonly key: string;
  /** The URL of the module. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The paths that its processes may read. */
  readonly grants: readonly string[];
  /** The folders that native code may be loaded from. Absent if none may be loaded. */
  readonly addonFolders?: readonly string[];
}

/** Finds the family of a handler. Creates each family once. */
export interface Families {
  /** Returns the family for models with or without images. Throws `MissingPackage`. */
  of(description: HandlerDescription, takesImages: boolean): Family;
}

/** Bare specifiers are resolved from `resolveFrom`; `childModule` is the program of the processes. */
export function createFamilies(resolveFrom: string, childModule: string): Families {
  const families = new Map<string, Family>();
  return {
    of({ origin, reads = [] }, takesImages) {
      const { environment = {} } = origin;
      const hasAddons = origin.addons === "always" || (origin.addons === "for-images" && takesImages);
      const key = JSON.stringify([origin.module, Object.entries(environment), reads, hasAddons]);
      const known = families.get(key);
      if (known !== undefined) return known;
      const module = realModule(resolveModule(origin.module, resolveFrom));
      const paths = [childModule, module].filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
      const packages = readGrants(paths);
      const addons = hasAddons ? { addonFolders: packages } : {};
      const family = { key, module, environment, grants: [...packages, ...reads], ...addons };
      families.set(key, family);
      return family;
    },
  };
}
