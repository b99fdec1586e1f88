// How packages and programs are bundled: `rolldown -c` in their folder, after the compiler. A package with several
// outputs or further entries has a `rolldown.config.mjs` of its own; `.ci/rolldown.config.mjs` is for all others.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The entries of the core for handlers and other packages of this repository. */
const coreEntries = /^@reader\/core\/(?:handler|render|internal)$/;

/**
 * The configuration of a library: it makes `lib` of `dist`, with a file for each entry. Modules that are imported lazily
 * stay apart. To load a hundred modules would cost every program up to 60 ms.
 * @param {string} folder
 * @param {object} [options]
 * @param {(entry: string) => boolean} [options.only] Selects entries of the manifest's `exports`. Default: all in `lib`.
 * @param {boolean} [options.cleans] True if files of an earlier build are removed. Default: true.
 * @param {readonly string[]} [options.threads] Modules that are run as threads, without extension, by their path in `dist`.
 * @param {boolean} [options.bundlesCore] True if the modules of the core's entries for handlers are bundled, so that a
 * process that runs one handler does not load the core. Errors are recognised by their brand, so a copy is harmless.
 * @returns {import("rolldown").RolldownOptions}
 */
export function library(folder, { only = () => true, cleans = true, threads = [], bundlesCore = true } = {}) {
  const { exports, publishConfig, dependencies, peerDependencies } = readManifest(folder);
  const entries = Object.entries(publishConfig?.exports ?? exports)
    .filter(([entry, { default: file }]) => file?.startsWith("./lib/") && only(entry))
    .map(([, { default: file }]) => file.slice("./lib/".length, -".js".length));
  const packages = Object.keys({ ...dependencies, ...peerDependencies });
  return {
    input: Object.fromEntries([
      ...entries.map((entry) => [entry, join(folder, "dist", `${entry}.js`)]),
      // The code that starts a thread looks for its file beside itself.
      ...threads.map((path) => [path.split("/").at(-1), join(folder, "dist", `${path}.js`)]),
    ]),
    platform: "node",
    external: (id) => isExternal(id, packages) && !(bundlesCore && coreEntries.test(id)),
    logLevel: "warn",
    experimental: { attachDebugInfo: "none" },
    output: {
      dir: join(folder, "lib"),
      cleanDir: cleans,
      format: "esm",
      chunkFileNames: "[name]-[hash].js",
      // The declarations contain the documentation. Annotations for bundlers and licences are kept.
      comments: { jsdoc: false, annotation: true, legal: true },
      // Names and lines are kept, for debuggers.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    },
  };
}

/**
 * The configuration of a program: it makes `lib/program.cjs` of `dist/main.js`, with everything that is needed at the start
 * in one file, and the files that are loaded on demand. `lib/main.cjs` starts it. CommonJS, because Node starts it 5 ms
 * faster than modules, and ASCII, because V8 compiles that faster than text with wider characters.
 * @param {string} folder
 * @param {object} options
 * @param {readonly (string | RegExp)[]} options.external Packages that are loaded from where they are installed.
 * @param {Readonly<Record<string, string>>} [options.alias] Modules that are replaced by others.
 * @returns {import("rolldown").RolldownOptions}
 */
export function program(folder, { external, alias = {} }) {
  return {
    input: { main: join(folder, "dist/main.js") },
    platform: "node",
    external,
    resolve: { alias },
    plugins: [licences, start],
    logLevel: "warn",
    // A module that is imported lazily in one place and statically in another is loaded with the latter, as intended.
    checks: { ineffectiveDynamicImport: false },
    output: {
      dir: join(folder, "lib"),
      cleanDir: true,
      format: "cjs",
      minify: true,
      charset: "ascii",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      codeSplitting: { groups: [{ name: "main", tags: ["$initial"] }] },
    },
  };
}

/** Puts the code of `main.cjs` into `program.cjs`, and what starts it, `start.cjs`, into its place. */
const start = {
  name: "start",
  generateBundle(_options, output) {
    const main = output["main.cjs"];
    this.emitFile({ type: "asset", fileName: "program.cjs", source: main.code.replace(/^#!.*\n/, "") });
    main.code = readFileSync(join(import.meta.dirname, "start.cjs"), "utf8");
  },
};

/** Writes the licences of the packages whose code is in a bundle, which they ask to be distributed with it. */
const licences = {
  name: "licences",
  generateBundle(_options, output) {
    const modules = Object.values(output).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
    const source = [...folders].toSorted().map(licenceOf).join("\n");
    this.emitFile({ type: "asset", fileName: "LICENSES.txt", source });
  },
};

function licenceOf(folder) {
  const { name, version, license } = readManifest(folder);
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  if (file === undefined && !license) throw new Error(`${name} has no licence.`);
  return `${name} ${version}\n\n${file === undefined ? `${license}\n` : readFileSync(join(folder, file), "utf8")}`;
}

/** A package itself, or a path in it. */
function isExternal(id, packages) {
  return id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`));
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
