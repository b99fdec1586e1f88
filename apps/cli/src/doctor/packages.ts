import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The `package.json` of an installed package. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or `unknown`. */
  readonly licence: string;
  readonly dependencies: readonly string[];
  /** Optional peer dependencies. */
  readonly optional: readonly string[];
  /** Optional dependencies. npm installs only those for this platform and its own Node.js. */
  readonly optionalDependencies: readonly string[];
  /** Its folder, with symbolic links resolved. */
  readonly folder: string;
  /** The file that `import` of its name loads, relative to the folder. */
  readonly entry: string;
}

/** Returns the package that a module belongs to. */
export function packageOf(moduleUrl: string): Package {
  for (let folder = dirname(fileURLToPath(moduleUrl)); ; folder = dirname(folder)) {
    const found = readPackage(folder);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) throw new Error(`${moduleUrl} belongs to no package.`);
  }
}

/** Returns the package that a module in `from` would import by a name, or `undefined` if it is not installed. */
export function findPackage(name: string, from: string): Package | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = readPackage(join(folder, "node_modules", name));
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** Returns `undefined` if there is no package: a manifest without a name, such as `{"type": "module"}`, is not one. */
function readPackage(folder: string): Package | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  const manifest = asRecord(JSON.parse(readFileSync(path, "utf8")));
  const { name, version } = manifest;
  if (typeof name !== "string") return undefined;
  return {
    name,
    version: typeof version === "string" ? version : "unknown",
    licence: licenceOf(manifest["license"] ?? manifest["licenses"]),
    dependencies: Object.keys(asRecord(manifest["dependencies"])),
    optional: optionalPeers(manifest["peerDependenciesMeta"]),
    optionalDependencies: Object.keys(asRecord(manifest["optionalDependencies"])),
    folder: realpathSync(folder),
    entry: entryOf(manifest),
  };
}

/** The field is a name, or in older packages `{ "type": name }` or a list. */
function licenceOf(field: unknown): string {
  const names = [field].flat().map((each: unknown) => (typeof each === "string" ? each : asRecord(each)["type"]));
  return names.filter((name) => typeof name === "string").join(" OR ") || "unknown";
}

function optionalPeers(meta: unknown): readonly string[] {
  const entries = Object.entries(asRecord(meta));
  return entries.filter(([, facts]) => asRecord(facts)["optional"] === true).map(([name]) => name);
}

function entryOf(manifest: Readonly<Record<string, unknown>>): string {
  const { exports, main } = manifest;
  const root = asRecord(exports)["."] ?? exports;
  return matchingTarget(root) ?? (typeof main === "string" ? main : "index.js");
}

/** The conditions of Node.js for `import`: https://nodejs.org/api/packages.html#conditional-exports. */
const conditions = new Set(["node", "import", "module-sync", "node-addons", "default"]);

function matchingTarget(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (Array.isArray(target)) return target.map(matchingTarget).find((each) => each !== undefined);
  return Object.entries(asRecord(target))
    .filter(([condition]) => conditions.has(condition))
    .map(([, inner]) => matchingTarget(inner))
    .find((each) => each !== undefined);
}

/** The fields of an object, or no fields for any other value. */
function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
