import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createReader, type Reader } from "@reader/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { findConfigFile, findVersion, isolate, loadThirdParty, ownConfigFile, parseThirdParty } from "../src/index.ts";
import { folderWith } from "./support.ts";

const failing = `throw new Error("cannot make sense of '/etc/x y'")`;

/** A module of a handler for `.odd`. */
function moduleOf(body: string, facts = ""): string {
  return `export function odd(options) {
    return { specVersion: 1, name: "odd", ${facts} mediaTypes: ["application/x-odd"],
      sniff: (head, name) => (name.endsWith(".odd") ? "application/x-odd" : undefined),
      async *read() { ${body}; } };
  }`;
}

const words = (text: string): string => `yield { type: "text", text: ${text} }`;

async function readerOf(root: string, specifier: string): Promise<Reader> {
  const isolation = isolate([await loadThirdParty(parseThirdParty(specifier), { directory: root })]);
  const reader = createReader({ roots: [root], handlers: isolation.handlers });
  onTestFinished(async () => {
    await reader.close();
    await isolation.close();
  });
  return reader;
}

describe("a third party's handler", () => {
  test("comes from a path, and is made with its options in a process of its own", async () => {
    const root = folderWith({
      "a.odd": "x",
      "odd.mjs": moduleOf(words("JSON.stringify([options, process.ppid > 1])")),
    });
    const wanted = { module: "./odd.mjs", options: { units: "mm" } };
    const isolation = isolate([await loadThirdParty(wanted, { directory: root })]);
    const reader = createReader({ roots: [root], handlers: isolation.handlers });
    onTestFinished(() => isolation.close());
    expect(await reader.read("a.odd")).toMatchObject({ ok: true, parts: [{ text: '[{"units":"mm"},true]' }] });
  });

  test("comes from a path that leads through a link, as /tmp does on macOS", async () => {
    const root = folderWith({
      "real/package.json": JSON.stringify({ name: "real", type: "module" }),
      "real/src/words.js": 'export const words = "found";',
      "real/src/odd.js": `import { words } from "./words.js";\n${moduleOf(words("words"))}`,
      "files/a.odd": "x",
    });
    symlinkSync("real", join(root, "link"));
    const wanted = parseThirdParty("./src/odd.js#odd");
    const isolation = isolate([await loadThirdParty(wanted, { directory: join(root, "link") })]);
    const reader = createReader({ roots: [join(root, "files")], handlers: isolation.handlers });
    onTestFinished(() => isolation.close());
    expect(await reader.read("a.odd")).toMatchObject({ ok: true, parts: [{ text: "found" }] });
  });

  test("comes from a package, whose name and version are given if it fails", async () => {
    const root = folderWith({
      "a.odd": "x",
      "node_modules/@acme/odd/package.json": JSON.stringify({
        name: "@acme/odd",
        version: "3.2.1",
        type: "module",
        exports: { import: "./index.js" },
      }),
      "node_modules/@acme/odd/index.js": moduleOf(failing),
    });
    const outcome = await (await readerOf(root, "@acme/odd#odd")).read("a.odd");
    expect(outcome).toMatchObject({
      ok: false,
      error: {
        code: "handler-failed",
        message: `The handler "odd" failed on a.odd: cannot make sense of '…'.`,
        details: { handler: { name: "odd", version: "3.2.1" } },
      },
    });
    expect(JSON.stringify(outcome)).not.toContain(root);
  });

  test("tells its own version before that of its package", async () => {
    const root = folderWith({ "a.odd": "x", "odd.mjs": moduleOf(failing, 'version: "nightly",') });
    const outcome = await (await readerOf(root, "./odd.mjs")).read("a.odd");
    expect(outcome).toMatchObject({ error: { details: { handler: { version: "nightly" } } } });
  });

  test("is named with its version if its process dies", async () => {
    const root = folderWith({ "a.odd": "x", "odd.mjs": moduleOf("process.exit(7)", 'version: "1",') });
    const outcome = await (await readerOf(root, "./odd.mjs")).read("a.odd");
    expect(outcome).toMatchObject({
      error: { message: expect.stringContaining("exit code 7") as string, details: { handler: { version: "1" } } },
    });
  });

  test("is loaded anew after it failed: a file that is mended works with no restart", async () => {
    const root = folderWith({ "a.odd": "x", "odd.mjs": moduleOf(failing) });
    const reader = await readerOf(root, "./odd.mjs");
    expect(await reader.read("a.odd")).toMatchObject({ ok: false });
    writeFileSync(join(root, "odd.mjs"), moduleOf(words('"mended"')));
    expect(await reader.read("a.odd")).toMatchObject({ ok: true, parts: [{ text: "mended" }] });
  });

  test.for([
    ["./nowhere.mjs", {}, "The handler ./nowhere.mjs cannot be loaded: there is no such file."],
    ["no-such-package", {}, "There is no package no-such-package here."],
    ["./a.mjs", { "a.mjs": "export const" }, /^The handler \.\/a\.mjs cannot be loaded: /],
    ["./a.mjs", { "a.mjs": "export const x = 1;" }, "It exports none."],
    ["./a.mjs#b", { "a.mjs": "export function x() {}" }, "It exports x."],
    ["./a.mjs", { "a.mjs": "export function x() {}" }, '"x" of ./a.mjs does not return a handler.'],
    [
      "./a.mjs",
      { "a.mjs": "export const x = () => ({ specVersion: 1, name: 'x', read() {} });" },
      '"x" of ./a.mjs does not return a handler: its mediaTypes are not a list of strings.',
    ],
    ["./a.mjs", { "a.mjs": "export function x() { throw new Error('no key'); }" }, "cannot be made: no key."],
    ["./a.mjs", { "a.mjs": moduleOf("").replace("specVersion: 1", "specVersion: 2") }, "uses version 2"],
  ] as const)("%s of %j is none, which is told", async ([specifier, files, problem]) => {
    const directory = folderWith(files);
    const loading = loadThirdParty(parseThirdParty(specifier), { directory });
    await expect(loading).rejects.toMatchObject({
      "~reader": "SetupError",
      hint: expect.stringMatching(/\.$/) as string,
    });
    await expect(loading).rejects.toThrow(problem);
  });
});

