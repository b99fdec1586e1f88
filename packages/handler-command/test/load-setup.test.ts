import { join } from "node:path";
import { defineHandler } from "@reader/core/handler";
import { expect, onTestFinished, test } from "vitest";
import { loadSetup, type SetupLine, type SetupPlace } from "../src/index.ts";
import { folderWith } from "./support.ts";

const odd = `export const odd = () => ({ specVersion: 1, name: "odd", mediaTypes: ["application/x-odd"], async *read() {} });`;
const none: SetupLine = { handlers: [], commands: [] };

async function setupOf(line: SetupLine, place: Partial<SetupPlace> & Pick<SetupPlace, "directory">) {
  const setup = await loadSetup(line, { environment: {}, byHand: "reader --no-isolate", ...place });
  onTestFinished(() => setup.close());
  return setup;
}

test("modules, commands and handlers of the file precede those of the program, in this order", async () => {
  const directory = folderWith({
    "odd.mjs": odd,
    "etc/r.json": JSON.stringify({
      handlers: [{ name: "shout", extensions: ["x"], command: "tr a-z A-Z" }],
      roots: ["in"],
    }),
  });
  const line = { handlers: ["./odd.mjs"], commands: ["y=cat"], config: "etc/r.json" };
  const setup = await setupOf(line, { directory });
  const own = defineHandler({ name: "own", mediaTypes: ["a/b"], async *read() {} });
  expect(setup.inOrder([own]).map(({ name }) => name)).toEqual(["odd", "cat:y", "shout", "own"]);
  expect(setup.roots).toEqual([join(directory, "etc/in")]);
});

test("a program may create the handlers of modules itself", async () => {
  const directory = folderWith({ "odd.mjs": odd });
  const made: string[] = [];
  const setup = await setupOf(
    { ...none, handlers: ["./odd.mjs"] },
    {
      directory,
      make: ({ name, mediaTypes }) => {
        made.push(name);
        return defineHandler({ name: "mine", mediaTypes, async *read() {} });
      },
    },
  );
  expect(made).toEqual(["odd"]);
  expect(setup.inOrder([]).map(({ name }) => name)).toEqual(["mine"]);
});

test("the configuration of the user is found only through the environment, never in the working directory", async () => {
  const home = folderWith({ "reader/reader.config.json": '{"limits":{"maxLines":7}}' });
  const directory = folderWith({ "reader.config.json": '{"limits":{"maxLines":1}}' });
  expect((await setupOf(none, { directory })).limits).toEqual({});
  expect((await setupOf(none, { directory, environment: { XDG_CONFIG_HOME: home } })).limits).toEqual({ maxLines: 7 });
});

test("the program can create the error for a fault, at loading and at ordering", async () => {
  class Fault extends Error {}
  const faultOf = (message: string, hint: string): Error => new Fault(`${message} | ${hint}`);
  const directory = folderWith({ "r.json": '{"order":["gone"]}' });
  const missing = loadSetup({ ...none, handlers: ["./no.mjs"] }, { directory, environment: {}, byHand: "x", faultOf });
  await expect(missing).rejects.toThrow(Fault);
  const setup = await setupOf({ ...none, config: "r.json" }, { directory, faultOf });
  expect(() => setup.inOrder([])).toThrow(/There is no handler "gone".* \| Correct `order`/);
});

test("a file of limits precedes the configuration", async () => {
  const directory = folderWith({
    "r.json": '{"limits":{"maxDepth":2,"maxEntries":5}}',
    "limits.json": '{"maxDepth":4}',
  });
  const setup = await setupOf({ ...none, config: "r.json", limits: "limits.json" }, { directory });
  expect(setup.limits).toEqual({ maxDepth: 4, maxEntries: 5 });
});

test.for([
  ["{", /^limits\.json has one fault: \(file\) is not valid JSON/],
  ["[]", /^limits\.json has one fault: \(file\) must be an object/],
  [
    '{"maxDpth":1,"maxEntries":0}',
    /^limits\.json has 2 faults: maxDpth is not known; did you mean "maxDepth"; maxEntries must be/,
  ],
  [undefined, /limits\.json cannot be read \(ENOENT\): there is no such file/],
] as const)("a file of limits with %j is refused with its faults", async ([text, words]) => {
  const directory = folderWith(text === undefined ? {} : { "limits.json": text });
  await expect(setupOf({ ...none, limits: "limits.json" }, { directory })).rejects.toThrow(words);
});
