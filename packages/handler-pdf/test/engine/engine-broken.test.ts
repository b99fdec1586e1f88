import { expect, test } from "vitest";
import { isEngineBroken } from "../../src/engine/engine.ts";

/** More than the maximum number of arguments of a call. */
const many = 300_000;

function thrownBy(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}

test.for<readonly [what: string, use: () => unknown]>([
  ["a list that is too long for arguments", () => Math.max(...Array.from({ length: many }, () => 1))],
  ["a list of no length there is", () => Array.from({ length: -1 }).with(5, 0)],
  ["a string that is too long", () => "x".repeat(2 ** 30)],
  ["memory that is too much", () => new ArrayBuffer(2 ** 53 - 1)],
])("%s is not a failure of the engine", ([, use]) => {
  const error = thrownBy(use);
  expect(error).toBeInstanceOf(RangeError);
  expect(isEngineBroken(error)).toBe(false);
});

test("an error without a stack may come from the engine", () => {
  const error = new RangeError("Maximum call stack size exceeded");
  error.stack = "RangeError: Maximum call stack size exceeded";
  expect(isEngineBroken(error)).toBe(true);
});

/** A module whose only function, `a`, calls itself. */
const endless = [
  // Header.
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  // One type, and one function of this type.
  1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0,
  // Its name, and its code.
  7, 5, 1, 1, 0x61, 0, 0, 10, 6, 1, 4, 0, 0x10, 0, 0x0b,
];

test("a stack overflow in WebAssembly is a failure of the engine", async () => {
  const { instance } = await instantiate(new Uint8Array(endless));
  const error = thrownBy(instance.exports.a);
  expect(error).toBeInstanceOf(RangeError);
  expect(isEngineBroken(error)).toBe(true);
});

/** A function that Node's declarations leave to those of browsers. */
const { instantiate } = WebAssembly as unknown as {
  readonly instantiate: (
    bytes: Uint8Array,
  ) => Promise<{ readonly instance: { readonly exports: { a(this: void): void } } }>;
};
