// Makes `dist/bundle` of what the compiler wrote: one file with all that reading text needs, one for everything that is
// only loaded when it is used, and the code that V8 makes of the first. `src/start-bundle.ts` runs it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFiles, compileBundle, describeBuild, runBundle } from "./dist/start-bundle.js";

const app = fileURLToPath(new URL("./", import.meta.url));
const entry = join(app, "dist/cli.js");
const cacheSwitch = "--make-cache";

/** A file such as most are: what reads it is what the cache holds. */
const sample = "A small text – with one character that is not ASCII.\n".repeat(20);

async function bundle(folder) {
  const { rolldown } = await import("rolldown");
  rmSync(folder, { recursive: true, force: true });
  const imports = new Map();
  const graph = { name: "graph", moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) };
  const build = await rolldown({ input: { cli: entry }, platform: "node", plugins: [graph], logLevel: "warn" });
  let eager;
  const isEager = (id) => (eager ??= reachable(entry, imports)).has(id);
  const { output } = await build.write({
    dir: folder,
    format: "cjs",
    minify: true,
    sourcemap: false,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    codeSplitting: { groups: [{ name: "cli", test: isEager }] },
  });
  await build.close();
  toAscii(join(folder, bundleFiles.script));
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(folder, "LICENSES.txt"), licencesOf(modules));
  return modules;
}

/** Everything that is loaded as soon as the entry is. */
function reachable(start, imports, seen = new Set()) {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const id of imports.get(start) ?? []) reachable(id, imports, seen);
  return seen;
}

/** The licences of the packages whose code is in the bundle, which they ask to go with it. */
function licencesOf(modules) {
  const folders = new Set(modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean));
  return [...folders]
    .toSorted((left, right) => (left < right ? -1 : 1))
    .map(licenceOf)
    .join("\n");
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  if (file === undefined && !license) throw new Error(`${name} has no licence.`);
  return `${name} ${version}\n\n${file === undefined ? `${license}\n` : readFileSync(join(folder, file), "utf8")}`;
}

/** The main file is read as Latin-1. */
function toAscii(path) {
  const source = readFileSync(path, "utf8");
  // There an escape would mean something else.
  const isRaw = /String\.raw`[^`]*[^\0-\x7f]/.test(source) || /\\[^\0-\x7f]/.test(source);
  if (isRaw) throw new Error(`${path} has raw text that is not ASCII.`);
  writeFileSync(
    path,
    source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** Only of what is in the bundle: the handlers that other processes run may change without it. */
function stamp(folder, modules) {
  const builds = JSON.parse(readFileSync(join(app, "tsconfig.json"), "utf8")).references.map(({ path }) => path);
  const bundled = builds.filter((project) => modules.some((id) => id.startsWith(join(app, project, "dist/"))));
  const files = [".", ...bundled].map((project) => relative(folder, join(app, project, "dist/.tsbuildinfo")));
  const stamps = Object.fromEntries(files.map((file) => [file, describeBuild(folder, file)]));
  writeFileSync(join(folder, bundleFiles.stamp), JSON.stringify(stamps));
}

/** Runs the bundle once on the sample in a process of its own, because only what has run is in its cache. */
function makeCache(folder) {
  const work = mkdtempSync(join(tmpdir(), "reader-bundle-"));
  try {
    const path = join(work, "sample.txt");
    writeFileSync(path, sample);
    const args = [fileURLToPath(import.meta.url), cacheSwitch, folder, path];
    const { status, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0) throw new Error(`The bundle does not run: ${stderr}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function runForCache(folder, path) {
  const script = compileBundle(folder);
  process.argv = [process.argv[0], join(folder, bundleFiles.script), path];
  process.once("exit", () => writeFileSync(join(folder, bundleFiles.cache), script.createCachedData()));
  runBundle(script, folder);
}

const [first, ...rest] = process.argv.slice(2);
if (first === cacheSwitch) {
  runForCache(rest[0], rest[1]);
} else {
  const folder = first ?? join(app, "dist/bundle");
  const modules = await bundle(folder);
  makeCache(folder);
  // Last, because it is what makes the bundle count.
  stamp(folder, modules);
}
