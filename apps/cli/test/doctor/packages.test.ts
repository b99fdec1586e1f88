import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { findPackage, packageOf } from "../../src/doctor/packages.ts";
import { folderWith } from "../support/folder.ts";

function manifest(fields: object): string {
  return JSON.stringify({ name: "x", version: "1.2.3", ...fields });
}

test("a module belongs to the nearest package with a name", () => {
  const folder = folderWith({
    "package.json": manifest({ name: "outer", license: "MIT" }),
    "dist/package.json": '{"type":"module"}',
    "dist/deep/main.js": "",
  });
  const url = pathToFileURL(join(folder, "dist/deep/main.js")).href;
  expect(packageOf(url)).toMatchObject({ name: "outer", version: "1.2.3", licence: "MIT", folder });
});

test("a package is found from where it is used, the nearest first", () => {
  const folder = folderWith({
    "node_modules/x/package.json": manifest({ version: "1.0.0" }),
    "a/node_modules/x/package.json": manifest({ version: "2.0.0" }),
    "a/b/c.js": "",
  });
  expect(findPackage("x", join(folder, "a/b"))?.version).toBe("2.0.0");
  expect(findPackage("x", folder)?.version).toBe("1.0.0");
  expect(findPackage("no-such-package-anywhere", folder)).toBeUndefined();
});

describe("a manifest", () => {
  function read(fields: object): ReturnType<typeof findPackage> {
    return findPackage("x", folderWith({ "node_modules/x/package.json": manifest(fields) }));
  }

  test.for([
    [{ license: "Apache-2.0" }, "Apache-2.0"],
    [{ license: { type: "BSD-3-Clause", url: "" } }, "BSD-3-Clause"],
    [{ licenses: [{ type: "MIT" }, { type: "GPL-2.0" }] }, "MIT OR GPL-2.0"],
    [{ license: 7 }, "unknown"],
    [{}, "unknown"],
  ] as const)("%j has the licence %s", ([fields, licence]) => {
    expect(read(fields)?.licence).toBe(licence);
  });

  test.for([
    [{}, "index.js"],
    [{ main: "lib/a.js" }, "lib/a.js"],
    [{ exports: "./b.js", main: "lib/a.js" }, "./b.js"],
    [{ exports: { ".": { require: "./c.cjs", import: "./c.mjs" } } }, "./c.mjs"],
    [{ exports: { ".": { types: "./d.d.ts", default: "./d.js" } } }, "./d.js"],
    [{ exports: { browser: "./w.js", node: { import: "./n.js" }, default: "./e.js" } }, "./n.js"],
    [{ exports: { ".": ["./f.js", "./g.js"] } }, "./f.js"],
    [{ exports: { "./sub": "./h.js" }, main: "i.js" }, "i.js"],
  ] as const)("%j is imported as %s", ([fields, entry]) => {
    expect(read(fields)?.entry).toBe(entry);
  });

  test("a manifest that is no object belongs to no package", () => {
    expect(findPackage("x", folderWith({ "node_modules/x/package.json": "[]" }))).toBeUndefined();
  });
});
