import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { describeBuild, startBundle } from "../src/start-bundle.ts";
import { folderWith } from "./support/folder.ts";

interface Ran {
  ran?: unknown;
}

const world: Ran = globalThis as Ran;

afterEach(() => {
  delete world.ran;
});

const files = {
  "cli.cjs": 'exports.shared = { from: "cli" }; globalThis.ran = require("./other.cjs").seen;',
  "other.cjs": 'exports.seen = require("./cli.cjs").shared.from;',
  "stamp.json": "{}",
};

test("runs the main file, whose other files find what it exports", () => {
  expect(startBundle(folderWith(files))).toBe(true);
  expect(world.ran).toBe("cli");
});

test("runs without a cache that it can use", () => {
  expect(startBundle(folderWith({ ...files, "cli.cache": "what another version of V8 made" }))).toBe(true);
  expect(world.ran).toBe("cli");
});

test("is no bundle without a stamp, which is written last", () => {
  const { "cli.cjs": script } = files;
  expect(startBundle(folderWith({ "cli.cjs": script }))).toBe(false);
  expect(startBundle(folderWith())).toBe(false);
  expect(world.ran).toBeUndefined();
});

test("counts only as long as the builds are those that it was made of", () => {
  const folder = folderWith({ ...files, "../build.tsbuildinfo": "one" });
  const build = join(folder, "../build.tsbuildinfo");
  const { size, mtimeMs } = statSync(build);
  const stamp = { "../build.tsbuildinfo": `${size} ${mtimeMs}` };
  writeFileSync(join(folder, "stamp.json"), JSON.stringify(stamp));
  expect(describeBuild(folder, "../build.tsbuildinfo")).toBe(stamp["../build.tsbuildinfo"]);
  expect(startBundle(folder)).toBe(true);
  writeFileSync(build, "another");
  delete world.ran;
  expect(startBundle(folder)).toBe(false);
  expect(world.ran).toBeUndefined();
});

test("counts where there are no build files, as in a package", () => {
  const stamp = JSON.stringify({ "../../gone/.tsbuildinfo": "92837 1" });
  expect(startBundle(folderWith({ ...files, "stamp.json": stamp }))).toBe(true);
});
