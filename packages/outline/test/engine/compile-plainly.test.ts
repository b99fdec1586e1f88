import { expect, test } from "vitest";
import { compilePlainly } from "../../src/engine/engine.ts";

const off = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const on = ["--wasm-tier-up", "--wasm-dynamic-tiering"];

test("disables the optimising compiler during a run, and enables it afterwards", () => {
  const flags: string[] = [];
  const during = compilePlainly(
    () => [...flags],
    (flag) => flags.push(flag),
  );
  expect(during).toEqual(off);
  expect(flags).toEqual([...off, ...on]);
});

test("enables it after a run that fails", () => {
  const flags: string[] = [];
  const run = (): never => {
    throw new Error("out of bounds");
  };
  expect(() => compilePlainly(run, (flag) => flags.push(flag))).toThrow("out of bounds");
  expect(flags).toEqual([...off, ...on]);
});

test("sets only flags that this engine knows", () => {
  expect(compilePlainly(() => 7)).toBe(7);
});
