// The layers of packages: each folder imports only from itself and from folders that come before it in `layers.json`.
import { dirname, join } from "node:path/posix";
import { parseAst } from "rolldown/parseAst";

/**
 * Returns a message for each import that points upwards, each import circle, and each folder without a place.
 * @param {string} root The folder that the layers are relative to, such as `packages/core/src`.
 * @param {readonly string[]} layers Folders from the lowest to the highest; `.` is `root` itself. A folder without its
 *   own entry belongs to the nearest folder above it that has one.
 * @param {ReadonlyMap<string, string>} files The source of each file, by its path relative to `root`.
 */
export function layerFaults(root, layers, files) {
  const imports = new Map([...files].map(([file, source]) => [file, importedFiles(file, source, files)]));
  const unplaced = [...files.keys()].filter((file) => layerOf(file, layers) === undefined);
  const missing = layers.filter((layer) => ![...files.keys()].some((file) => layerOf(file, layers) === layer));
  return [
    ...unplaced.map((file) => `${root}/${file} is in no layer. Add its folder to .ci/layers.json.`),
    ...missing.map((layer) => `${root}/${layer} has no files. Remove it from .ci/layers.json.`),
    ...[...imports].flatMap(([file, targets]) => targets.flatMap((target) => upward(root, layers, { file, target }))),
    ...circles(imports).map((circle) => `Files of ${root} import each other in a circle: ${circle.join(" → ")}.`),
  ];
}

function upward(root, layers, { file, target }) {
  const [from, to] = [layerOf(file, layers), layerOf(target, layers)];
  if (from === undefined || to === undefined || layers.indexOf(to) <= layers.indexOf(from)) return [];
  const allowed = layers.slice(0, layers.indexOf(from) + 1).join(", ");
  return [`${root}/${file} imports ${target}, but layer "${to}" is above "${from}", which may import: ${allowed}.`];
}

/** The layer with the longest path that holds the file; `.` holds only the files directly in the root. */
function layerOf(file, layers) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (layers.includes(folder)) return folder === "." && dirname(file) !== "." ? undefined : folder;
    if (folder === ".") return undefined;
  }
}

/** Type imports, re-exports, `import()` and `import()` types count as imports. */
function importedFiles(file, source, files) {
  const specifiers = new Set();
  collectSpecifiers(parseAst(source, { lang: file.endsWith(".tsx") ? "tsx" : "ts" }, file), specifiers);
  return [...specifiers]
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(dirname(file), specifier))
    .filter((target) => files.has(target));
}

const withSource = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function collectSpecifiers(node, specifiers) {
  if (node === null || typeof node !== "object") return;
  if (withSource.has(node.type) && typeof node.source?.value === "string") specifiers.add(node.source.value);
  for (const child of Object.values(node)) collectSpecifiers(child, specifiers);
}

/** One circle for each file from which the search comes back to a file that it is still following. */
function circles(imports) {
  const found = [];
  const done = new Set();
  const path = [];
  const follow = (file) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) follow(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) follow(file);
  return found;
}
