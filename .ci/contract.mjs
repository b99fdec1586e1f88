// Lets `pack.mjs` bundle the light modules of the core's entries for handlers into `lib`: to load them from the core,
// with thirty modules that they import, costs every process that runs one handler 10 ms.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const entryPattern = /^@reader\/core\/(handler|render|internal)$/;

/** True for the entries of the core from which a package takes single modules. */
export function isContract(id) {
  return entryPattern.test(id);
}

/**
 * Bundles modules of the contract into the package, unless they load other modules with `import()`: those, such as
 * tables of characters, stay in the core. Errors are recognised by their brand, so a second copy of their class is
 * harmless.
 * @param {string} core The folder of the core.
 */
export function inlineContract(core) {
  const dist = join(core, "dist");
  const entryOf = (id) => join(dist, `${entryPattern.exec(id)[1]}.js`);
  const idOf = (file) => `@reader/core/${basename(file, ".js")}`;
  const isEntry = (file) => file !== undefined && dirname(file) === dist && isContract(idOf(file));
  return {
    name: "inline-contract",
    resolveId(id, importer) {
      if (importer === undefined) return undefined;
      if (isEntry(importer)) {
        if (isLight(join(dist, id))) return undefined;
        return { id: idOf(importer), external: true, moduleSideEffects: false };
      }
      return isContract(id) ? entryOf(id) : undefined;
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
