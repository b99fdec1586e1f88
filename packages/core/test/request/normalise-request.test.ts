import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseRequest } from "../../src/request/normalise-request.ts";

describe("names", () => {
  test.for([
    ["path", "path"],
    ["file_path", "path"],
    ["filePath", "path"],
    ["filename", "path"],
    ["file", "path"],
    ["target_file", "path"],
    ["absolute_path", "path"],
    ["relativeWorkspacePath", undefined],
    ["start_line", "offset"],
    ["startLine", "offset"],
    ["Start-Line", "offset"],
    ["start_line_one_indexed", "offset"],
    ["line", "offset"],
    ["end_line", "end"],
    ["endLine", "end"],
    ["end_line_one_indexed_inclusive", "end"],
    ["max_lines", "limit"],
    ["line_count", "limit"],
    ["numLines", "limit"],
    ["length", "limit"],
    ["head", "limit"],
    ["tail", "tail"],
    ["view_range", "lines"],
    ["page", "pages"],
    ["slides", "pages"],
    ["query", "find"],
    ["pattern", "find"],
    ["regexp", "regex"],
    ["context_lines", "context"],
    ["charset", "encoding"],
    ["max_tokens", "maxTokens"],
    ["MAXBYTES", "maxBytes"],
    ["over_budget", "overBudget"],
  ] as const)("%s stands for %s", ([name, field]) => {
    const { fields, issues } = normaliseRequest({ [name]: "7" });
    expect(Object.keys(fields)).toEqual(field === undefined ? [] : [field]);
    expect(issues).toEqual([]);
  });

  test.for([
    "description",
    "reason",
    "timeout",
    "recursive",
    "toolName",
    "explanation",
    "encode",
    "__proto__",
    "constructor",
  ])("a harmless extra %s is left out", (name) => {
    const input: unknown = JSON.parse(`{"path":"a","${name}":"x"}`);
    expect(normaliseRequest(input)).toEqual({ fields: { path: "a" }, issues: [] });
  });

  test.for([
    ["ofset", "offset"],
    ["offest", "offset"],
    ["offsett", "offset"],
    ["limits", "limit"],
    ["encodng", "encoding"],
    ["start_lin", "offset"],
    ["pattrn", "find"],
  ] as const)("the misspelt %s is refused, because without it the answer would be another", ([name, field]) => {
    expect(normaliseRequest({ path: "a", [name]: "5" }).issues).toMatchObject([
      { field, fix: `send ${field} if that is what "${name}" means` },
    ]);
  });

  test("a misspelt name with nothing in it is no matter", () => {
    expect(normaliseRequest({ path: "a", ofset: null, limits: "" }).issues).toEqual([]);
  });

  test("two names with the same value are one", () => {
    expect(normaliseRequest({ path: "a", file_path: "a", offset: 5, start_line: "5" })).toEqual({
      fields: { path: "a", offset: 5 },
      issues: [],
    });
  });

  test("two names with different values are an issue that names both", () => {
    const { issues } = normaliseRequest({ path: "a", file_path: "b", limit: 3, max_lines: "4" });
    expect(issues.map(({ problem }) => problem)).toEqual([
      'path is "a" and file_path is "b", which mean the same',
      "limit is 3 and max_lines is 4, which mean the same",
    ]);
  });

  test("two different passwords are an issue that shows neither", () => {
    const { issues } = normaliseRequest({ path: "a", password: "hunter2", passphrase: "letmein" });
    expect(JSON.stringify(issues)).not.toMatch(/hunter2|letmein/);
    expect(issues).toHaveLength(1);
  });
});

