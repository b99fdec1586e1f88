import path from "node:path";
import { expect, test } from "vitest";
import { folderWith, runProgram } from "./support/program.ts";
import { callStream, chatStream, serve } from "./support/servers.ts";

const odd = `export function odd() {
  return {
    specVersion: 1, version: "4.2.0", name: "odd", mediaTypes: ["application/x-odd"],
    sniff: (head, name) => (name.endsWith(".odd") ? "application/x-odd" : undefined),
    async *read(source) {
      const words = new TextDecoder().decode(await source.bytes());
      if (words.includes("bad")) process.abort();
      yield { type: "text", text: "process " + process.pid + " says " + words };
    },
  };
}
export const notes = ["not a handler"];
`;

/** What a model sees of a.odd in a folder, as the program sends it over the wire. */
async function seenOfOdd(folder: string, options: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const told: string[] = [];
  const baseUrl = await serve(async (request) => {
    const { messages } = (await request.json()) as { messages: { role: string; content: string }[] };
    const answers = messages.filter(({ role }) => role === "tool");
    told.push(...answers.map(({ content }) => content));
    return answers.length === 0
      ? callStream([{ name: "read", input: { path: "a.odd" } }])
      : chatStream({ content: "It is so [a.odd:1]." }, "stop");
  });
  const argv = ["--model", "compatible:test", "--base-url", `${baseUrl}/v1`, "-q", "What is in it?", ...options];
  const finished = await runProgram([...argv, folder], environment);
  return { ...finished, seen: told.join("\n") };
}

test("a third party's handler reads its format in a process of its own, and its lines can be cited", async () => {
  const folder = folderWith({ "a.odd": "hello", "lib/odd.mjs": odd });
  const { code, seen, output } = await seenOfOdd(folder, ["--handler", path.join(folder, "lib/odd.mjs")]);
  expect(seen).toMatch(/^1\tprocess \d+ says hello/m);
  expect(seen).not.toContain(`process ${process.pid} `);
  expect(output).toMatch(/✓ a\.odd:1 {2}process \d+ says hello/);
  expect(code).toBe(0);
});

test("a package in the node_modules of the working directory that is not named is never loaded", async () => {
  const folder = folderWith({ "a.odd": "hello", "node_modules/odd/index.js": odd, "reader.config.json": "{ broken" });
  const { code, seen } = await seenOfOdd(folder, []);
  expect(seen).toMatch(/^1\thello/m);
  expect(code).toBe(0);
});

test("a third-party handler that crashes its process is reported to the model, and the program continues", async () => {
  const folder = folderWith({ "a.odd": "bad", "odd.mjs": odd });
  const { code, seen, output } = await seenOfOdd(folder, ["--handler", `${path.join(folder, "odd.mjs")}#odd`]);
  expect(seen).toMatch(/Error \(handler-failed\).*odd/);
  expect(seen).toContain("npx @reader/cli --no-isolate --handler");
  expect(output).toMatch(/✗ a\.odd:1 {2}not read/);
  expect(code).toBe(0);
});

test("a program of this machine reads the endings that it is named for", async () => {
  const folder = folderWith({ "a.odd": "hello\n" });
  const { code, seen } = await seenOfOdd(folder, ["--handler-command", "odd=tr a-z A-Z"]);
  expect(seen).toMatch(/^1\tHELLO/m);
  expect(code).toBe(0);
});

const shout = { name: "shout", extensions: ["odd"], command: "tr a-z A-Z" };

test("a configuration file that is named sets up handlers, limits and folders", async () => {
  const config = { handlers: [shout], limits: { maxLines: 1 }, roots: ["inside"] };
  const folder = folderWith({ "r.json": JSON.stringify(config), "inside/a.odd": "one\ntwo\n" });
  const argv = ["--config", path.join(folder, "r.json")];
  const named = await seenOfOdd(path.join(folder, "inside"), argv);
  expect(named.seen).toMatch(/^1\tONE\n/m);
  expect(named.seen).not.toContain("TWO");
});

test("the user's own configuration counts for a model, and not for the script", async () => {
  const home = folderWith({
    "reader/reader.config.json": JSON.stringify({ handlers: [shout], limits: { maxLines: 1 } }),
  });
  const folder = folderWith({ "a.odd": "one\ntwo\n" });
  const environment = { XDG_CONFIG_HOME: home };
  expect((await seenOfOdd(folder, [], environment)).seen).toMatch(/^1\tONE\n/m);
  expect((await runProgram([], environment)).output).toContain("It cost 162 orders");
});

test.for<[argv: readonly string[], message: RegExp]>([
  [["--handler", "./nowhere.mjs"], /handler \.\/nowhere\.mjs cannot be loaded: there is no such file/],
  [["--handler", "no-such-package-42"], /There is no package no-such-package-42 here/],
  [["--handler-command", "cat"], /"cat" is not a command for a format/],
  [["--config", "nowhere.json"], /cannot be read \(ENOENT\)/],
])("%o is a usage error, reported before anything is read", async ([argv, message]) => {
  const { code, output, errors } = await runProgram(argv);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toMatch(message);
});

test("an order of handlers that there are not is a wrong call", async () => {
  const folder = folderWith({ "r.json": JSON.stringify({ order: ["pfd"] }) });
  const { code, errors } = await runProgram(["--config", path.join(folder, "r.json")]);
  expect(code).toBe(2);
  expect(errors).toMatch(/no handler "pfd".*did you mean "pdf"/);
});
