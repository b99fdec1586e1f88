import { describe, expect, test } from "vitest";
import { ReadError, readErrorCodes } from "../../src/contract/errors.ts";
import { errorData, renderError } from "../../src/render/error-text.ts";

test("an error keeps its words, its details and its hint", () => {
  const details = { total: 41, unit: "line" };
  const error = new ReadError("out-of-range", "a.txt has 41 lines.", { hint: "Ask for less.", details });
  expect(errorData(error)).toEqual({
    code: "out-of-range",
    message: "a.txt has 41 lines.",
    hint: "Ask for less.",
    details,
  });
});

test.for(readErrorCodes)("%s without a hint gets one: a sentence that tells what to do", (code) => {
  const data = errorData(new ReadError(code, "It failed."));
  expect(data).toMatchObject({ code, message: "It failed." });
  expect(data.hint).toMatch(/^[A-Z][a-z]+ .+\.$/);
  expect(data).not.toHaveProperty("details");
});

test("an error of another copy of the package is recognised by its brand", () => {
  const foreign = Object.assign(new Error("x"), { "~reader": "ReadError", code: "corrupt", message: "It is damaged." });
  expect(errorData(foreign)).toMatchObject({ code: "corrupt", message: "It is damaged." });
});

test("a brand with an unknown code is a failure of the handler", () => {
  const foreign = Object.assign(new Error("x"), { "~reader": "ReadError", code: "__proto__" });
  expect(errorData(foreign).code).toBe("handler-failed");
});

describe("what else is thrown", () => {
  test.for([
    [
      new TypeError("Cannot read properties of undefined (reading 'x')"),
      "Cannot read properties of undefined (reading 'x').",
    ],
    [new RangeError("Maximum call stack size exceeded"), "Maximum call stack size exceeded."],
    ["a string", "a string."],
    [new Error("first line\n    at somewhere"), "first line."],
    [new Error(""), "The reader failed on this file."],
    [undefined, "The reader failed on this file."],
    [{ message: "not an error" }, "The reader failed on this file."],
  ] as const)("%s is a failure of the handler", ([error, end]) => {
    const data = errorData(error);
    expect(data.code).toBe("handler-failed");
    expect(data.message.endsWith(end)).toBe(true);
    expect(data.message).not.toContain("\n");
  });

  test.for([
    "ENOENT: no such file, open '/home/someone/secret/a.txt'",
    "cannot open C:\\Users\\Some One\\a.txt",
    "failed at file:///srv/app/index.js:3:7",
    "see \\\\server\\share",
  ])("no path of the host stays in %j", (message) => {
    const error = new Error(message);
    expect(JSON.stringify(errorData(error))).not.toMatch(/someone|Some One|srv|server|secret/);
    expect(errorData(error)).not.toHaveProperty("stack");
  });

  test("an abort and a timeout have their own codes", () => {
    expect(errorData(new DOMException("stop", "AbortError")).code).toBe("aborted");
    expect(errorData(AbortSignal.abort().reason).code).toBe("aborted");
    expect(errorData(new DOMException("late", "TimeoutError")).code).toBe("timed-out");
  });

  test.for([
    ["EACCES", "permission-denied"],
    ["EPERM", "permission-denied"],
    ["EIO", "handler-failed"],
    ["EMFILE", "out-of-resources"],
    ["ENFILE", "out-of-resources"],
    ["ENOMEM", "out-of-resources"],
    ["EAGAIN", "out-of-resources"],
  ] as const)("the system's %s is %s, with its code and without the path", ([systemCode, code]) => {
    const error = Object.assign(new Error(`${systemCode}: bad, read '/home/someone/a'`), {
      code: systemCode,
      syscall: "read",
      path: "/home/someone/a",
    });
    const data = errorData(error);
    expect(data).toMatchObject({ code, details: { systemCode } });
    expect(JSON.stringify(data)).not.toContain("someone");
  });

  test("a long message is cut", () => {
    expect(errorData(new Error("x".repeat(10_000))).message.length).toBeLessThan(300);
  });
});

test("a rendered error is two lines, whatever is in it", () => {
  const text = renderError({ code: "not-found", message: "No a\n12\tb\u202e.", hint: "Look\n\nagain." });
  expect(text).toBe("Error (not-found): No a 12\tb\\u202e.\nNext: Look again.");
});

describe("the failure of a handler", () => {
  const handler = {
    name: "bent",
    version: "1.2.3",
    package: "@acme/reader-bent",
    said: "No such bend:\n  7\u001b[0m",
    byHand: "bend a.bent",
  };
  const error = { message: "It failed.", hint: "Mend it.", details: { handler } };

  test.for(["handler-failed", "timed-out"] as const)(
    "%s says who failed, what was said, and how to replace it",
    (code) => {
      expect(renderError({ ...error, code }).split("\n")).toEqual([
        `Error (${code}): It failed.`,
        "Next: Mend it.",
        "Handler: bent, version 1.2.3 of @acme/reader-bent",
        String.raw`It said: "No such bend:\n  7\u001b[0m"`,
        "To see it fail: bend a.bent",
        "To replace it: createReader({ handlers: [yours(), ...handlers] }), or reader --handler ./yours.js",
      ]);
    },
  );

  test("says so where a handler tells no version", () => {
    const text = renderError({ ...error, code: "handler-failed", details: { handler: { name: "bent" } } });
    expect(text).toContain("\nHandler: bent, unknown version\nTo replace it: ");
  });

  test("is two lines for a damaged file, which no other handler need read better", () => {
    expect(renderError({ ...error, code: "corrupt" })).toBe("Error (corrupt): It failed.\nNext: Mend it.");
  });
});
