// Writes `dist/bundle` from the compiled modules: one file with everything that reading text needs, files for everything
// that is loaded on demand, and the V8 code cache of the first. `src/start-bundle.ts` runs it, and is itself joined to
// `dist/main.js`, because a second module would add 1.3 ms to each start.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
// @boundaries-ignore part of the build, not of the package
import { licencesOf, toAscii } from "../../.ci/bundle.mjs";
import { bundleFiles, compileBundle, describeBuild, runBundle } from "./dist/start-bundle.js";

const app = fileURLToPath(new URL("./", import.meta.url));
const entry = join(app, "dist/cli.js");
const main = join(app, "dist/main.js");
const cacheSwitch = "--make-cache";

/** A typical file. The code cache holds what runs to read it. */
const sample = "A small text – with one character that is not ASCII.\n".repeat(20);

async function bundle(folder) {
  const { rolldown } = await import("rolldown");
  rmSync(folder, { recursive: true, force: true });
  // The outline engine finds its files only next to its package, so its process loads it from there.
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

/** A module that is imported lazily in one place and statically in another is loaded with the latter, as intended. */
function onLog(level, log, report) {
  if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") report(level, log);
}

/** The chunk that starts the process of a document, which must run as early as possible. */
function isIsolation({ name }) {
  return name?.startsWith("isolation");
}

/**
 * Returns the modules that are loaded with some chunks, in the default chunking of the bundler. The import graph would have
 * too many: of an index with many exports, such as that of the core, only the used ones count.
 */
function modulesOf(chunks, isStart) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const names = new Set(chunks.filter(isStart).map(({ fileName }) => fileName));
  // Iteration of a set includes elements that are added meanwhile.
  for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported);
  return [...names].flatMap((name) => byName.get(name)?.moduleIds ?? []);
}

/** Inlines the bundler's helpers, which are otherwise a separate file that takes 1 ms to load. */
function withRuntime(source, folder) {
  return source.replace(/\brequire\("\.\/(rolldown-runtime\.cjs)"\)/, (_call, file) => {
    const helpers = readFileSync(join(folder, file), "utf8");
    return `((exports)=>{${helpers};return exports})({})`;
  });
}

/** Replaces `require` for modules of Node.js, because creating `require` takes 0.5 ms. */
function withoutRequire(source) {
  return source.replaceAll(/\brequire\("([^"]+)"\)/g, (call, id) =>
    isBuiltin(id) ? `process.getBuiltinModule("${id}")` : call,
  );
}

/** Joins `start-bundle.js` to `main.js`. Running it again changes nothing. */
async function joinStart() {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({ input: main, platform: "node", external: /\/cli\.js$/, logLevel: "warn" });
  const { output } = await build.generate({ format: "esm", minify: true, sourcemap: false });
  await build.close();
  // Renamed into place, because the program may be running.
  writeFileSync(`${main}.new`, output[0].code);
  renameSync(`${main}.new`, main);
}

/** Records the builds of the bundled packages only. Handlers of other processes can change without a new bundle. */
function stamp(folder, modules) {
  const builds = JSON.parse(readFileSync(join(app, "tsconfig.json"), "utf8")).references.map(({ path }) => path);
  const bundled = builds.filter((project) => modules.some((id) => id.startsWith(join(app, project, "/"))));
  const files = [".", ...bundled].map((project) => relative(folder, join(app, project, "dist/.tsbuildinfo")));
  const stamps = Object.fromEntries(files.map((file) => [file, describeBuild(folder, file)]));
  writeFileSync(join(folder, bundleFiles.stamp), JSON.stringify(stamps));
}

/** Runs the bundle once on the sample in another process, because the cache holds only code that has run. */
function makeCache(folder) {
  const work = mkdtempSync(join(tmpdir(), "reader-bundle-"));
  try {
    // The extension makes the program start a document process, so that code is cached too.
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
  // Written last, because it makes the bundle valid.
  stamp(folder, modules);
  if (first === undefined) await joinStart();
}
