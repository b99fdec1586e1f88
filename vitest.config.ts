import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("./", import.meta.url));
const tenMinutesMs = 600_000;

const folders = ["packages/*/test", "apps/*/test", "docs/*/test", "bench/test", ".ci/test"];
const all = folders.map((folder) => `${folder}/**/*.test.{ts,mjs}`);

const named = (mark: string): string[] => folders.map((folder) => `${folder}/**/*.${mark}.test.{ts,mjs}`);

// See "Tests" in CONTRIBUTING.
const alone = named("alone");
const long = named("long");

export default defineConfig({
  // Tests run on the sources, so that a stale build can never pass them.
  resolve: {
    alias: sources(),
  },
  test: {
    root,
    pool: "forks",
    // Two more than there are cores: some tests wait for processes and time limits.
    maxWorkers: availableParallelism() + 2,
    setupFiles: [`${root}packages/testkit/test/support/setup.ts`],
    // Only for what hangs: no outcome depends on how fast the machine is, so no test has a limit of its own.
    testTimeout: tenMinutesMs,
    hookTimeout: tenMinutesMs,
    expect: { poll: { timeout: tenMinutesMs } },
    passWithNoTests: true,
    // Freeing the code of WebAssembly crashes V8 once in many runs, where a process makes engine after engine, as these do:
    // github.com/nodejs/node/issues/64500.
    execArgv: ["--no-wasm-code-gc"],
    // A worker runs one file after another, so that modules and engines are loaded once.
    isolate: false,
    unstubEnvs: true,
    projects: [
      // In this order, which is that of their names. Long files early, so that nothing waits for the last one.
      { extends: true, test: { name: "alone", include: alone, isolate: true } },
      { extends: true, test: { name: "long", include: long, exclude: [...configDefaults.exclude, ...alone] } },
      {
        extends: true,
        test: { name: "shared", include: all, exclude: [...configDefaults.exclude, ...alone, ...long] },
      },
    ],
    // `.ci/run` counts from the JSON report.
    reporters: ["default", "json"],
    outputFile: { json: `${root}node_modules/.cache/reader/vitest.json` },
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**", "apps/*/src/**"],
      reportsDirectory: `${root}node_modules/.cache/reader/coverage`,
    },
  },
});

/** Maps each entry of each package to its source: `./dist/x.d.ts` in the manifest is `src/x.ts`. */
function sources(): { find: RegExp; replacement: string }[] {
  return globSync("packages/*/package.json", { cwd: root }).flatMap((path) => {
    const { name, exports } = JSON.parse(readFileSync(`${root}${path}`, "utf8")) as Manifest;
    return Object.entries(exports).flatMap(([entry, file]) => {
      const module = /^\.\/dist\/(.+)\.d\.ts$/.exec(typeof file === "string" ? file : file.types)?.[1];
      if (module === undefined) return [];
      const find = new RegExp(`^${name}${entry.slice(1)}$`);
      return [{ find, replacement: `${root}${dirname(path).replaceAll("\\", "/")}/src/${module}.ts` }];
    });
  });
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}
