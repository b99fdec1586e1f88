import { expect, test } from "vitest";
import { importUnchecked } from "../../src/engine/engine.ts";

/**
 * A module whose only function declares a result and returns none. `mark` makes it different from others that V8
 * caches.
 */
function wrongModule(mark: number): Uint8Array<ArrayBuffer> {
  const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const type = [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f];
  const functions = [0x03, 0x02, 0x01, 0x00];
  const code = [0x0a, 0x04, 0x01, 0x02, 0x00, 0x0b];
  const custom = [0x00, 0x03, 0x01, 0x78, mark];
  return Uint8Array.from([...magic, ...type, ...functions, ...code, ...custom]);
}

const compile = (mark: number): WebAssembly.Module => new WebAssembly.Module(wrongModule(mark));

test("skips function checks only while a module is imported", async () => {
  expect(() => compile(1)).toThrow(WebAssembly.CompileError);
  const during = await importUnchecked(() => Promise.resolve(compile(2)));
  expect(during).toBeInstanceOf(WebAssembly.Module);
  expect(() => compile(3)).toThrow(WebAssembly.CompileError);
});

test("checks functions again after a failed import", async () => {
  await expect(importUnchecked(() => Promise.reject(new Error("not installed")))).rejects.toThrow("not installed");
  expect(() => compile(4)).toThrow(WebAssembly.CompileError);
});
