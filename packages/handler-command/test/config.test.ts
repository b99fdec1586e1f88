import { readFileSync } from "node:fs";
import type { Handler } from "@reader/core";
import { defineHandler } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import {
  commandOf,
  configSchema,
  inOrder,
  parseConfig,
  SetupError,
  userHandlers,
  type LoadModule,
} from "../src/index.ts";

const pandoc = { name: "pandoc", extensions: ["org"], command: ["pandoc", "-f", "org"] };

function issuesOf(file: unknown): readonly string[] {
  const outcome = parseConfig(typeof file === "string" ? file : JSON.stringify(file), "/here");
  return outcome.ok ? [] : outcome.issues.map(({ field, problem }) => `${field} ${problem}`);
}

test("a file may be empty, and everything in it is optional", () => {
  expect(parseConfig("{}", "/here")).toEqual({
    ok: true,
    config: { handlers: [], order: [], limits: {}, roots: undefined },
  });
});

test("a file lists modules and commands in order, limits and folders", () => {
  const file = {
    $schema: "./reader.schema.json",
    handlers: ["./srt.mjs#srt", { module: "@acme/dwg", options: { units: "mm" } }, pandoc],
    order: ["pandoc"],
    limits: { maxTokens: 5000, documentTimeMs: 60_000 },
    roots: ["docs"],
  };
  expect(parseConfig(`\uFEFF${JSON.stringify(file)}`, "/here")).toEqual({
    ok: true,
    config: {
      handlers: [
        { kind: "module", module: "./srt.mjs", export: "srt" },
        { kind: "module", module: "@acme/dwg", options: { units: "mm" } },
        { kind: "command", command: { ...pandoc, directory: "/here" } },
      ],
      order: ["pandoc"],
      limits: { maxTokens: 5000, documentTimeMs: 60_000 },
      roots: ["docs"],
    },
  });
});

test("every fault is reported, with its place and a suggestion", () => {
  const file = {
    handler: [],
    handlers: [7, { ...pandoc, timeout: 5, timeoutMs: -1 }, { module: "" }, { module: "a", exports: "b" }],
    limits: { maxTokns: 1, maxBytes: 0 },
    order: ["a", 7],
    roots: "docs",
  };
  expect(issuesOf(file)).toEqual([
    'handler is not known; did you mean "handlers"?',
    'handlers[0] must be the name of a module, or an object with "module" or "command"',
    'handlers[1].timeout is not known; did you mean "timeoutMs"?',
    "handlers[1].timeoutMs must be a whole number from 1 to 2147483647",
    "handlers[2].module must be a path or the name of a package",
    'handlers[3].exports is not known; did you mean "export"?',
    "order[1] must be a text that is not empty",
    'limits.maxTokns is not known; did you mean "maxTokens"?',
    "limits.maxBytes must be a whole number from 1",
    "roots must be a list",
  ]);
});

test("a file may have comments, and strings that look like comments", () => {
  const text = '{ // why\n"order": ["a//b", "/* c */"], /* and\nwhy */ "limits": {} }';
  expect(parseConfig(text, "/here")).toMatchObject({ ok: true, config: { order: ["a//b", "/* c */"] } });
});

test("a file may have trailing commas, and strings that look like them", () => {
  const text = '{ "order": ["a,]", "b" , // the last\n ], "limits": {"maxLines": 5,},\n}';
  expect(parseConfig(text, "/here")).toMatchObject({
    ok: true,
    config: { order: ["a,]", "b"], limits: { maxLines: 5 } },
  });
});

test.for([
  ["[]", /^\(file\) must be an object/],
  ['{"a": }', /^\(file\) is not valid JSON: /],
  ['{"order": [,]}', /^\(file\) is not valid JSON: /],
  ['{"order": ["a",,]}', /^\(file\) is not valid JSON: /],
  ["", /^\(file\) is empty; write \{\} for the defaults$/],
  ["// nothing yet\n", /^\(file\) is empty/],
  [{ handlers: [{ ...pandoc, directory: "/" }] }, /^handlers\[0\]\.directory is not known/],
  [{ roots: [] }, /^roots must name a folder/],
  [{ limits: { documentTimeMs: 2 ** 31 } }, /^limits\.documentTimeMs must be a whole number from 1 to 2147483647/],
  [{ limits: [] }, /^limits must be an object/],
  [{ handlers: [{ ...pandoc, command: "{file} x" }] }, /^handlers\[0\]\.command must start with a program/],
] as const)("%j is refused", ([file, issue]) => {
  expect(issuesOf(file)[0]).toMatch(issue);
});

test("the published schema is the one in the code", () => {
  const shipped = readFileSync(new URL("../reader.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(shipped)).toEqual(configSchema);
});

test("the file in the README is valid", () => {
  const page = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, file = ""] = /^```text reader\.config\.json\n([^]*?)^```$/m.exec(page) ?? [];
  expect(issuesOf(file)).toEqual([]);
});

function named(name: string): Handler {
  return defineHandler({ name, mediaTypes: [], async *read() {} });
}

describe("the handlers of a user", () => {
  const load: LoadModule = async (entry, from) => named(`${entry.module}#${entry.export ?? ""} by ${from.asOptions}`);

  test("are in the order of the command line, then of the file", async () => {
    const text = JSON.stringify({ handlers: [pandoc, "./c.mjs"], order: ["pandoc"], limits: { maxLines: 7 } });
    const setup = await userHandlers(
      {
        handlers: ["./a.mjs#make", "b"],
        commands: ["odd=cat"],
        directory: "/work",
        config: { name: "my config.json", directory: "/c", text },
      },
      load,
    );
    expect(setup.handlers.map(({ name }) => name)).toEqual([
      "./a.mjs#make by --handler './a.mjs#make'",
      "b# by --handler b",
      "cat:odd",
      "pandoc",
      "./c.mjs# by --config 'my config.json'",
    ]);
    expect(setup).toMatchObject({ order: ["pandoc"], limits: { maxLines: 7 }, roots: undefined });
  });

  test("are rejected with all faults of the file", async () => {
    const config = { name: "r.json", directory: "/c", text: '{"handlrs": [], "order": 1}' };
    const setup = userHandlers({ handlers: [], commands: [], directory: "/work", config }, load);
    await expect(setup).rejects.toThrow(
      'r.json has 2 faults: handlrs is not known; did you mean "handlers"; order must be a list.',
    );
  });

  test("come first if `order` names them, and an unknown name is rejected", () => {
    const all = [named("a"), named("b"), named("c"), named("b")];
    expect(inOrder(all, ["c", "b"]).map(({ name }) => name)).toEqual(["c", "b", "b", "a"]);
    expect(() => inOrder([named("notebook")], ["notebok"])).toThrow(
      'There is no handler "notebok" to put in order; did you mean "notebook"?',
    );
  });
});

describe("a command on the command line", () => {
  test("follows its extensions and media types", () => {
    const handler = commandOf("odd, tap,application/x-even=/usr/bin/conv --to=md {file}", "/here");
    expect(handler).toMatchObject({
      name: "conv:odd",
      mediaTypes: ["application/x-even", "application/x-odd", "application/x-tap"],
    });
    expect(handler.byHand?.("a.odd")).toBe("/usr/bin/conv --to=md a.odd");
  });

  test.for(["cat", "=cat", "odd=", "odd,=cat", "odd='cat", "o d=cat"])("%j is rejected", (typed) => {
    expect(() => commandOf(typed, "/here")).toThrow(SetupError);
  });
});
