// Makes `dist/bundle` of what the compiler wrote: one file with all that reading text needs, one for everything that is
// only loaded when it is used, and the code that V8 makes of the first. `src/start-bundle.ts` runs it. That one is
// joined to `dist/main.js`, because a second module costs a start 1.3 ms.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
// @boundaries-ignore it is no part of the package, but of how it is built
import { licencesOf, toAscii } from "../../.ci/bundle.mjs";
import { bundleFiles, compileBundle, describeBuild, runBundle } from "./dist/start-bundle.js";

const app = fileURLToPath(new URL("./", import.meta.url));
const entry = join(app, "dist/cli.js");
const main = join(app, "dist/main.js");
const cacheSwitch = "--make-cache";

/** A file such as most are: what reads it is what the cache holds. */
const sample = "A small text – with one character that is not ASCII.\n".repeat(20);

async function bundle(folder) {
  const { rolldown } = await import("rolldown");
  rmSync(folder, { recursive: true, force: true });
  // The engine of outlines finds its files beside its own package only; its process loads it from there.
  const external = ["web-tree-sitter"];
  const build = await rolldown({ input: { cli: entry }, platform: "node", external, logLevel: "warn", onLog });
  const chunks = (await build.generate({ format: "cjs" })).output;
  const eager = new Set([...modulesOf(chunks, ({ isEntry }) => isEntry), ...modulesOf(chunks, isIsolation)]);
  const { output } = await build.write({
    dir: folder,
    format: "cjs",
    minify: true,
    sourcemap: false,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    codeSplitting: { groups: [{ name: "cli", test: (id) => eager.has(id) }] },
  });
  await build.close();
  const script = join(folder, bundleFiles.script);
  writeFileSync(script, toAscii(withoutRequire(withRuntime(readFileSync(script, "utf8"), folder))));
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(folder, "LICENSES.txt"), licencesOf(modules));
  return modules;
}

/** That a module which is imported late is there at once is meant. */
function onLog(level, log, tell) {
  if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") tell(level, log);
}

/** What starts the process of a document: it has to run while this one has hardly begun. */
function isIsolation({ name }) {
  return name?.startsWith("isolation");
}

/**
 * The modules that are loaded as soon as some chunks are, by how the bundler divides them when it is left alone. The
 * graph of imports would tell more: of a list of exports, such as that of the core, only what is used counts.
 */
function modulesOf(chunks, isStart) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const names = new Set(chunks.filter(isStart).map(({ fileName }) => fileName));
  // A set that grows while it is gone through is gone through to its end.
  for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported);
  return [...names].flatMap((name) => byName.get(name)?.moduleIds ?? []);
}

/** The bundler keeps its few helpers in a file of their own, which to find and load takes a start 1 ms. */
function withRuntime(source, folder) {
  return source.replace(/\brequire\("\.\/(rolldown-runtime\.cjs)"\)/, (_call, file) => {
    const helpers = readFileSync(join(folder, file), "utf8");
    return `((exports)=>{${helpers};return exports})({})`;
  });
}

/** Modules of Node without `require`, which the main file has to be given and takes 0.5 ms to make. */
function withoutRequire(source) {
  return source.replaceAll(/\brequire\("([^"]+)"\)/g, (call, id) =>
    isBuiltin(id) ? `process.getBuiltinModule("${id}")` : call,
  );
}

/** Done twice, it changes nothing the second time. */
async function joinStart() {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({ input: main, platform: "node", external: /\/cli\.js$/, logLevel: "warn" });
  const { output } = await build.generate({ format: "esm", minify: true, sourcemap: false });
  await build.close();
  // At once, because the program may be running.
  writeFileSync(`${main}.new`, output[0].code);
  renameSync(`${main}.new`, main);
}

/** Only of what is in the bundle: the handlers that other processes run may change without it. */
function stamp(folder, modules) {
  const builds = JSON.parse(readFileSync(join(app, "tsconfig.json"), "utf8")).references.map(({ path }) => path);
  const bundled = builds.filter((project) => modules.some((id) => id.startsWith(join(app, project, "/"))));
  const files = [".", ...bundled].map((project) => relative(folder, join(app, project, "dist/.tsbuildinfo")));
  const stamps = Object.fromEntries(files.map((file) => [file, describeBuild(folder, file)]));
  writeFileSync(join(folder, bundleFiles.stamp), JSON.stringify(stamps));
}

/** Runs the bundle once on the sample in a process of its own, because only what has run is in its cache. */
function makeCache(folder) {
  const work = mkdtempSync(join(tmpdir(), "reader-bundle-"));
  try {
    // By its name the process for such a document is started, and that code is in the cache, too.
    const path = join(work, "sample.pdf");
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
  if (first === undefined) await joinStart();
}
