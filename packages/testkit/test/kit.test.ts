import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { importViolations, loadedModules, packageOf } from "../src/checks/imports.ts";
import { listFixtures } from "../src/run/fixtures.ts";
import { compareGolden, isGoldenUpdate } from "../src/run/golden.ts";
import { handlerWith } from "./bad-handlers.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reader-testkit-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Writes files by their paths under the test's folder. */
function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

describe("the list of fixtures", () => {
  test("is every folder that has an input, by name", () => {
    write({
      "b/input.txt": "two",
      "b/expected.txt": "expected",
      "a/input.tar.gz": "one",
      "a/request.json": '{"pages": "1-2"}',
      "c/input": "three",
      "d/notes.md": "no input",
      "input.txt": "no folder",
    });
    expect(listFixtures(folder)).toMatchObject([
      { name: "a", inputName: "input.tar.gz", request: { pages: "1-2" }, expected: undefined },
      { name: "b", inputName: "input.txt", request: {}, expected: "expected" },
      { name: "c", inputName: "input", request: {}, expected: undefined },
    ]);
  });

  test("is the same for a path, a file URL and its text", () => {
    write({ "a/input.txt": "x" });
    const byPath = listFixtures(folder);
    expect(listFixtures(pathToFileURL(folder))).toEqual(byPath);
    expect(listFixtures(pathToFileURL(folder).href)).toEqual(byPath);
  });

  test("keeps bytes unchanged", () => {
    write({ "a/input.bin": "é\r\n\uFEFF" });
    expect(listFixtures(folder)[0]?.bytes).toEqual(new TextEncoder().encode("é\r\n\uFEFF"));
  });

  test.for(["[]", "null", '"x"', "5"])("rejects the request %s", (request) => {
    write({ "a/input.txt": "x", "a/request.json": request });
    expect(() => listFixtures(folder)).toThrow(TypeError);
  });

  test("rejects a missing folder", () => {
    expect(() => listFixtures(join(folder, "none"))).toThrow(/ENOENT/);
  });
});

describe("a golden case", () => {
  const render = (): Promise<string> => Promise.resolve("new text");

  /** The case after it was compared. */
  async function compare(isUpdate: boolean) {
    const [fixture] = listFixtures(folder);
    if (fixture === undefined) throw new Error("There is no fixture.");
    return compareGolden(handlerWith(), fixture, { render, isUpdate });
  }

  test("compares the rendered with the expected text, both with a final newline", async () => {
    write({ "a/input.txt": "x", "a/expected.txt": "old text\n" });
    expect(await compare(false)).toEqual({ actual: "new text\n", expected: "old text\n" });
    expect(readFileSync(join(folder, "a/expected.txt"), "utf8")).toBe("old text\n");
  });

  test("is rewritten on request", async () => {
    write({ "a/input.txt": "x", "a/expected.txt": "old text\n" });
    expect(await compare(true)).toEqual({ actual: "new text\n", expected: "new text\n" });
    expect(readFileSync(join(folder, "a/expected.txt"), "utf8")).toBe("new text\n");
  });

  test("without an expected text says how to write it", async () => {
    write({ "a/input.txt": "x" });
    const { actual, expected } = await compare(false);
    expect(actual).not.toBe(expected);
    expect(expected).toContain("UPDATE_GOLDENS=1");
  });

  test.for([
    [{ UPDATE_GOLDENS: "1" }, true],
    [{ UPDATE_GOLDENS: "0" }, false],
    [{ UPDATE_GOLDENS: "" }, false],
    [{}, false],
  ] as const)("is written or not for the environment %j", ([environment, isUpdate]) => {
    expect(isGoldenUpdate(environment)).toBe(isUpdate);
  });
});

describe("the modules that an import loads", () => {
  const manifest = '{"name": "x", "type": "module"}';

  test("include every file once, imported or required", async () => {
    write({
      "package.json": manifest,
      "entry.js": 'import "./a.js"; import "./b.js"; const lazy = () => import("./never.js");',
      "a.js": 'import { createRequire } from "node:module"; createRequire(import.meta.url)("./c.cjs");',
      "b.js": 'import "./a.js";',
      "c.cjs": "module.exports = 1;",
      "never.js": "",
    });
    const urls = await loadedModules(join(folder, "entry.js"));
    expect(urls).toHaveLength(4);
    expect(new Set(urls.map((url) => url.split("/").at(-1)))).toEqual(new Set(["a.js", "b.js", "c.cjs", "entry.js"]));
  });

  test("are not returned if the import fails", async () => {
    write({ "package.json": manifest, "entry.js": 'throw new Error("broken");' });
    await expect(loadedModules(join(folder, "entry.js"))).rejects.toThrow(/broken/);
  });

  test.for([
    ["file:///a/node_modules/sharp/lib/index.js", "sharp"],
    ["file:///a/node_modules/@scope/name/index.js", "@scope/name"],
    ["file:///a/node_modules/.pnpm/x@1.0.0/node_modules/x/index.js", "x"],
  ] as const)("are assigned to their package: %s", ([url, name]) => {
    expect(packageOf(url)).toBe(name);
  });

  test("may be a few of the package's own files", async () => {
    write({ "package.json": manifest, "dist/index.js": 'import "./a.js";', "dist/a.js": "" });
    const entry = join(folder, "dist/index.js");
    expect(await importViolations({ entry })).toEqual([]);
    expect(await importViolations({ entry, maxModules: 1 })).toEqual([
      "importing the package loads 2 files of its own; 1 are allowed",
    ]);
  });

  test("may be those of the core, but not an engine", async () => {
    write({
      "package.json": manifest,
      "dist/index.js": 'import "@reader/core"; import "engine"; import "@scope/codec";',
      "node_modules/@reader/core/package.json": '{"type": "module", "exports": {".": {"default": "./index.js"}}}',
      "node_modules/@reader/core/index.js": 'import "small";',
      "node_modules/small/package.json": manifest.replace("}", ', "exports": "./index.js"}'),
      "node_modules/small/index.js": "",
      "node_modules/engine/package.json": manifest.replace("}", ', "exports": "./index.js"}'),
      "node_modules/engine/index.js": 'import "./part.js";',
      "node_modules/engine/part.js": "",
      "node_modules/@scope/codec/package.json": manifest.replace("}", ', "exports": "./index.js"}'),
      "node_modules/@scope/codec/index.js": "",
    });
    expect(await importViolations({ entry: pathToFileURL(join(folder, "dist/index.js")) })).toEqual([
      "importing the package loads engine",
      "importing the package loads @scope/codec",
    ]);
  });

  test("may be those of a package that is allowed, installed or linked", async () => {
    write({
      "one/package.json": manifest,
      "one/index.js": 'import "kit"; import "../linked/index.js"; import "../stranger/index.js";',
      "one/node_modules/kit/package.json": manifest.replace("}", ', "exports": "./index.js"}'),
      "one/node_modules/kit/index.js": "",
      "linked/package.json": '{"type": "module", "name": "@scope/linked"}',
      "linked/index.js": "",
      "stranger/package.json": '{"type": "module", "name": "stranger"}',
      "stranger/index.js": "",
    });
    const budget = { entry: join(folder, "one/index.js"), allowed: ["kit", "@scope/linked"] };
    expect(await importViolations(budget)).toEqual(["importing the package loads stranger"]);
  });
});
