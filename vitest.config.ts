import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("./", import.meta.url));
const tenMinutesMs = 600_000;

const folders = ["packages/*/test", "apps/*/test", "docs/examples/test", "bench/test", ".ci/test"];
const all = folders.map((folder) => `${folder}/**/*.test.{ts,mjs}`);

const named = (mark: string): string[] => folders.map((folder) => `${folder}/**/*.${mark}.test.{ts,mjs}`);

// See "Tests" in CONTRIBUTING.
const alone = named("alone");
const long = named("long");

export default defineConfig({
  // Tests run on the sources, so that a stale build can never pass them.
  resolve: {
    alias: [
      { find: /^@reader\/([^/]+)$/, replacement: `${root}packages/$1/src/index.ts` },
      { find: /^@reader\/tool\/(.+)$/, replacement: `${root}packages/tool/src/targets/$1.ts` },
      { find: /^@reader\/(document|office-kit)\/(.+)$/, replacement: `${root}packages/$1/src/$2/index.ts` },
      { find: /^@reader\/handler-office\/(.+)$/, replacement: `${root}packages/handler-office/src/$1.ts` },
      { find: /^@reader\/core\/(handler|render|internal|decoders)$/, replacement: `${root}packages/core/src/$1.ts` },
    ],
  },
  test: {
    root,
    pool: "forks",
    // One more than there are cores: some tests wait for processes and time limits.
    maxWorkers: availableParallelism() + 1,
    setupFiles: [`${root}packages/testkit/test/support/setup.ts`],
    // Only for what hangs: no outcome depends on how fast the machine is, so no test has a limit of its own.
    testTimeout: tenMinutesMs,
    hookTimeout: tenMinutesMs,
    expect: { poll: { timeout: tenMinutesMs } },
    passWithNoTests: true,
    // A worker runs one file after another, so that modules and engines are loaded once.
    isolate: false,
    unstubEnvs: true,
    projects: [
      // In this order, which is that of their names. Long files early, so that nothing waits for the last one.
      { extends: true, test: { name: "alone", include: alone, isolate: true } },
      { extends: true, test: { name: "long", include: long } },
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
