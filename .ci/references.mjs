// The references between the TypeScript projects follow from the dependencies in the manifests: `pnpm fix` writes them,
// and the check `projects` compares them.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const patterns = ["packages/*/tsconfig.json", "apps/*/tsconfig.json", "docs/examples/tsconfig.json"];

/** Returns the files whose references differ from the manifests, each with the text that it should have. */
export function outdatedReferences(root) {
  const folders = globSync(patterns, { cwd: root }).map((path) => dirname(path).replaceAll("\\", "/"));
  const manifests = new Map(folders.map((folder) => [folder, readJson(join(root, folder, "package.json"))]));
  return [...referencesOf(manifests)].flatMap(([folder, references]) => {
    const path = posix.join(folder, "tsconfig.json");
    const config = readJson(join(root, path));
    const expected = JSON.stringify({ ...config, references }, undefined, 2);
    return JSON.stringify(config, undefined, 2) === expected ? [] : [{ path, text: `${expected}\n` }];
  });
}

/**
 * Maps each folder to its references: the projects that it depends on, and for the root all of them, in order of path.
 * @param {ReadonlyMap<string, { readonly name: string; readonly [field: string]: unknown }>} manifests
 */
export function referencesOf(manifests) {
  const folders = [...manifests.keys()].toSorted();
  const references = new Map([[".", folders.map((path) => ({ path }))]]);
  for (const folder of folders) {
    const { dependencies, optionalDependencies, peerDependencies } = manifests.get(folder);
    const names = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    const targets = folders.filter((other) => names.has(manifests.get(other).name));
    references.set(
      folder,
      targets.map((target) => ({ path: posix.relative(folder, target) })),
    );
  }
  return references;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../", import.meta.url));
  for (const { path, text } of outdatedReferences(root)) writeFileSync(join(root, path), text);
}
