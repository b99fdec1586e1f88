import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Handler } from "@reader/core";
import { misbehaving, testHandlerIsolated, testIsolation } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { isolate } from "../src/index.ts";
import { childModule } from "./support.ts";

/**
 * Children run the compiled code, as those of users do, which the command `test` builds first: from sources each of some
 * hundred starts would take three times as long, and twice the memory.
 */
function compiled(url: string): string {
  return url.replace("/src/", "/dist/").replace(/\.ts$/, ".js");
}

function withCompiledOrigin(handler: Handler): Handler {
  const { origin } = handler;
  return origin === undefined ? handler : { ...handler, origin: { ...origin, module: compiled(origin.module) } };
}

/** Some twenty handlers do not stop when they are told to, and each of them is waited for so long before it is killed. */
const limits = { maxMemoryBytes: 200_000_000, hardKillAfterMs: 100 };

testIsolation(
  (handlers, { maxMemoryBytes, maxOutputBytes }) =>
    isolate(handlers.map(withCompiledOrigin), { childModule, limits: { ...limits, maxMemoryBytes, maxOutputBytes } }),
  { limits: { hastyTimeMs: 300, maxMemoryBytes: 200_000_000, maxOutputBytes: 16_000_000 } },
);

testHandlerIsolated(misbehaving(), new URL("./fixtures/misbehaviour/", import.meta.url), (handlers) =>
  isolate(handlers.map(withCompiledOrigin), { childModule, limits }),
);

/** A program that reads what prints, and prints only how that ended. */
const program = `
const [core, isolation, kit, files] = await Promise.all(process.argv.slice(1).map((url) => import(url)));
const isolated = isolation.isolate([kit.misbehaving()]);
for (const name of ["floods-stdout", "floods-stderr", "writes-everywhere", "forges-messages"]) {
  const fileSystem = files.memoryFileSystem({ entries: { ["/files/a.misbehave"]: kit.wordsOf(name) } });
  const reader = core.createReader({ handlers: isolated.handlers, roots: ["/files"], fileSystem });
  const outcome = await reader.read("/files/a.misbehave");
  console.log(name, outcome.ok ? "answered" : outcome.error.code);
}
await isolated.close();
`;

describe("a program whose handlers print", () => {
  test("has its standard output and standard error for itself", async () => {
    const modules = [
      "../../core/src/index.ts",
      "../src/index.ts",
      "../../testkit/src/misbehaviour/handler.ts",
      "../../testkit/src/memory/memory-file-system.ts",
    ].map((name) => compiled(new URL(name, import.meta.url).href));
    const run = promisify(execFile);
    const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "--eval", program, ...modules]);
    expect(stderr).toBe("");
    const lines = stdout.replaceAll(/ (?:answered|handler-failed)$/gm, "").split("\n");
    expect(lines).toEqual(["floods-stdout", "floods-stderr", "writes-everywhere", "forges-messages", ""]);
  });
});
