// Frameworks that are too large to be dependencies of the workspace, each driven through its own agent with the packed
// tool: what would go to the provider is compared with what was accepted.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, succeed } from "./run.mjs";

const drivers = fileURLToPath(new URL("./frameworks/", import.meta.url));
const toolTests = fileURLToPath(new URL("../../packages/tool/test/", import.meta.url));

const frameworks = [
  { name: "Mastra", driver: "mastra", packages: ["@mastra/core@1.71.0", "@ai-sdk/anthropic@4.0.105"] },
  { name: "pi", driver: "pi", packages: ["@mariozechner/pi-agent-core@0.73.1", "@mariozechner/pi-ai@0.73.1"] },
];

/** Drives each framework that can be installed, and reports those that cannot; `step` reports each one. */
export async function checkFrameworks(step, { node, project, env }) {
  for (const { name, driver, packages } of frameworks) {
    const folder = join(dirname(project), driver);
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const ours = ["@reader/core", "@reader/tool", "@reader/testkit"];
    const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...ours, ...packages];
    const { status } = await run("npm", install, { cwd: folder, env });
    if (status !== 0) {
      process.stdout.write(`- ${name} is skipped: ${packages.join(" and ")} cannot be installed here\n`);
      continue;
    }
    copyTests(folder, driver);
    const vitest = join(folder, "node_modules/vitest/vitest.mjs");
    await step(`the provider gets from ${name} what was accepted`, () =>
      succeed(node, [vitest, "run", "--testTimeout=600000"], { cwd: folder }),
    );
  }
}

/** The tests of the tool's own targets, over the packages in place of their sources. */
function copyTests(folder, driver) {
  const wire = join(folder, "test/wire");
  for (const name of ["support.ts", "wire/goldens", "wire/provider.ts", "wire/scenarios.ts", "wire/test-target.ts"]) {
    cpSync(join(toolTests, name), join(folder, "test", name), { recursive: true });
  }
  cpSync(join(drivers, "goldens"), join(wire, "goldens"), { recursive: true });
  for (const name of ["anthropic-stream.mjs", `${driver}.test.mjs`]) cpSync(join(drivers, name), join(wire, name));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/read-tool.ts"), 'export { createReadTool } from "@reader/tool";\n');
  writeFileSync(join(folder, "src/agent-tool.ts"), 'export type { AgentTool } from "@reader/tool";\n');
}
