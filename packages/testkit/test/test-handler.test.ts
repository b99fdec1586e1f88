import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// Runs the suite as an author does: in a separate folder, with the JSON report of vitest.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = `${mkdtempSync(join(tmpdir(), "reader-suite-"))}/`;

const config = `
export default {
  resolve: { alias: [
    { find: /^@reader\\/core\\/(handler|render|internal|decoders)$/, replacement: ${JSON.stringify(root)} + "packages/core/src/$1.ts" },
    { find: /^@reader\\/([^/]+)$/, replacement: ${JSON.stringify(root)} + "packages/$1/src/index.ts" },
  ] },
  test: { root: ${JSON.stringify(folder)}, include: ["**/*.test.ts"], testTimeout: 600_000, hookTimeout: 600_000 },
};
`;

/** A test file of two lines and the handler that it tests. */
function suiteOf(read: string, options = ""): string {
  return `
import { ReadError } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import { testHandler } from "@reader/testkit";
const handler = defineHandler({ name: "words", mediaTypes: ["text/x-words"], sniff: (head, name) => name.endsWith(".words") ? "text/x-words" : undefined, ${read} });
testHandler(handler, new URL("./fixtures/", import.meta.url)${options});
`;
}

const files: Readonly<Record<string, string>> = {
  "vitest.config.ts": config,
  "good/suite.test.ts": suiteOf(
    "async *read(source) { yield text(new TextDecoder().decode(await source.bytes())); }",
    ', { entry: new URL("./entry.js", import.meta.url) }',
  ),
  "good/package.json": '{"type": "module"}',
  "good/entry.js": "export const nothing = 0;",
  "good/fixtures/one/input.words": "some words\n",
  "good/fixtures/one/expected.txt": "1\tsome words\n",
  "good/fixtures/a-line/input.words": "a\nb\nc\n",
  "good/fixtures/a-line/request.json": '{"offset": 2, "limit": 1}',
  "good/fixtures/a-line/expected.txt": "PLACEHOLDER",
  "bad/suite.test.ts": suiteOf(
    'async *read(source) { if (source.size < 5) throw new Error("too short"); yield text(String(Math.max(...(await source.bytes())))); }',
  ),
  "bad/fixtures/one/input.words": "some words\n",
  "bad/fixtures/one/expected.txt": "1\tother words\n",
  "isolated/suite.test.ts": `
import { defineHandler, text } from "@reader/core/handler";
import { cleanOutline } from "@reader/core/internal";
import { testHandlerIsolated } from "@reader/testkit";
const handler = defineHandler({
  name: "words",
  mediaTypes: ["text/x-words"],
  async *read() { yield text("a"); },
  outline: async () => ({ entries: [{ kind: "entry", name: "1", title: "", place: { unit: "entry", index: 1 } }] }),
});
const elsewhere = { ...handler, outline: async () => cleanOutline(await handler.outline()) };
testHandlerIsolated(handler, new URL("./fixtures/", import.meta.url), () => ({ handlers: [elsewhere], close: async () => {} }));
`,
  "isolated/fixtures/one/input.words": "some words\n",
  "none/suite.test.ts": suiteOf('async *read() { yield text(""); }'),
  "none/fixtures/notes.md": "no cases",
};

interface Assertion {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Returns the assertions of the tests in one folder. */
type Report = (name: string) => readonly Assertion[];

/** Runs the tests in some folders, or in all, and returns the report of vitest. */
function runSuites(names: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Report {
  const report = `${folder}report.json`;
  const options = ["--config", `${folder}vitest.config.ts`, "--reporter=json", `--outputFile=${report}`];
  // Variables of this run of vitest must not affect the other one.
  const own = Object.entries(process.env).filter(([key]) => !key.startsWith("VITEST") && key !== "NODE_OPTIONS");
  spawnSync(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, "run", ...names, ...options], {
    cwd: folder,
    env: { ...Object.fromEntries(own), UPDATE_GOLDENS: "", ...environment },
  });
  const { testResults }: { testResults: { name: string; assertionResults: Assertion[] }[] } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  return (folderName) =>
    testResults
      .filter(({ name }) => name.endsWith(`/${folderName}/suite.test.ts`))
      .flatMap(({ assertionResults }) => assertionResults);
}

/** The titles of the tests with a status. */
function titlesOf(assertions: readonly Assertion[], status: string): readonly string[] {
  return assertions.filter((each) => each.status === status).map(({ title }) => title);
}

let first: Report = () => [];

beforeAll(() => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(folder + path), { recursive: true });
    writeFileSync(`${folder}${path}`, content);
  }
  first = runSuites();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the suite of testHandler", () => {
  test("passes a correct handler once its goldens are written", () => {
    expect(titlesOf(first("good"), "failed")).toEqual(["reads the fixture a-line as expected"]);
    runSuites(["good"], { UPDATE_GOLDENS: "1" });
    const golden = readFileSync(`${folder}good/fixtures/a-line/expected.txt`, "utf8");
    expect(golden).toMatch(/^2\tb\n/);
    const after = runSuites(["good"])("good");
    expect(titlesOf(after, "failed")).toEqual([]);
    expect(titlesOf(after, "passed")).toContain("loads no engine when it is imported");
    expect(titlesOf(after, "passed")).toHaveLength(14);
  });

  test("fails a faulty handler with the violated rule and the difference in the golden", () => {
    const assertions = first("bad");
    expect(titlesOf(assertions, "failed")).toEqual([
      expect.stringContaining("answers empty, truncated, damaged and foreign input"),
      "reads the fixture one as expected",
    ]);
    const messages = assertions.flatMap(({ failureMessages }) => failureMessages).join("\n");
    expect(messages).toContain("one truncated to 0 bytes: it threw Error: too short instead of a ReadError");
    expect(messages).toMatch(/expected .*119.* to be .*other words/);
  });

  test("compares outlines as cleaned by the reader", () => {
    const assertions = first("isolated");
    expect(titlesOf(assertions, "failed")).toEqual([]);
    expect(titlesOf(assertions, "passed")).toContain("outlines one the same way");
  });

  test("fails without fixtures, and skips tests that were not requested", () => {
    const assertions = first("none");
    expect(titlesOf(assertions, "failed")).toContain("has at least one fixture");
    expect(assertions.map(({ title }) => title)).not.toContain("loads no engine when it is imported");
  });
});
