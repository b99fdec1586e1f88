// Makes `dist/bundle` of what the compiler wrote: one file with all that it takes to answer a client's first message,
// the code that V8 makes of it, and the tools beside it. `src/start-bundle.ts` runs it. Handlers stay in their packages,
// where their processes find them.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
// @boundaries-ignore it is no part of the package, but of how it is built
import { licencesOf, toAscii } from "../../.ci/bundle.mjs";
import { bundleFiles, compileBundle, runBundle } from "./dist/start-bundle.js";

const app = fileURLToPath(new URL("./", import.meta.url));
/** What is only loaded when it is needed. */
const later = ["./toolbox.js", "./http/serve-http.js", "./others.js"];
const cacheSwitch = "--make-cache";
/** What a client says first: what its answer runs is what the cache holds. */
const opening = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bundle", version: "0" } },
};

async function bundle(folder) {
  rmSync(folder, { recursive: true, force: true });
  const start = await write(["serve"], {
    dir: folder,
    format: "cjs",
    codeSplitting: false,
    entryFileNames: bundleFiles.script,
  });
  const script = `${folder}/${bundleFiles.script}`;
  writeFileSync(script, toAscii(withLoad(readFileSync(script, "utf8"))));
  const rest = await write(["toolbox", "http/serve-http", "others"], { dir: folder, format: "esm" });
  writeFileSync(`${folder}/LICENSES.txt`, licencesOf([...start, ...rest]));
}

/** Writes modules with all that they import, and returns which modules those were. */
async function write(names, options) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `${app}dist/${name}.js`])),
    platform: "node",
    // The check of JSON Schemas is 300 KB that every start would run, and the tools check their input themselves.
    resolve: { alias: { "@modelcontextprotocol/server/_shims": `${app}dist/protocol-shims.js` } },
    external: [/^@reader\/(?:handler-|outline$)/, ...(names.includes("serve") ? later : [])],
    logLevel: "warn",
    onLog,
  });
  const { output } = await build.write({ minify: true, sourcemap: false, ...options });
  await build.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** A module that is imported lazily in one place and statically in another is loaded with the latter, as it should be. */
function onLog(level, log, report) {
  if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") report(level, log);
}

/** `import()` as what runs the script gives it: the files above. */
function withLoad(source) {
  const loaded = source.replaceAll(/\bimport\(/g, "load(");
  const calls = source.match(/\bimport\(/g)?.length;
  if (calls !== later.length) throw new Error(`The bundle has ${calls} calls of import().`);
  return loaded;
}

/** Runs the bundle once in a process of its own, because only what has run is in its cache. */
function makeCache(folder) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), cacheSwitch, folder],
    {
      encoding: "utf8",
      input: `${JSON.stringify(opening)}\n`,
    },
  );
  if (status !== 0 || !stdout.includes('"serverInfo"')) throw new Error(`The bundle does not run: ${stderr}`);
}

function runForCache(folder) {
  const script = compileBundle(folder);
  process.argv.splice(2);
  process.once("exit", () => writeFileSync(`${folder}/${bundleFiles.cache}`, script.createCachedData()));
  runBundle(script, folder);
}

const [first, second] = process.argv.slice(2);
if (first === cacheSwitch) {
  runForCache(second);
} else {
  const folder = first ?? `${app}dist/bundle`;
  await bundle(folder);
  makeCache(folder);
}
