import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mirrorAddress, mirrorPath } from "../src/outputs/mirror-path.ts";

describe("the path of a document in a tree", () => {
  test.for([
    ["a.pdf", "a.pdf.md"],
    ["deep/b.txt", "deep/b.txt.md"],
    ["/abs/c.txt", "abs/c.txt.md"],
    ["../d.txt", "_up/d.txt.md"],
    ["../../d.txt", "_up/_up/d.txt.md"],
    ["a.pdf.md/e.txt", "a.pdf.md_/e.txt.md"],
    ["_run/journal.jsonl", "_run_/journal.jsonl.md"],
    ["failures.jsonl/x", "failures.jsonl_/x.md"],
    ["s3/b/k.txt", "s3_/b/k.txt.md"],
    ["s3_/b/k.txt", "s3__/b/k.txt.md"],
    ["s3", "s3.md"],
    ["deep/s3/k.txt", "deep/s3/k.txt.md"],
  ])("of %s is %s", ([path = "", expected]) => {
    expect(mirrorPath(path, ".md")).toBe(expected);
  });

  test.for([
    ["s3://b/k.txt", "s3/b/k.txt.md"],
    ["gs://b/a//k.txt", "gs/b/a/%/k.txt.md"],
    ["s3://b/failures.jsonl/k", "s3/b/failures.jsonl/k.md"],
    ["reports/k.txt", "reports/k.txt.md"],
    ["x://k.txt", "x:/%/k.txt.md"],
    ["x/k.txt", "x/k.txt.md"],
  ])("of the address or key %s is %s", ([address = "", expected]) => {
    expect(mirrorAddress(address, ".md")).toBe(expected);
  });

  test("is different for different documents, stays in the tree, and fits file systems", () => {
    const name = fc.oneof(
      fc.constantFrom("a", "a.md", "a.md_", "a_", "_run", "_run_", "..", "x".repeat(254), "é".repeat(200)),
      fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[/\0]/.test(text) && text !== "." && text !== ".."),
    );
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).filter((names) => names.at(-1) !== "..");
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [first, second] = [mirrorPath(one.join("/"), ".md"), mirrorPath(other.join("/"), ".md")];
        if (one.join("/") !== other.join("/")) expect(first).not.toBe(second);
        // No file is at the path of a folder.
        expect(second.startsWith(`${first}/`)).toBe(false);
        expect(first.split("/")).not.toContain("..");
        for (const each of first.split("/")) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(255);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
