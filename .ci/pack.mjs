// Makes `lib` of `dist`: the modules of a package in a few files, because to load a hundred costs every program that
// uses them up to 60 ms. `node .ci/pack.mjs packages/core` packs what that package publishes; without names, every
// package is packed whose `exports` lead to `lib` in the workspace, too.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licencesOf } from "./bundle.mjs";
import { inlineContract, isContract } from "./contract.mjs";
import { inlinePackages } from "./inline.mjs";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const core = join(packages, "core");

const named = process.argv.slice(2).map((folder) => resolve(folder));
for (const folder of named) await pack(folder, publishedExports(folder));
if (named.length === 0) for (const folder of listPackages()) await pack(folder, readManifest(folder).exports);

function listPackages() {
  const folders = readdirSync(packages).map((name) => join(packages, name));
  // A program builds only the packages that it stands on.
  return folders.filter((folder) => existsSync(join(folder, "package.json")) && existsSync(join(folder, "dist")));
}

function publishedExports(folder) {
  const { exports, publishConfig } = readManifest(folder);
  return publishConfig?.exports ?? exports;
}

async function pack(folder, exports) {
  const targets = Object.values(exports).filter(({ default: file = "" }) => file.startsWith("./lib/"));
  if (targets.length === 0) return;
  const lib = join(folder, `node_modules/.cache/lib-${process.pid}`);
  rmSync(lib, { recursive: true, force: true });
  await bundle(folder, targets, lib);
  const types = targets.map((target) => target.types).filter((file) => file?.startsWith("./lib/"));
  for (const file of types.flatMap((entry) => declarations(folder, entry.slice("./lib/".length)))) {
    mkdirSync(dirname(join(lib, file)), { recursive: true });
    cpSync(join(folder, "dist", file), join(lib, file));
  }
  replaceFolder(join(folder, "lib"), lib);
}

/** Programs that run meanwhile find the old files or the new ones, and after a pack that fails the old ones. */
function replaceFolder(folder, by) {
  const old = `${by}-before`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(by, folder);
  rmSync(old, { recursive: true, force: true });
}

async function bundle(folder, targets, lib) {
  const manifest = readManifest(folder);
  const { threads = [], processes = [] } = manifest;
  const files = targets.map((target) => target.default.slice("./lib/".length));
  const entries = files.map((file) => [file.replace(/\.js$/, ""), join(folder, "dist", file)]);
  // The program of a process is one file: each further one would be loaded again and again.
  const isProcess = ([name]) => processes.includes(`./lib/${name}.js`);
  const output = await writeBundle(folder, lib, [
    ...entries.filter((entry) => !isProcess(entry)),
    // The code that starts a thread looks for its file beside itself.
    ...threads.map((file) => [/([^/]+)\.js$/.exec(file)[1], join(folder, file)]),
  ]);
  for (const entry of entries.filter(isProcess)) await writeBundle(folder, lib, [entry]);
  if (manifest.inlined === undefined) return;
  writeFileSync(join(lib, "LICENSES.txt"), licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)));
}

async function writeBundle(folder, lib, entries) {
  const manifest = readManifest(folder);
  // Programs load the tool together with the reader, so a copy of the core's modules would only cost time.
  const isInlined = folder !== core && basename(folder) !== "tool";
  const externals = externalsOf(manifest);
  const build = await rolldown({
    input: Object.fromEntries(entries),
    platform: "node",
    plugins: [
      inlinePackages(manifest.inlined ?? []),
      ...(isInlined ? [inlineContract(core)] : []),
    ],
    external: (id) => (!isInlined || !isContract(id)) && externals.some((pattern) => pattern.test(id)),
    logLevel: "warn",
    experimental: { attachDebugInfo: "none" },
  });
  const { output } = await build.write({
    dir: lib,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    // What documents the code stands in the declarations; notes for bundlers and licences stay.
    comments: { jsdoc: false, annotation: true, legal: true },
    // Shorter, and as readable in a debugger: names and lines stay.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  });
  await build.close();
  return output;
}

function externalsOf({ dependencies = {}, peerDependencies = {}, inlined = [] }) {
  const names = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
    (name) => !inlined.includes(name),
  );
  return [/^node:/, ...names.map((name) => new RegExp(`^${name}(?:/|$)`))];
}

/** A declaration file and all that it imports, by their paths in `dist`. */
function declarations(folder, file, seen = new Set()) {
  if (seen.has(file)) return [...seen];
  seen.add(file);
  const source = readFileSync(join(folder, "dist", file), "utf8");
  for (const [, specifier] of source.matchAll(/from "(\.[^"]+)\.ts"/g)) {
    declarations(folder, join(dirname(file), `${specifier}.d.ts`), seen);
  }
  return [...seen];
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
