// What `pack.mjs` needs to take the light parts of `@reader/core/handler` into `lib`. Loading the contract from the
// core, with the thirty modules that it imports, costs every process that runs one handler 10 ms.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What handlers import of the core. */
export const contract = "@reader/core/handler";

/**
 * Modules of the contract become modules of the package, as far as they import nothing late: what does, such as tables
 * of characters, stays in the core. Errors are known by their brand, so a second class of them does no harm.
 * @param {string} core The folder of the core.
 */
export function inlineContract(core) {
  const entry = join(core, "dist/handler.js");
  return {
    name: "inline-contract",
    resolveId(id, importer) {
      if (importer === undefined || (id !== contract && importer !== entry)) return undefined;
      if (importer !== entry) return importer.startsWith(join(core, "/")) ? undefined : entry;
      return isLight(join(dirname(entry), id)) ? undefined : { id: contract, external: true, moduleSideEffects: false };
    },
  };
}

function isLight(file, seen = new Set()) {
  if (seen.has(file)) return true;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  if (/\bimport\(/.test(source)) return false;
  const imported = [...source.matchAll(/^(?:import|export) .*? ?from "([^"]+)"/gm)].map(([, id]) => id);
  return imported.every((id) => id.startsWith(".") && isLight(join(dirname(file), id), seen));
}
