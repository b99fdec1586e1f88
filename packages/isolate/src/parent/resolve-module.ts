import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject } from "../channel/plain.ts";

/** Conditions of `exports` that hold in a child, besides `default`. */
const conditions = new Set(["node", "import", "module-sync", "default"]);

/** The module of an origin is not installed. */
export class MissingPackage extends Error {
  readonly package: string;

  constructor(name: string) {
    super(`The package ${name} is not installed.`);
    this.package = name;
  }
}

/**
 * The URL of a module: file URLs as they are, bare specifiers as an `import` in the file `resolveFrom` would find them.
 * Throws `MissingPackage`.
 */
export function resolveModule(specifier: string, resolveFrom: string): string {
  if (/^(?:file|data|node):/.test(specifier)) return specifier;
  try {
    return pathToFileURL(createRequire(resolveFrom).resolve(specifier)).href;
  } catch {
    // A package that can only be imported has nothing to require.
    const found = resolveImport(specifier, resolveFrom);
    if (found !== undefined) return found;
    throw new MissingPackage(packageOf(specifier));
  }
}

/** The name of the package in a bare specifier: `@scope/name/sub` has `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function resolveImport(specifier: string, resolveFrom: string): string | undefined {
  const name = packageOf(specifier);
  const folder = findPackage(name, dirname(fileURLToPath(resolveFrom)));
  if (folder === undefined) return undefined;
  const { exports } = readManifest(folder);
  const subpath = `.${specifier.slice(name.length)}`;
  const target = targetOf(isObject(exports) && subpath in exports ? exports[subpath] : exports);
  return target === undefined ? undefined : pathToFileURL(join(folder, target)).href;
}

/** The folder of a package as seen from a folder, going up as Node does. */
export function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The `package.json` of a folder; empty where it cannot be read. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

function targetOf(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (!isObject(exports)) return undefined;
  for (const [condition, target] of Object.entries(exports)) {
    const found = conditions.has(condition) ? targetOf(target) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
