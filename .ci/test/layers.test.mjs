import { expect, test } from "vitest";
import { layerFaults } from "../layers.mjs";

const layers = ["model", "extract/fast-path", "extract", "."];

/** A package that obeys its layers, and the given files in addition or instead. */
function faultsWith(files) {
  const sound = {
    "model/box.ts": "export const box = 1;",
    "extract/fast-path/lexer.ts": 'import { box } from "../../model/box.ts"; export const lexer = box;',
    "extract/page.ts": 'import { lexer } from "./fast-path/lexer.ts"; export const page = lexer;',
    "index.ts": 'export { page } from "./extract/page.ts";',
  };
  return layerFaults("src", layers, new Map(Object.entries({ ...sound, ...files })));
}

test("a package whose imports all point downwards has no faults", () => {
  expect(faultsWith({})).toEqual([]);
});

test.for([
  ["an import", 'import { page } from "../extract/page.ts"; export const box = page;'],
  ["a type import", 'import type { page } from "../extract/page.ts"; export type Box = typeof page;'],
  ["a re-export", 'export { page } from "../extract/page.ts";'],
  ["a dynamic import", 'export const box = () => import("../extract/page.ts");'],
  ["an import type", 'export type Box = typeof import("../extract/page.ts");'],
])("%s that points upwards is reported with what the layer may import", ([, source]) => {
  expect(faultsWith({ "model/other.ts": source })).toEqual([
    'src/model/other.ts imports extract/page.ts, but layer "extract" is above "model", which may import: model.',
  ]);
});

test("imports of files with JSX are checked", () => {
  const source = 'import { page } from "../extract/page.ts"; export const view = () => <p>{page}</p>;';
  expect(faultsWith({ "model/view.tsx": source })).toEqual([
    'src/model/view.tsx imports extract/page.ts, but layer "extract" is above "model", which may import: model.',
  ]);
});

test("an import from a folder into the files beside that folder is reported", () => {
  expect(faultsWith({ "extract/fast-path/other.ts": 'import "../page.ts";' })).toEqual([
    'src/extract/fast-path/other.ts imports extract/page.ts, but layer "extract" is above "extract/fast-path", which may import: model, extract/fast-path.',
  ]);
});

test("a folder without an entry belongs to the nearest folder above it", () => {
  expect(faultsWith({ "extract/lines/line.ts": 'import "../page.ts";' })).toEqual([]);
});

test("a folder that no entry covers is reported", () => {
  expect(faultsWith({ "other/file.ts": "" })).toEqual([
    "src/other/file.ts is in no layer. Add its folder to .ci/layers.json.",
  ]);
});

test("an entry without files is reported", () => {
  const faults = layerFaults("src", ["model", "gone"], new Map([["model/box.ts", ""]]));
  expect(faults).toEqual(["src/gone has no files. Remove it from .ci/layers.json."]);
});

test("files of one layer that import each other in a circle are reported, type imports included", () => {
  const files = {
    "model/a.ts": 'import type { B } from "./b.ts"; export type A = B;',
    "model/b.ts": 'import type { A } from "./a.ts"; export type B = A;',
  };
  expect(faultsWith(files)).toEqual([
    "Files of src import each other in a circle: model/a.ts → model/b.ts → model/a.ts.",
  ]);
});
