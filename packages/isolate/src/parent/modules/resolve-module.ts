import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject } from "../../channel/plain.ts";
import { moduleUrl, type ResolvePlace } from "../../options/resolve-place.ts";

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
 * Returns the URL of a module. File URLs stay as they are; bare specifiers are resolved as by an `import` in the module
 * `resolveFrom`. Throws `MissingPackage`, or a `TypeError` for what is no place of a module.
 */
export function resolveModule(specifier: string, resolveFrom: string): string {
  if (/^(?:file|data|node):/.test(specifier)) return specifier;
  const url = moduleUrl(resolveFrom);
  const path = resolveImport(specifier, url) ?? resolveRequire(specifier, url);
  if (path === undefined) throw new MissingPackage(packageOf(specifier));
  return pathToFileURL(path).href;
}

/** Returns the file URL of the module that resolves bare specifiers. Throws `MissingPackage`, or a `TypeError`. */
export function resolverOf({ resolveFrom, resolveThrough }: ResolvePlace): string {
  const url = moduleUrl(resolveFrom);
  return resolveThrough === undefined ? url : resolveModule(resolveThrough, url);
}

/**
 * Resolves with Node's `require.resolve`, which knows more cases. Only a fallback, because it takes 2 ms more at
 * startup.
 */
function resolveRequire(specifier: string, resolveFrom: string): string | undefined {
  try {
    return process.getBuiltinModule("node:module").createRequire(resolveFrom).resolve(specifier);
  } catch {
    return undefined;
  }
}

/** Returns the package name of a bare specifier: `@scope/name` for `@scope/name/sub`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/**
 * Returns the real path of an entry in the `exports` of an installed package, or `undefined` if there is no such file.
 */
function resolveImport(specifier: string, resolveFrom: string): string | undefined {
  const name = packageOf(specifier);
  const folder = findPackage(name, dirname(fileURLToPath(resolveFrom)));
  if (folder === undefined) return undefined;
  const target = exportOf(readManifest(folder)["exports"], `.${specifier.slice(name.length)}`);
  const path = target === undefined ? undefined : join(folder, target);
  return path !== undefined && existsSync(path) ? realpathSync.native(path) : undefined;
}

/** An `exports` without subpaths is that of the package itself. */
function exportOf(exports: unknown, subpath: string): string | undefined {
  if (isObject(exports) && Object.hasOwn(exports, subpath)) return targetOf(exports[subpath]);
  return subpath === "." ? targetOf(exports) : undefined;
}

/** Cache of which folders exist. Most dependencies are looked up in the same folder. */
export type KnownFolders = Map<string, boolean>;

/** Finds the folder of a package, going up from `from` as Node does. */
export function findPackage(name: string, from: string, known: KnownFolders = new Map()): string | undefined {
  const path = sep === "/" ? name : name.replace("/", sep);
  const scope = name.startsWith("@") ? path.slice(0, path.indexOf(sep)) : "";
  for (let folder = from; ; folder = parentOf(folder)) {
    const modules = modulesOf(folder, scope, known);
    const candidate = modules === undefined ? undefined : within(modules, path);
    if (candidate !== undefined && existsSync(within(candidate, "package.json"))) return candidate;
    if (folder === parentOf(folder)) return undefined;
  }
}

const modulesEnding = `${sep}node_modules`;

/** Returns the `node_modules` folder in `folder` if it exists and has the scope. */
function modulesOf(folder: string, scope: string, known: KnownFolders): string | undefined {
  const exists = (path: string): boolean => {
    const isThere = known.get(path) ?? existsSync(path);
    known.set(path, isThere);
    return isThere;
  };
  if (folder.endsWith(modulesEnding)) {
    // A lookup from below need not check it again.
    known.set(folder, true);
    return undefined;
  }
  const modules = within(folder, "node_modules");
  // Most optional packages are not installed, and then their scope does not exist either.
  return exists(modules) && (scope === "" || exists(within(modules, scope))) ? modules : undefined;
}

/** Joins a folder and a name. `node:path` takes 3 ms more for one handler at startup. */
export function within(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** Returns the parent folder of a path without a trailing separator. A root is its own parent. */
export function parentOf(path: string): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf(sep)));
  return folder.includes(sep) ? folder : dirname(path);
}

/** Reads the `package.json` of a folder. Returns an empty object if it cannot be read, or does not match `wanted`. */
export function readManifest(folder: string, wanted?: RegExp): Readonly<Record<string, unknown>> {
  try {
    const text = readFileSync(within(folder, "package.json"), "utf8");
    if (wanted?.test(text) === false) return {};
    const manifest: unknown = JSON.parse(text);
    return isObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

/** Matches a relative path that stays inside its folder, as Node requires. */
const staysInside = /^\.\/(?!(?:.*[\\/])?\.\.(?:[\\/]|$))/;

function targetOf(exports: unknown): string | undefined {
  if (typeof exports === "string") return staysInside.test(exports) ? exports : undefined;
  if (!isObject(exports)) return undefined;
  for (const [condition, target] of Object.entries(exports)) {
    const found = conditions.has(condition) ? targetOf(target) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the URL of a module by its real path as the system spells it. A child may not read the folders above its
 * packages, so it could not follow a link above a module (`/tmp` and `/var` on macOS) or find a path in another case.
 * Other URLs and missing files stay as they are.
 */
export function realModule(url: string): string {
  if (!url.startsWith("file:")) return url;
  const path = fileURLToPath(url);
  const real = existsSync(path) ? realpathSync.native(path) : path;
  if (real === path) return url;
  const { search, hash } = new URL(url);
  return `${pathToFileURL(real).href}${search}${hash}`;
}
