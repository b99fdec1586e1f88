// Writes `dist/bundle` from the compiled modules: one file with everything that the answer to a client's first message
// needs, its V8 code cache, and the modules that are loaded later. `src/start-bundle.ts` runs it. Handlers are not bundled,
// because their processes load them from their packages.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
// @boundaries-ignore part of the build, not of the package
import { licencesOf, toAscii } from "../../.ci/bundle.mjs";
import { bundleFiles, compileBundle, runBundle } from "./dist/start-bundle.js";

const app = fileURLToPath(new URL("./", import.meta.url));
/** Modules that are loaded on demand. */
const later = ["./tools/toolbox.js", "./server/http.js", "./tools/user-setup.js"];
const cacheSwitch = "--make-cache";
/** The first message of a client. The code cache holds what runs to answer it. */
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
  const rest = await write(["tools/toolbox", "server/http", "tools/user-setup"], { dir: folder, format: "esm" });
  writeFileSync(`${folder}/LICENSES.txt`, licencesOf([...start, ...rest]));
}

/** Writes modules with everything that they import, and returns the ids of the bundled modules. */
async function write(names, options) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `${app}dist/${name}.js`])),
    platform: "node",
    // The JSON Schema validator is 300 KB of code that each start would load, and the tools check their own input.
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

/** Replaces `import()` with the function that `src/start-bundle.ts` passes to the script. */
function withLoad(source) {
  const loaded = source.replaceAll(/\bimport\(/g, "load(");
  const calls = source.match(/\bimport\(/g)?.length;
  if (calls !== later.length) throw new Error(`The bundle has ${calls} calls of import().`);
  return loaded;
}

/** Runs the bundle once in another process, because the cache holds only code that has run. */
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
