// `pnpm build`: everything that tests, programs and packages are run from, in order. It stops at the first fault.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** A program of a package of the agent: only that one depends on it. */
const vite = join(
  dirname(createRequire(join(root, "apps/agent/package.json")).resolve("vite/package.json")),
  "bin/vite.js",
);

const steps = [
  [join(root, "node_modules/typescript/bin/tsc"), "-b"],
  [join(root, ".ci/pack.mjs")],
  [join(root, "apps/cli/bundle.mjs")],
  [join(root, "apps/mcp/bundle.mjs")],
  [vite, "build", join(root, "apps/agent/web"), "--logLevel", "warn"],
];

for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
