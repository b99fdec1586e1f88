import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, createReader, textOnly, type Capabilities } from "@reader/core";
import { expect, onTestFinished, test } from "vitest";
import { isolate, loadThirdParty } from "../src/index.ts";
import { folderWith } from "./support.ts";

const hasCompiler = spawnSync("cc", ["--version"]).status === 0;

/** The constructor runs while the library is loaded; Node then says that it is no addon. */
const code = `#include <stdio.h>
__attribute__((constructor)) static void leave_mark(void) { FILE *mark = fopen(MARK, "w"); if (mark) fclose(mark); }
`;

/** Compiles native code that makes the file `mark` when it is loaded. */
function compile(file: string, mark: string): void {
  writeFileSync(`${file}.c`, code);
  const options = ["-shared", "-fPIC", `-DMARK=${JSON.stringify(mark)}`, "-o", file, `${file}.c`];
  const { status, stderr } = spawnSync("cc", options, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** A handler whose file says, relative to its package, which native code to load. */
const handler = (addons: string | undefined): string => `
import { createRequire } from "node:module";
export function native() {
  return {
    specVersion: 1, name: "native", mediaTypes: ["application/x-native"],
    origin: { module: import.meta.url, export: "native", ${addons === undefined ? "" : `addons: "${addons}"`} },
    sniff: (head, name) => (name.endsWith(".native") ? "application/x-native" : undefined),
    async *read(source) {
      const path = new TextDecoder().decode(await source.bytes());
      let told = "loaded";
      try { createRequire(import.meta.url)(path); } catch (error) { told = error.code + " " + error.message; }
      yield { type: "text", text: told };
    },
  };
}`;

interface Place {
  /** Reads a file that says which native code to load; gives the answer of the handler. */
  readonly load: (path: string, capabilities?: Capabilities) => Promise<string>;
  /** Whether native code has run since it was asked last. */
  readonly hasRun: () => boolean;
}

/** A package with native code, beside a workspace with native code. */
async function placeWith(addons: string | undefined): Promise<Place> {
  const root = folderWith({
    "package/package.json": JSON.stringify({ name: "native", type: "module" }),
    "package/native.js": handler(addons),
    "workspace/a.txt": "",
  });
  const mark = join(root, "mark");
  for (const folder of ["package", "workspace"]) compile(join(root, folder, "code.node"), mark);
  mkdirSync(join(root, "package/links"));
  symlinkSync(join(root, "workspace/code.node"), join(root, "package/links/file.node"));
  symlinkSync(join(root, "workspace"), join(root, "package/links/folder"));
  const description = await loadThirdParty({ module: "./native.js" }, { directory: join(root, "package") });
  const isolation = isolate([description]);
  onTestFinished(() => isolation.close());
  let count = 0;
  return {
    async load(path, capabilities = textOnly) {
      const name = `${(count += 1)}.native`;
      writeFileSync(join(root, "workspace", name), path);
      const roots = [join(root, "workspace")];
      const reader = createReader({ roots, handlers: isolation.handlers, capabilities });
      const outcome = await reader.read(name);
      await reader.close();
      return JSON.stringify(outcome);
    },
    hasRun() {
      const isThere = existsSync(mark);
      rmSync(mark, { force: true });
      return isThere;
    },
  };
}

test.skipIf(!hasCompiler)("a handler that declares native code loads that of its package, and no other", async () => {
  const { load, hasRun } = await placeWith("always");
  for (const outside of ["../workspace/code.node", "./links/file.node", "./links/folder/code.node"]) {
    expect(await load(outside)).toContain("ERR_ACCESS_DENIED");
    expect(hasRun(), outside).toBe(false);
  }
  expect(await load("./code.node")).toContain("did not self-register");
  expect(hasRun()).toBe(true);
});

test.skipIf(!hasCompiler)("a handler that declares no native code loads none of its package, either", async () => {
  const { load, hasRun } = await placeWith(undefined);
  expect(await load("./code.node", anthropic)).toContain("only if its origin declares it");
  expect(hasRun()).toBe(false);
});

test.skipIf(!hasCompiler)(
  "a handler that declares it for images loads native code for models that take them",
  async () => {
    const { load, hasRun } = await placeWith("for-images");
    expect(await load("./code.node", textOnly)).toContain("ERR_ACCESS_DENIED");
    expect(hasRun()).toBe(false);
    expect(await load("./code.node", anthropic)).toContain("did not self-register");
    expect(hasRun()).toBe(true);
    expect(await load("./code.node", textOnly)).toContain("ERR_ACCESS_DENIED");
    expect(hasRun()).toBe(false);
  },
);
