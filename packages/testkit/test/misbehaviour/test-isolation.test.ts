import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// Runs the suites as an author does, on fake isolations. Each has one fault, which must be found.

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = `${mkdtempSync(join(tmpdir(), "reader-isolation-suite-"))}/`;

const config = `
export default {
  resolve: { alias: [
    { find: /^@reader\\/core\\/(handler|render|internal|decoders)$/, replacement: ${JSON.stringify(root)} + "packages/core/src/$1.ts" },
    { find: /^@reader\\/([^/]+)$/, replacement: ${JSON.stringify(root)} + "packages/$1/src/index.ts" },
  ] },
  test: { root: ${JSON.stringify(folder)}, include: ["**/*.test.ts"], testTimeout: 600_000, hookTimeout: 600_000 },
};
`;

/** Limits of a suite whose isolation never answers or leaves something behind, because it reaches all of them. */
const short = "graceMs: 300, limits: { patientTimeMs: 5000 },";

/** Returns a suite for one misbehaviour, whose isolation wraps handlers in some code. */
function suiteOf(body: string, { close = "", limits = "" } = {}): string {
  return `
import { spawn } from "node:child_process";
import { testIsolation } from "@reader/testkit";
const wrapped = (handler) => ({
  ...handler,
  async *read(source, context) {
    const isSound = source.name === "nothing.misbehave";
    const events = handler.read(source, context);
    ${body}
  },
});
testIsolation((handlers) => ({ handlers: handlers.map(wrapped), async close() { ${close} } }), {
  only: ({ name }) => name === "throws-error",
  ${limits}
});
`;
}

const unchanged = "yield* events;";

const files: Readonly<Record<string, string>> = {
  "vitest.config.ts": config,
  "good.test.ts": suiteOf(unchanged),
  "swallows.test.ts": suiteOf("try { yield* events; } catch {}"),
  "loses.test.ts": suiteOf('if (isSound) yield* events; else throw new Error("all is lost");'),
  "falters.test.ts": suiteOf('yield* events; if (isSound) yield { type: "text", text: "one more" };'),
  "hangs.test.ts": suiteOf("if (isSound) return yield* events; await new Promise(() => {});", { limits: short }),
  "changes.test.ts": suiteOf(unchanged, { close: "Array.prototype.changed = 1; process.title = 'changed';" }),
  // It waits for input until the process of its suite ends.
  "leaves.test.ts": suiteOf(unchanged, {
    close: 'spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });',
    limits: short,
  }),
  "same.test.ts": `
import { defineHandler, text } from "@reader/core/handler";
import { testHandlerIsolated } from "@reader/testkit";
const words = (name, change) => defineHandler({ name, mediaTypes: ["text/x-words"], async *read(source) {
  const content = new TextDecoder().decode(await source.bytes());
  if (content === "") throw new Error("nothing");
  yield text(change(content));
} });
const fixtures = new URL("./fixtures/", import.meta.url);
const isolatedAs = (change) => () => ({ handlers: [words("isolated", change)], close: async () => {} });
testHandlerIsolated(words("faithful", (content) => content), fixtures, isolatedAs((content) => content));
testHandlerIsolated(words("unlike", (content) => content), fixtures, isolatedAs((content) => content.slice(0, 7)));
`,
  "fixtures/one/input.words": "some words\n",
};

interface Suite {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

let suites: readonly Suite[] = [];

/** Returns the failure messages of a file. */
function failuresOf(name: string): readonly string[] {
  const suite = suites.find((each) => each.name.endsWith(`/${name}.test.ts`));
  if (suite === undefined) throw new Error(`${name} did not run`);
  const messages = suite.assertionResults.flatMap(({ failureMessages }) => failureMessages);
  return [...messages, ...(suite.message === "" ? [] : [suite.message])].map(
    (message) => message.split("\n    at ", 1)[0] ?? "",
  );
}

beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const report = `${folder}report.json`;
  const options = ["--config", `${folder}vitest.config.ts`, "--reporter=json", `--outputFile=${report}`];
  // Variables of this run of vitest must not affect the other one.
  const own = Object.entries(process.env).filter(([key]) => !key.startsWith("VITEST") && key !== "NODE_OPTIONS");
  spawnSync(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, "run", ...options], {
    cwd: folder,
    env: Object.fromEntries(own),
  });
  const { testResults }: { testResults: readonly Suite[] } = JSON.parse(readFileSync(report, "utf8"));
  suites = testResults;
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the suite of an isolation", () => {
  test("passes a correct one", () => {
    expect(failuresOf("good")).toEqual([]);
  });

  test.for([
    ["hides an error", "swallows", "it ended with answered instead of handler-failed"],
    ["loses content before an error", "loses", "the line before the misbehaviour was lost"],
    ["changes the next document", "falters", "to deeply equal"],
    ["takes too long", "hangs", "no answer within 5000 ms"],
    ["changes the objects of its process", "changes", "Array.prototype of this process was changed"],
    ["changes the state of the process", "changes", "the state of this process was changed"],
    ["leaves a process behind", "leaves", "was left behind"],
  ] as const)("fails one that %s", ([, name, words]) => {
    expect(failuresOf(name)).toEqual([expect.stringContaining(words)]);
  });
});

describe("the suite of an isolated handler", () => {
  test("passes equal results, and names the documents with other results", () => {
    const failed = suites
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName }) => fullName.includes("isolated yields the same"))
      .map(({ fullName, status }) => `${status}: ${fullName.replace(/^.*the handler /, "")}`);
    const copies = [1, 2, 3, 4].map((at) => `one, damaged copy ${at}`);
    const cuts = [2, 4, 6, 8].map((length) => `one, first ${length} bytes`);
    const titles = ["an empty file", "one", ...cuts, ...copies];
    expect(failed.filter((each) => each.includes(": faithful"))).toEqual(
      titles.map((title) => `passed: faithful, isolated yields the same for ${title}`),
    );
    expect(failed).toContain("passed: unlike, isolated yields the same for an empty file");
    expect(failed).toContain("failed: unlike, isolated yields the same for one");
  });
});
