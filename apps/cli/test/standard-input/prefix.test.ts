import type { ReadErrorCode, ReadFailure, ReadOutcome, ReadResult } from "@reader/core";
import { describe, expect, test } from "vitest";
import { asPrefix, judgePrefix, wantedLines } from "../../src/standard-input/read-standard-input.ts";

/** An answer of lines 1 to `shown` out of what looked like `total`. */
function answer(shown: number, total: number, changes: Partial<ReadResult> = {}): ReadResult {
  const text = Array.from({ length: shown }, () => "x").join("\n");
  return {
    ok: true,
    status: "complete",
    path: "stdin",
    mediaType: "text/plain",
    handler: "text",
    parts: shown === 0 ? [] : [{ type: "text", text, firstLine: 1, lineCount: shown }],
    notices: [],
    extents: [{ type: "extent", unit: "line", total, exact: true }],
    cost: { tokens: 0, bytes: 0, images: 0 },
    ...changes,
  };
}

function failure(code: ReadErrorCode): ReadFailure {
  return { ok: false, path: "stdin", error: { code, message: "", hint: "" }, parts: [], notices: [] };
}

const many = 1_000_000;

describe("an answer from the first part of an input", () => {
  test.for([
    ["that ends before the last line seen", answer(9, 10), "settled"],
    ["that shows the last line seen, which may go on", answer(10, 10), "more"],
    [
      "that never saw the end",
      answer(9, 9, { extents: [{ type: "extent", unit: "line", total: 9, exact: false }] }),
      "settled",
    ],
    ["that shows nothing", answer(0, 10), "more"],
    ["of a handler", answer(9, 10, { handler: "notebook" }), "all"],
    ["of a handler with nothing to show", answer(0, 0, { handler: "notebook" }), "all"],
  ] as const)("%s", ([, outcome, verdict]) => {
    expect(judgePrefix(outcome, {}, many)).toBe(verdict);
  });

  test("a search that found some goes on, and a full one is done", () => {
    expect(judgePrefix(answer(9, 10), { find: "x" }, many)).toBe("more");
    expect(judgePrefix(answer(9, 10, { status: "partial" }), { find: "x" }, many)).toBe("settled");
    expect(judgePrefix(answer(10, 10, { status: "partial" }), { find: "x" }, many)).toBe("more");
  });

  test.for([
    ["aborted", "settled"],
    ["timed-out", "settled"],
    ["invalid-request", "settled"],
    ["out-of-range", "more"],
    ["over-budget", "more"],
    ["unsupported-type", "all"],
    ["corrupt", "all"],
    ["encrypted", "all"],
  ] as const)("a failure %s is %s", ([code, verdict]) => {
    expect(judgePrefix(failure(code), {}, many)).toBe(verdict);
  });

  test("binary is decided only by as many bytes as types are detected by", () => {
    expect(judgePrefix(failure("binary"), {}, 4095)).toBe("more");
    expect(judgePrefix(failure("binary"), {}, 4096)).toBe("settled");
  });
});

describe("as a prefix", () => {
  test("totals of lines and what is left are no longer exact, and nothing else changes", () => {
    const next = { request: { path: "stdin", offset: 10 }, remaining: { lines: 1, exact: true } };
    const outcome = answer(9, 10, { status: "partial", next });
    expect(asPrefix(outcome)).toEqual({
      ...outcome,
      extents: [{ type: "extent", unit: "line", total: 10, exact: false }],
      next: { request: next.request, remaining: { lines: 1, exact: false } },
    });
  });

  test.for<ReadOutcome>([failure("binary"), answer(1, 2, { next: { request: { path: "-" } } })])(
    "what has nothing to correct stays",
    (outcome) => {
      expect(asPrefix(outcome)).toMatchObject({ ok: outcome.ok, parts: outcome.parts });
    },
  );
});

test.for([
  [{}, 2001],
  [{ limit: 10 }, 11],
  [{ limit: 5000 }, 2001],
  [{ offset: 100, limit: 10 }, 110],
  [{ lines: "5-16,960-973" }, 974],
  [{ lines: "7" }, 8],
  [{ find: "x", limit: 1 }, Number.POSITIVE_INFINITY],
] as const)("%j wants a first look after %d line feeds", ([request, lines]) => {
  expect(wantedLines(request, 2000)).toBe(lines);
});
