import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll } from "vitest";

const web = fileURLToPath(new URL("../../../web/", import.meta.url));

/** Builds the page for the tests of a file, so that a stale build can never pass them. */
export function builtPage(): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reader-page-"));
    await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "error", build: { outDir: folder } });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}
