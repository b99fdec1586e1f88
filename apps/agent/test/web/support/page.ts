import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { beforeAll } from "vitest";

const web = fileURLToPath(new URL("../../../web/", import.meta.url));

/** The page of this process, which may run several files of tests. */
let page: Promise<string> | undefined;

/** Builds the page for tests, once for a process, so that a stale build can never pass them. */
export function builtPage(): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = await (page ??= buildPage());
  });
  return () => folder;
}

async function buildPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "reader-page-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "error", build: { outDir: folder } });
  return folder;
}
