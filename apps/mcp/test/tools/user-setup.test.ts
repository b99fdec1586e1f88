import { writeFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseConfig } from "@reader/handler-command";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { expect, onTestFinished, test } from "vitest";
import { loadUserSetup } from "../../src/tools/user-setup.ts";
import { createToolbox } from "../../src/tools/toolbox.ts";
import { handlerFile } from "../support/program.ts";
import { folderWith } from "../support/files.ts";

/** What the tool `read` answers of a file, as text. */
async function reading(root: string, line: Parameters<typeof loadUserSetup>[0]) {
  const toolbox = createToolbox({
    roots: [root],
    areRootsNamed: true,
    model: "text",
    setup: await loadUserSetup(line),
  });
  onTestFinished(() => toolbox.close());
  return async (path: string): Promise<string> => {
    const context = { mcpReq: { signal: new AbortController().signal, _meta: {} } } as never;
    const result = await toolbox.tools.get("read")?.call({ input: { path }, context });
    return (result?.content ?? []).map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
  };
}

test("a program of the command line reads its format, and once it is mended it does so with no restart", async () => {
  const root = folderWith({ "a.odd": "x\n", "tool.sh": "#!/bin/sh\necho 'no licence' >&2; exit 9\n" });
  const read = await reading(root, { handlers: [], commands: [`odd=${join(root, "tool.sh")}`] });
  const failure = await read("a.odd");
  expect(failure).toContain("ended with exit code 9 on a.odd: no licence.");
  expect(failure).toMatch(/^Handler: tool\.sh:odd/m);
  expect(failure).toMatch(/^To see it fail: .*tool\.sh < a\.odd$/m);
  expect(failure).toMatch(/^To replace it: createReader/m);
  writeFileSync(join(root, "tool.sh"), "#!/bin/sh\nsed s/x/mended/\n");
  expect(await read("a.odd")).toContain("1\tmended");
});

test("a module whose file is mended is read anew, in a new process", async () => {
  const broken = "throw new Error('not yet')";
  const source = (body: string): string =>
    `export function odd() { return { specVersion: 1, version: "4.2.0", name: "odd", mediaTypes: ["application/x-odd"],
      sniff: (head, name) => (name.endsWith(".odd") ? "application/x-odd" : undefined), async *read() { ${body}; } }; }`;
  const root = folderWith({ "a.odd": "x\n", "odd.mjs": source(broken) });
  const read = await reading(root, { handlers: [join(root, "odd.mjs")], commands: [] });
  expect(await read("a.odd")).toMatch(/^Handler: odd, version 4\.2\.0$/m);
  writeFileSync(join(root, "odd.mjs"), source('yield { type: "text", text: "mended" }'));
  expect(await read("a.odd")).toContain("1\tmended");
});

test("a configuration file sets up handlers, their order, limits and folders", async () => {
  const shout = { name: "shout", extensions: ["odd"], command: "tr a-z A-Z" };
  const config = {
    handlers: [handlerFile("noisy"), shout],
    order: ["shout"],
    limits: { maxLines: 1 },
    roots: ["docs"],
  };
  const root = folderWith({ "a.odd": "one\ntwo\n", "reader.config.json": JSON.stringify(config) });
  const line = { handlers: [], commands: [], config: join(root, "reader.config.json") };
  const setup = await loadUserSetup(line);
  onTestFinished(() => setup.close());
  expect(setup.roots).toEqual([join(root, "docs")]);
  expect(setup.inOrder([]).map(({ name }) => name)).toEqual(["shout", "noisy"]);
  const read = await reading(root, line);
  expect(await read("a.odd")).toMatch(/^1\tONE\n[^]*line 1/);
});

test.for([
  [{ handlers: ["./nowhere.mjs"], commands: [] }, "The handler ./nowhere.mjs cannot be loaded: there is no such file."],
  [{ handlers: ["no-such-package-42"], commands: [] }, "There is no package no-such-package-42 here."],
  [{ handlers: [handlerFile("two")], commands: [] }, "Which function of "],
  [{ handlers: [`${handlerFile("two")}#one`], commands: [] }, "does not return a handler"],
  [{ handlers: [], commands: ["cat"] }, '"cat" is not a command for a format.'],
  [{ handlers: [], commands: [], config: "nowhere.json" }, "cannot be read (ENOENT)"],
] as const)("%j is wrong use", async ([line, words]) => {
  await expect(loadUserSetup(line)).rejects.toMatchObject({ "~reader": "UsageError" });
  await expect(loadUserSetup(line)).rejects.toThrow(words);
});

const command = { name: "a", command: "cat", extensions: ["odd"] };

test.for([
  {},
  { $schema: "x", handlers: [], order: [], limits: {}, roots: [] },
  { handlers: ["./a.js", { module: "b", export: "c", options: [1] }, command], order: ["a"], roots: ["."] },
  {
    handlers: [{ ...command, command: ["sh", "-c", "x"], mediaTypes: ["a/b"], timeoutMs: 5, environment: { A: "b" } }],
  },
  { limits: { maxTokens: 1, documentTimeMs: 60_000 } },
  [],
  { handler: [] },
  { handlers: {} },
  { handlers: [7] },
  { handlers: [""] },
  { handlers: [{ module: "" }] },
  { handlers: [{ module: "a", exports: "b" }] },
  { handlers: [{ name: "a", command: "cat" }] },
  { handlers: [{ ...command, command: [] }] },
  { handlers: [{ ...command, extensions: ["a b"] }] },
  { handlers: [{ ...command, mediaTypes: ["pdf"] }] },
  { handlers: [{ ...command, timeoutMs: 0 }] },
  { handlers: [{ ...command, directory: "/" }] },
  { handlers: [{ ...command, environment: { A: 1 } }] },
  { limits: { maxTokns: 1 } },
  { limits: { maxTokens: 0 } },
  { order: [7] },
  { roots: "docs" },
] as const)("the schema that is shipped and the program agree on %j", (config) => {
  const schema = createRequire(import.meta.url)("@reader/handler-command/reader.schema.json") as object;
  const validate = new AjvJsonSchemaValidator().getValidator(schema);
  expect(validate(config).valid).toBe(parseConfig(JSON.stringify(config), "/here").ok);
});

test("the user's own configuration is found in their folder for such files, and never in the working directory", async () => {
  const home = folderWith({});
  mkdirSync(join(home, "reader"));
  writeFileSync(join(home, "reader", "reader.config.json"), JSON.stringify({ handlers: [command] }));
  const before = process.env["XDG_CONFIG_HOME"];
  process.env["XDG_CONFIG_HOME"] = home;
  onTestFinished(() => {
    if (before === undefined) delete process.env["XDG_CONFIG_HOME"];
    else process.env["XDG_CONFIG_HOME"] = before;
  });
  const setup = await loadUserSetup({ handlers: [], commands: [] });
  expect(setup.inOrder([]).map(({ name }) => name)).toEqual(["a"]);
});
