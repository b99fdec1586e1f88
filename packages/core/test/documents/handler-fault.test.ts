import { describe, expect, test } from "vitest";
import { handlerFault } from "../../src/documents/handler-fault.ts";
import { ReadError } from "../../src/errors.ts";

const trap = (): never => {
  throw new Error("do not look at me");
};

describe("what a handler throws", () => {
  test("stays what it is where it is a ReadError", () => {
    const details = { line: 3, limit: { name: "maxDepth", value: 3 } };
    const fault = handlerFault(new ReadError("corrupt", "Line 3 is bent.", { hint: "Straighten it.", details }));
    expect(fault).toMatchObject({ code: "corrupt", message: "Line 3 is bent.", hint: "Straighten it.", details });
  });

  test.for([
    ["an error", new Error("it broke"), "handler-failed", /: it broke\.$/],
    ["a string", "it broke", "handler-failed", /: it broke\.$/],
    ["undefined", undefined, "handler-failed", /failed on this file\.$/],
    ["a symbol", Symbol("broken"), "handler-failed", /failed on this file\.$/],
    ["an object without a prototype", Object.create(null), "handler-failed", /failed on this file\.$/],
    [
      "an object that throws",
      new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap }),
      "handler-failed",
      /file\.$/,
    ],
    ["a message with a path", new Error("open /home/user/a failed"), "handler-failed", /failed on this file\.$/],
    ["a code that there is not", { "~reader": "ReadError", code: "mishap", message: "m" }, "handler-failed", /file\.$/],
    [
      "a message that throws",
      { "~reader": "ReadError", code: "corrupt", message: { toString: trap } },
      "handler-failed",
      /file\.$/,
    ],
    ["an empty message", { "~reader": "ReadError", code: "corrupt", message: "" }, "corrupt", /failed on this file\.$/],
    ["an abort", new DOMException("stop", "AbortError"), "aborted", /aborted/],
    [
      "a code of the system",
      Object.assign(new Error("m"), { code: "EACCES", syscall: "read" }),
      "permission-denied",
      /EACCES/,
    ],
  ] as const)("becomes a ReadError with words where it is %s", ([, thrown, code, message]) => {
    const fault = handlerFault(thrown);
    expect(ReadError.is(fault)).toBe(true);
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
    expect(fault.hint).toMatch(/^[A-Z].*\.$/);
  });

  test("becomes as long as a sentence is", () => {
    const long = "x".repeat(100_000);
    const fault = handlerFault({ "~reader": "ReadError", code: "corrupt", message: long, hint: long });
    expect([fault.message.length, fault.hint?.length]).toEqual([2001, 2001]);
  });

  test.for([
    ["hold a function", { limit: () => 1, line: 3 }, { line: 3 }],
    ["hold themselves", cyclic(), undefined],
    ["are too many", { candidates: Array.from({ length: 9999 }, () => "name") }, undefined],
    ["are no object", 42, undefined],
  ] as const)("keeps of its details what is data, where they %s", ([, details, kept]) => {
    const fault = handlerFault({ "~reader": "ReadError", code: "corrupt", message: "It is bent.", details });
    expect(fault.details).toEqual(kept);
  });
});

function cyclic(): object {
  const self: Record<string, unknown> = {};
  self["self"] = self;
  return self;
}
