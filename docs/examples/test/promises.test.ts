import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../../packages/testkit/test/support/folder-with.ts";

const check = pathToFileURL(join(import.meta.dirname, "../../../.ci/promises.mjs")).href;
const { checkPromises } = (await import(check)) as { readonly checkPromises: (root: string) => readonly string[] };

const promise = "- **P1 Confinement.** Nothing outside is read.\n";
const proof = '### P1 Confinement\n\n- [a.test.ts](../test/a.test.ts) · "nothing leaks from %s"\n';
const source = 'import { test } from "vitest";\ntest.for(["x"])("nothing leaks from %s", () => {});\n';

interface Pages {
  readonly promises?: string;
  readonly proofs?: string;
  readonly source?: string;
  /** The status of the test in the latest report, if there is one. */
  readonly status?: string;
}

function faultsOf(pages: Pages): readonly string[] {
  const root = `${folderWith({
    "SECURITY.md": pages.promises ?? promise,
    "docs/threat-model.md": pages.proofs ?? proof,
    "test/a.test.ts": pages.source ?? source,
  })}/`;
  if (pages.status !== undefined) report(root, pages.status);
  return checkPromises(root);
}

function report(root: string, status: string): void {
  const name = join(root, "test/a.test.ts");
  utimesSync(name, 1, 1);
  const assertionResults = [{ title: "nothing leaks from x", fullName: "nothing leaks from x", status }];
  mkdirSync(join(root, "node_modules/.cache/reader"), { recursive: true });
  const content = JSON.stringify({ testResults: [{ name, startTime: Date.now(), assertionResults }] });
  writeFileSync(join(root, "node_modules/.cache/reader/vitest.json"), content);
}

describe("the check of promises", () => {
  test("accepts a promise with a test that exists, and one that passed", () => {
    expect([faultsOf({}), faultsOf({ status: "passed" })]).toEqual([[], []]);
  });

  test.for<[string, Pages, RegExp]>([
    ["a promise without a test", { proofs: "" }, /P1 has no test/],
    ["a promise whose heading has no item", { proofs: "### P1 Confinement\n" }, /P1 has no test/],
    ["a page without promises", { promises: "", proofs: "" }, /has no promises/],
    ["a promise that is there twice", { promises: promise + promise }, /has P1 twice/],
    ["tests of a promise that is not made", { proofs: `${proof}${proof.replace("P1", "P2")}` }, /proves P2/],
    ["a file that is not there", { proofs: proof.replace("../test/a", "../test/b") }, /does not exist/],
    ["a title that is not there", { proofs: proof.replace("nothing", "something") }, /does not have/],
    ["a title in a comment", { source: `// ${source.replaceAll("\n", " ")}` }, /does not have/],
    ["a test that is skipped", { source: source.replace("test.for", "test.skip.for") }, /never runs/],
    [
      "a test in a suite that is skipped",
      { source: `describe.skip("s", () => {\n${source.split("\n")[1]}\n});` },
      /never/,
    ],
    ["a test without a body", { source: 'test("nothing leaks from %s");' }, /never runs/],
    ["a test that failed", { status: "failed" }, /failed/],
    ["a test that was skipped here without a need", { status: "skipped" }, /was not run/],
    ["a need that is not known", { proofs: proof.replace(/"$/m, '" Needs: luck.') }, /luck/],
    ["an item that names no test", { proofs: `${proof}- See the tests.\n` }, /names no test/],
  ])("finds %s", ([, pages, fault]) => {
    expect(faultsOf(pages).join("\n")).toMatch(fault);
  });

  test("accepts a test that was skipped because this machine lacks what it needs", () => {
    const proofs = proof.replace(/"$/m, `" Needs: ${process.platform === "win32" ? "POSIX" : "corpus"}.`);
    expect(faultsOf({ proofs, status: "skipped" })).toEqual([]);
  });
});
