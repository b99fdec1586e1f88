import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRequest } from "../../src/request/check-request.ts";
import { ReadError } from "../../src/contract/errors.ts";
import { defaultRules } from "../../src/contract/request-rules.ts";

function refusal(input: unknown): ReadError {
  try {
    checkRequest(input);
  } catch (error) {
    if (ReadError.is(error)) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

test("a path alone gets every default", () => {
  expect(checkRequest({ path: "a.txt" })).toEqual({
    request: { path: "a.txt" },
    path: "a.txt",
    offset: 1,
    limit: undefined,
    column: 1,
    ranges: undefined,
    pages: undefined,
    select: undefined,
    find: undefined,
    view: "auto",
    isOutline: false,
    isDocument: false,
    encoding: undefined,
    password: undefined,
    maxTokens: undefined,
    maxBytes: undefined,
    overBudget: "cut",
    isExplicitRange: false,
    rules: defaultRules,
  });
});

test("a limit that an end line does not reach contradicts nothing", () => {
  expect(checkRequest({ path: "a", max_lines: 1000, start_line: 5, end_line: 9 })).toMatchObject({
    offset: 5,
    limit: 5,
  });
});

test("everything is parsed", () => {
  const request = {
    path: "a",
    pages: "2,7-9",
    select: "Sheet2!A1:D20",
    find: "/err(or)?/i",
    context: 0,
    view: "image",
    encoding: "gbk",
    password: "x",
    maxTokens: 500,
    maxBytes: 1000,
    overBudget: "refuse",
  };
  expect(checkRequest(request)).toMatchObject({
    request,
    pages: [
      { first: 2, last: 2 },
      { first: 7, last: 9 },
    ],
    find: { source: "err(or)?", kind: "regular-expression", flags: "i", contextLines: 0 },
    view: "image",
    maxTokens: 500,
    overBudget: "refuse",
  });
});

describe("lines", () => {
  test.for([
    [
      { start_line: 5, end_line: 9 },
      { offset: 5, limit: 5 },
    ],
    [{ end_line: 10 }, { limit: 10 }],
    [{ start_line: "5", end_line: -1 }, { offset: 5 }],
    [
      { offset: -20, end_line: -11 },
      { offset: -20, limit: 10 },
    ],
    [{ offset: -20, end_line: -1 }, { offset: -20 }],
    [
      { offset: 5, limit: 5, end_line: 9 },
      { offset: 5, limit: 5 },
    ],
    [{ tail: 10 }, { offset: -10 }],
    [{ head: 10 }, { limit: 10 }],
    [{ offset: -10, tail: 10 }, { offset: -10 }],
    [
      { offset: -3, column: 40 },
      { offset: -3, column: 40 },
    ],
    [{ lines: "9-12, 1-3" }, { lines: "9-12, 1-3" }],
  ] as const)("%j is the request %j", ([input, request]) => {
    expect(checkRequest({ path: "a", ...input }).request).toEqual({ path: "a", ...request });
  });

  test("ranges come sorted", () => {
    expect(checkRequest({ path: "a", lines: "9-12, 1-3" }).ranges).toEqual([
      { first: 1, last: 3 },
      { first: 9, last: 12 },
    ]);
  });

  test.for([
    [{ limit: 5 }, true],
    [{ offset: 3, limit: 5 }, true],
    [{ lines: "5" }, true],
    [{ offset: 3 }, false],
    [{ offset: -3 }, false],
  ] as const)("%j is an explicit range: %s", ([input, isExplicit]) => {
    expect(checkRequest({ path: "a", ...input }).isExplicitRange).toBe(isExplicit);
  });
});

describe("what is refused", () => {
  test.for([
    [{}, "path is missing"],
    [{ path: 5 }, "path is 5"],
    [{ path: "a\0b" }, "NUL"],
    [{ path: "a", offset: 0 }, "offset is 0, and lines count from 1"],
    [{ path: "a", offset: "0" }, "offset is 0, and lines count from 1"],
    [{ path: "a", offset: "abc" }, 'offset is "abc"'],
    [{ path: "a", offset: 1.5 }, "offset is 1.5"],
    [{ path: "a", offset: 2 ** 53 }, "offset is 9007199254740992"],
    [{ path: "a", offset: Number.NaN }, "offset is NaN"],
    [{ path: "a", limit: 0 }, "limit is 0, and must be at least 1"],
    [{ path: "a", limit: -5 }, "limit is -5"],
    [{ path: "a", limit: true }, "limit is true"],
    [{ path: "a", column: 0 }, "column is 0"],
    [{ path: "a", context: -1 }, "context is -1"],
    [{ path: "a", context: 1001 }, "context is 1001, and must be at most 1000"],
    [{ path: "a", maxTokens: 0 }, "maxTokens is 0"],
    [{ path: "a", start_line: 5, end_line: 2 }, "the end line 2 lies before the first line 5"],
    [{ path: "a", end_line: 0 }, "the end line is 0"],
    [{ path: "a", offset: -5, end_line: 9 }, "the end line is 9 and offset is -5"],
    [{ path: "a", offset: 5, limit: 3, end_line: 9 }, "limit is 3 and the end line is 9, which is 5 lines"],
    [{ path: "a", offset: 5, tail: 5 }, "offset is 5 and tail is 5"],
    [{ path: "a", lines: "1-2", offset: 5 }, "lines is given together with"],
    [{ path: "a", lines: "1-2", limit: 5 }, "lines is given together with"],
    [{ path: "a", lines: "1-2", limit: 5 }, "lines is given together with"],
    [{ path: "a", lines: "5-3" }, 'lines has "5-3", which ends before it starts'],
    [{ path: "a", pages: "0" }, 'pages has "0", and they count from 1'],
    [{ path: "a", find: "a\nb" }, "find contains a line break"],
    [{ path: "a", find: "a", regex: "b" }, "find and regex are both given"],
    [{ path: "a", view: "pdf" }, 'view is "pdf", and must be auto, text, image, native, document or outline'],
    [{ path: "a", overBudget: "maybe" }, 'overBudget is "maybe", and must be cut or refuse'],
    [{ path: "a", encoding: { name: "x" } }, 'encoding is {"name":"x"}, and must be a string'],
  ] as const)("%j", ([input, problem]) => {
    const error = refusal(input);
    expect(error.code).toBe("invalid-request");
    expect(error.message).toContain(problem);
    expect(error.hint).toMatch(/^Send .+\.$/);
    expect(error.details?.issues).toHaveLength(1);
  });

  test("every issue is listed, with its field", () => {
    const error = refusal({ path: "a", offset: 0, limit: -5, view: "pdf", pages: "5-1" });
    const fields = error.details?.issues?.map(({ field }) => field) ?? [];
    expect(fields.toSorted()).toEqual(["limit", "offset", "pages", "view"]);
    for (const shown of ["offset is 0", "limit is -5", '"pdf"', '"5-1"']) expect(error.message).toContain(shown);
  });

  test("a password is never shown", () => {
    const error = refusal({ path: "a", password: { secret: "hunter2" }, limit: 0 });
    expect(JSON.stringify([error.message, error.hint, error.details])).not.toContain("hunter2");
  });

  test("a long or hostile value is shown short and harmless", () => {
    const { message } = refusal({ path: "a", view: `\u202e\x1b[31m${"x".repeat(10_000)}` });
    expect(message.length).toBeLessThan(300);
    expect(message).not.toMatch(/[\u202e\x1b]/);
  });
});

test("a regex without slashes is an expression", () => {
  expect(checkRequest({ path: "a", regex: "a/b.c" }).find).toMatchObject({
    source: "a/b.c",
    kind: "regular-expression",
  });
  expect(checkRequest({ path: "a", regex: "/a.c/i" }).find).toMatchObject({ source: "a.c", flags: "i" });
});

test("a checked request, sent again, is checked to the same", () => {
  const inputs = fc.record(
    {
      path: fc.constantFrom("a", "b/c.txt", "é"),
      start_line: fc.option(fc.integer({ min: 1, max: 99 })),
      end_line: fc.option(fc.integer({ min: 100, max: 200 })),
      pages: fc.option(fc.constantFrom("1-5", "-3", "iv", "2,9-")),
      find: fc.option(fc.constantFrom("x", "/y/i", "//")),
      max_tokens: fc.option(fc.integer({ min: 1 })),
    },
    { requiredKeys: ["path"] },
  );
  fc.assert(
    fc.property(inputs, (input) => {
      const checked = checkRequest(input);
      expect(checkRequest(checked.request)).toEqual(checked);
      expect(checkRequest(JSON.parse(JSON.stringify(checked.request)))).toEqual(checked);
    }),
    { seed: 4 },
  );
});

test("anything is checked or refused, and nothing else happens", () => {
  const values = fc.oneof(fc.jsonValue(), fc.constantFrom("5", "-5", "5-9", "/x/", 0, -1, 2 ** 60));
  const names = fc.constantFrom(
    "path",
    "offset",
    "limit",
    "end_line",
    "lines",
    "pages",
    "find",
    "regex",
    "view",
    "column",
    "tail",
  );
  fc.assert(
    fc.property(fc.dictionary(names, values), (input) => {
      try {
        expect(checkRequest(input).path).toBeTypeOf("string");
      } catch (error) {
        expect(ReadError.is(error) && error.code).toBe("invalid-request");
      }
    }),
    { seed: 5, numRuns: 1000 },
  );
});