test("the version of a handler is that of the package around its module", async () => {
  const from = import.meta.url;
  expect(await findVersion({ module: "vitest", export: "x" }, from)).toMatch(/^\d+\.\d+\.\d+/);
  expect(await findVersion({ module: "no-such-package", export: "x" }, from)).toBeUndefined();
});

describe("a configuration file", () => {
  test("is the one that was named, from the working directory", async () => {
    const directory = folderWith({ "etc/r.json": "{}" });
    const found = await findConfigFile({ given: "etc/r.json", directory, environment: {} });
    expect(found).toEqual({ name: "etc/r.json", directory: join(directory, "etc"), text: "{}" });
  });

  test("is the user's own where none was named, and never one in the working directory", async () => {
    const home = folderWith({ ".config/reader/reader.config.json": "{}" });
    const directory = folderWith({ "reader.config.json": "{}" });
    const environment = { HOME: home };
    expect(await findConfigFile({ given: undefined, directory, environment })).toMatchObject({ text: "{}" });
    expect(await findConfigFile({ given: undefined, directory, environment: {} })).toBeUndefined();
    expect(await findConfigFile({ given: undefined, directory, environment: { HOME: directory } })).toBeUndefined();
  });

  test.for([
    [{ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "/x/reader/reader.config.json"],
    [{ XDG_CONFIG_HOME: "relative", HOME: "/h" }, "/h/.config/reader/reader.config.json"],
    [{ HOME: "" }, undefined],
  ] as const)("of the user lies where the system says: %j", ([environment, path]) => {
    expect(ownConfigFile(environment)).toBe(path);
  });

  test("that was named and is not there is a fault", async () => {
    const directory = folderWith({});
    const finding = findConfigFile({ given: "r.json", directory, environment: {} });
    await expect(finding).rejects.toThrow("The configuration r.json cannot be read (ENOENT): there is no such file.");
  });
});
