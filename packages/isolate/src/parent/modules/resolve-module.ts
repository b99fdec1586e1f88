import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject } from "../../channel/plain.ts";

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
  const path = resolveImport(specifier, resolveFrom) ?? resolveRequire(specifier, resolveFrom);
  if (path === undefined) throw new MissingPackage(packageOf(specifier));
  return pathToFileURL(path).href;
}

/** What Node finds, which knows more ways; to ask it first takes a program that has only just started 2 ms longer. */
function resolveRequire(specifier: string, resolveFrom: string): string | undefined {
  try {
    return process.getBuiltinModule("node:module").createRequire(resolveFrom).resolve(specifier);
  } catch {
    return undefined;
  }
}

/** The name of the package in a bare specifier: `@scope/name/sub` has `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The real path of what the `exports` of an installed package name; undefined where they name nothing that is there. */
function resolveImport(specifier: string, resolveFrom: string): string | undefined {
  const name = packageOf(specifier);
  const folder = findPackage(name, dirname(fileURLToPath(resolveFrom)));
  if (folder === undefined) return undefined;
  const target = exportOf(readManifest(folder)["exports"], `.${specifier.slice(name.length)}`);
  const path = target === undefined ? undefined : join(folder, target);
  return path !== undefined && existsSync(path) ? realpathSync.native(path) : undefined;
}

/** Where an `exports` has no subpaths, it is that of the package itself. */
function exportOf(exports: unknown, subpath: string): string | undefined {
  if (isObject(exports) && Object.hasOwn(exports, subpath)) return targetOf(exports[subpath]);
  return subpath === "." ? targetOf(exports) : undefined;
}

/** Which folders there are, asked once each: of the packages that one depends on most are looked for in the same. */
export type KnownFolders = Map<string, boolean>;

/** The folder of a package as seen from a folder, going up as Node does. */
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

/** The folder of packages in a folder, where it is there and has something of the scope. */
function modulesOf(folder: string, scope: string, known: KnownFolders): string | undefined {
  const exists = (path: string): boolean => {
    const isThere = known.get(path) ?? existsSync(path);
    known.set(path, isThere);
    return isThere;
  };
  if (folder.endsWith(modulesEnding)) {
    // Whoever looks upwards from below it need not ask for it again, and it has none in itself.
    known.set(folder, true);
    return undefined;
  }
  const modules = within(folder, "node_modules");
  // Of what is optional most is not installed, and then not even its scope is there.
  return exists(modules) && (scope === "" || exists(within(modules, scope))) ? modules : undefined;
}

/** A path in a folder. What `node:path` does for this takes a program that has only just started 3 ms for one handler. */
export function within(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** The folder of a path that has no separator at its end; a root is its own. */
export function parentOf(path: string): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf(sep)));
  return folder.includes(sep) ? folder : dirname(path);
}

/** The `package.json` of a folder; empty where it cannot be read, or where what is looked for is nowhere in it. */
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

/** A path below the folder that it starts from: Node takes no other. */
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
 * The URL of a module by its real path, as the system spells it. A child may look at nothing on the way to its packages,
 * so it could neither follow a link above a module (`/tmp` and `/var` are links on macOS) nor find one whose name is
 * spelt in other letters than the folder's. What is no file, or not there, stays as it is.
 */
export function realModule(url: string): string {
  if (!url.startsWith("file:")) return url;
  const path = fileURLToPath(url);
  const real = existsSync(path) ? realpathSync.native(path) : path;
  if (real === path) return url;
  const { search, hash } = new URL(url);
  return `${pathToFileURL(real).href}${search}${hash}`;
}
