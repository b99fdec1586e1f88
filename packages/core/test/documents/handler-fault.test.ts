import { describe, expect, test } from "vitest";
import { handlerFault } from "../../src/documents/handler-fault.ts";
import { ReadError } from "../../src/contract/errors.ts";

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
    ["a message with a path", new Error("open /home/user/a failed"), "handler-failed", /: open … failed\.$/],
    [
      "a path in quotes",
      new Error("open '/home/J D/a' (in C:\\J) failed"),
      "handler-failed",
      /: open '…' \(in … failed\.$/,
    ],
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

describe("what is said about the handler that failed", () => {
  const handler = {
    name: "bent",
    version: "1.2.3",
    origin: { module: "@acme/reader-bent/node", export: "bent" },
  };
  const atWork = { handler, path: "my files/a.bent" };

  test("is its name, version and package, and a command that shows it fail", () => {
    const fault = handlerFault(new Error("it broke"), atWork);
    expect(fault.message).toBe('The handler "bent" failed on "my files/a.bent": it broke.');
    expect(fault.details?.handler).toEqual({
      name: "bent",
      version: "1.2.3",
      package: "@acme/reader-bent",
      byHand: "npx @reader/cli --no-isolate --handler @acme/reader-bent#bent 'my files/a.bent'",
    });
  });

  test("needs no more than the path where the command line program has the handler itself", () => {
    const origin = { module: "@reader/handler-pdf", export: "pdf" };
    const fault = handlerFault(undefined, { handler: { name: "pdf", origin }, path: "a.pdf" });
    expect(fault.details?.handler?.byHand).toBe("npx @reader/cli --no-isolate a.pdf");
  });

  test("has the handler's own command, and of a module on disk no path", () => {
    const own = {
      ...handler,
      byHand: (path: string) => `bend ${path}`,
      origin: { module: "file:///home/me/a.js", export: "a" },
    };
    const fault = handlerFault(undefined, { handler: own, path: "a.bent" });
    expect(fault.details?.handler).toEqual({ name: "bent", version: "1.2.3", byHand: "bend a.bent" });
  });

  test("keeps what the failure says itself, as far as it is text", () => {
    const details = { handler: { name: "inner", said: "No.", version: 7, byHand: ["rm"], more: "x" }, line: 3 };
    const fault = handlerFault({ "~reader": "ReadError", code: "corrupt", message: "It is bent.", details }, atWork);
    expect(fault.details).toMatchObject({ line: 3, handler: { name: "inner", said: "No.", version: "1.2.3" } });
    expect(fault.details?.handler).not.toHaveProperty("more");
  });

  test("stays with the innermost handler when one around it fails for that", () => {
    const inner = handlerFault(new Error("it broke"), atWork);
    const origin = { module: "@reader/handler-outer", export: "outer" };
    const outer = handlerFault(inner, { handler: { name: "outer", version: "9", origin }, path: "b.zip" });
    expect([outer.message, outer.details]).toEqual([inner.message, inner.details]);
  });

  test("lends the failure of an inner handler neither its version nor its package", () => {
    const inner = handlerFault(new Error("it broke"), { handler: { name: "inner" }, path: "a.odd" });
    const outer = handlerFault(inner, { ...atWork, handler: { ...atWork.handler, name: "outer" } });
    expect(outer.details).toEqual(inner.details);
  });

  test.for(["aborted", "encrypted", "out-of-range", "invalid-request"] as const)(
    "is nothing where it is %s",
    (code) => {
      expect(handlerFault(new ReadError(code, "No."), atWork).details).toBeUndefined();
    },
  );

  test("survives a handler whose fields throw", () => {
    const odd = {
      name: 42,
      get version() {
        return trap();
      },
      byHand: trap,
    } as unknown as typeof handler;
    expect(handlerFault(undefined, { handler: odd, path: "a" }).details?.handler).toEqual({ name: "unnamed" });
  });
});

function cyclic(): object {
  const self: Record<string, unknown> = {};
  self["self"] = self;
  return self;
}