describe("values", () => {
  test.for([null, undefined, "", {}, [], false, "null", "None", " undefined ", "false"])("%j is absent", (value) => {
    expect(normaliseRequest({ path: "a", offset: value, pages: value, view: value }).fields).toEqual({ path: "a" });
  });

  test.for([
    ["100", 100],
    [" 100 ", 100],
    ["-20", -20],
    ["+5", 5],
    ["100.0", 100],
    [100, 100],
    ["1e3", "1e3"],
    ["0x10", "0x10"],
    ["1,000", "1,000"],
    ["12 lines", "12 lines"],
    [1.5, 1.5],
    [true, true],
  ] as const)("the number %j becomes %j", ([value, expected]) => {
    expect(normaliseRequest({ path: "a", limit: value }).fields.limit).toBe(expected);
  });

  test("a bigint becomes a number", () => {
    expect(normaliseRequest({ path: "a", limit: 12n }).fields.limit).toBe(12);
  });

  test.for([
    [5, "5"],
    ["5-9", "5-9"],
    [[5, 9], "5-9"],
    [[5, -1], "5-"],
    [["5-9", "20"], "5-9,20"],
    [[1, 2, 3], "1,2,3"],
  ] as const)("lines %j become %j", ([value, expected]) => {
    expect(normaliseRequest({ path: "a", lines: value }).fields.lines).toBe(expected);
  });

  test.for([
    [[{ toString: null }]],
    [
      [
        [1, 5],
        [10, 20],
      ],
    ],
    [[null]],
    [[true]],
  ])("the list %j is left as it is, to be refused", ([value]) => {
    const { fields, issues } = normaliseRequest({ path: "a", lines: value, pages: value });
    expect(fields).toEqual({ path: "a", lines: value, pages: value });
    expect(issues).toEqual([]);
  });

  test("pages may be a number or a list", () => {
    expect(normaliseRequest({ path: "a", pages: 3 }).fields.pages).toBe("3");
    expect(normaliseRequest({ path: "a", pages: [1, 2, "5-7"] }).fields.pages).toBe("1,2,5-7");
  });

  test("a path, a pattern and a password keep spaces, capitals and the word null", () => {
    const input = { path: " Null ", find: " None ", password: "FALSE", select: "null" };
    expect(normaliseRequest(input).fields).toEqual(input);
  });

  test("choices are taken in any case", () => {
    expect(normaliseRequest({ path: "a", view: " IMAGE ", overBudget: "Refuse" }).fields).toMatchObject({
      view: "image",
      overBudget: "refuse",
    });
  });
});

test("a bare string is a path", () => {
  expect(normaliseRequest("src/a b.ts")).toEqual({ fields: { path: "src/a b.ts" }, issues: [] });
});

test.for([undefined, null, 5, true, [], [{ path: "a" }]])("%j is no request", (input) => {
  expect(normaliseRequest(input).issues).toMatchObject([{ field: "request" }]);
});

test("a request in known names is normalised to itself", () => {
  const known = fc.record(
    {
      path: fc.string({ minLength: 1 }),
      offset: fc.integer(),
      limit: fc.integer(),
      find: fc.string({ minLength: 1 }),
      maxTokens: fc.nat(),
    },
    { requiredKeys: ["path"] },
  );
  fc.assert(
    fc.property(known, (request) => {
      expect(normaliseRequest(request)).toEqual({ fields: request, issues: [] });
    }),
    { seed: 2 },
  );
});

test("nothing that JSON can hold makes it throw", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(normaliseRequest(value).issues).toBeInstanceOf(Array);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test("no value of a field that JSON can hold makes it throw", () => {
  const names = fc.constantFrom("path", "offset", "lines", "pages", "select", "find", "view", "encoding", "password");
  const leaf = fc.dictionary(fc.constantFrom("toString", "valueOf", "length", "__proto__"), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(names, fc.oneof(leaf, fc.array(leaf), fc.jsonValue())), (request) => {
      expect(normaliseRequest(request).issues).toBeInstanceOf(Array);
    }),
    { seed: 4, numRuns: 500 },
  );
});

test.for([
  [
    "a getter that throws",
    {
      get path(): string {
        throw new Error("no");
      },
    },
  ],
  ["a revoked proxy", { path: "a", lines: revoked() }],
])("%s is an issue", ([, input]) => {
  expect(normaliseRequest(input)).toMatchObject({ fields: {}, issues: [{ field: "request" }] });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test("values that JSON cannot hold are described", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const problems = [{ path: cyclic, file: "a" }, { limit: 1n, head: Number.NaN }, Symbol("s")].flatMap((input) =>
    normaliseRequest(input).issues.map(({ problem }) => problem),
  );
  expect(problems).toEqual([
    'path is an unusual object and file is "a", which mean the same',
    "limit is 1 and head is NaN, which mean the same",
    "request is symbol, and must be an object",
  ]);
});
