import { existsSync, realpathSync } from "node:fs";
import type { ResolvePlace } from "@reader/isolate";
import type { PresetDescription } from "./plain-description.ts";

/**
 * Returns the descriptions without those of handlers that are not used: a replacement is used if its package is
 * installed and that of the handler that it replaces is not. If neither is, the description of the replaced handler names
 * the replacement.
 */
export function chooseInstalled<Description extends PresetDescription>(
  descriptions: readonly Description[],
  place: ResolvePlace,
): readonly Description[] {
  const replacements = new Map(descriptions.map((each) => [each.replaces, each]));
  const isInstalled = installedFrom(place);
  const chosen = (description: Description): Description => {
    const replacement = replacements.get(description.name);
    if (replacement === undefined || isInstalled(packageOf(description))) return description;
    if (isInstalled(packageOf(replacement))) return replacement;
    const { licence = "unknown" } = replacement;
    return { ...description, alternative: { name: packageOf(replacement), licence } };
  };
  return descriptions.filter(({ replaces }) => replaces === undefined).map(chosen);
}

function packageOf({ origin }: PresetDescription): string {
  return origin.module.split("/").slice(0, 2).join("/");
}

/**
 * Returns a test for packages as seen from a place. It only asks for folders, because it runs at the start of every
 * program; Node's own resolution takes milliseconds.
 */
function installedFrom({ resolveFrom, resolveThrough }: ResolvePlace): (name: string) => boolean {
  let known: string | undefined;
  const start = (): string => {
    const from = fileOf(resolveFrom);
    return resolveThrough === undefined ? from : (findPackage(resolveThrough, from) ?? from);
  };
  return (name) => findPackage(name, (known ??= start())) !== undefined;
}

function fileOf(url: string): string {
  return process.getBuiltinModule("node:url").fileURLToPath(url);
}

/** Returns the real path of the folder of a package, going up from `from` as Node does. */
function findPackage(name: string, from: string): string | undefined {
  const parts = from.split(separator);
  for (let length = parts.length; length > 0; length -= 1) {
    const folder = [...parts.slice(0, length), "node_modules", name].join(separator);
    if (existsSync(`${folder}${separator}package.json`)) return realpathSync.native(folder);
  }
  return undefined;
}

const separator = process.platform === "win32" ? "\\" : "/";
