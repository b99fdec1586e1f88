import { lock, refusal } from "./lock.ts";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");

/** `process.dlopen`: all that loads a `.node` file calls it, `require` and `import` too. */
type LoadAddon = (module: object, file: string, flags?: number) => void;

/**
 * Restricts native code to files whose real path lies in one of these folders, because Node's permission for it covers
 * every file that the user may read. The real path is also what is opened, so a link that is changed after the check
 * changes nothing. Everything used here was taken before the first code of a handler, and no method of an object that
 * a handler can replace is called.
 */
export function guardAddons(folders: readonly string[]): void {
  const refuse = refusal("A handler may load native code only from its packages, and only if its origin declares it.");
  const load = Reflect.get(process, "dlopen") as LoadAddon;
  const realPath = fs.realpathSync.native;
  const { sep } = path;
  const longPath = Reflect.get(path, "toNamespacedPath") as (path: string) => string;
  const prefixes = folders.map((folder) => (folder.endsWith(sep) ? folder : folder + sep));
  const count = prefixes.length;
  const isAllowed = (file: string): boolean => {
    for (let index = 0; index < count; index += 1) if (startsWith(file, prefixes[index])) return true;
    return false;
  };
  lock(process, {
    dlopen(module: object, file: unknown, flags?: number): void {
      // An object could be another path the second time it is asked.
      if (typeof file !== "string" || count === 0) return refuse();
      const real = realPath(file);
      if (!isAllowed(real)) return refuse();
      if (flags === undefined) load(module, longPath(real));
      else load(module, longPath(real), flags);
    },
  });
}

/** By single characters: a handler can replace `startsWith` of all strings. */
function startsWith(text: string, prefix: string | undefined): boolean {
  if (prefix === undefined || prefix.length > text.length) return false;
  for (let index = 0; index < prefix.length; index += 1) if (text[index] !== prefix[index]) return false;
  return true;
}
