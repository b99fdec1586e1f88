import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mirrorAddress, mirrorNames, mirrorPath } from "../src/outputs/mirror-path.ts";

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

  test("is different for different documents, stays in the tree, and fits file systems", async () => {
    const odd = [
      "a",
      "A",
      "a.md",
      "a.MD",
      "a.md_",
      "a_",
      "_run",
      "_RUN",
      "_run_",
      "..",
      "_up",
      "\u00e9",
      "e\u0301",
      "a-0123456789abcdef",
    ];
    const name = fc.oneof(
      fc.constantFrom(...odd, "x".repeat(254), "X".repeat(254), "é".repeat(200)),
      fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[/\0]/.test(text) && text !== "." && text !== ".."),
    );
    const start = fc.constantFrom("", "/");
    const path = fc
      .tuple(start, fc.array(name, { minLength: 1, maxLength: 4 }))
      .filter(([, names]) => names.at(-1) !== "..")
      .map(([root, names]) => `${root}${names.join("/")}`);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, { minLength: 2, maxLength: 6 }), async (paths) => {
        const files = await filesOf(paths);
        const known = new Set(files.map(asOnOtherSystems));
        expect(known.size).toBe(paths.length);
        for (const file of files) {
          expect(file.split("/")).not.toContain("..");
          for (const each of file.split("/")) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(255);
          // No file is at the path of a folder.
          const folders = file.split("/").map((_, at, names) => names.slice(0, at).join("/"));
          for (const folder of folders) expect(known).not.toContain(asOnOtherSystems(folder));
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  test.for([
    [["a.txt", "/a.txt"]],
    [["A.txt", "a.txt"]],
    [["DOCS/a.txt", "docs/a.txt"]],
    [["caf\u00e9.txt", "cafe\u0301.txt"]],
    [["_up/a.txt", "../a.txt"]],
  ])("has a hash if some file system takes it for that of another: %j", async ([paths = []]) => {
    const files = await filesOf([...paths, "other.txt"]);
    expect(new Set(files.map(asOnOtherSystems)).size).toBe(3);
    for (const file of files.slice(0, 2)) expect(file).toMatch(/\.txt-[0-9a-f]{16}\.md$/);
    expect(files[2]).toBe("other.txt.md");
    // The names are the same in any order.
    expect((await filesOf(paths.toReversed())).toReversed()).toEqual(files.slice(0, 2));
  });

  test("is never that of a document whose name has such a hash", async () => {
    const [, marked = ""] = await filesOf(["A.txt", "a.txt"]);
    const files = await filesOf(["A.txt", "a.txt", marked.replace(/\.md$/, "")]);
    expect(new Set(files).size).toBe(3);
  });
});

/** The files of documents that are all there are. */
async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  async function* listed(): AsyncGenerator<string> {
    yield* paths;
  }
  const fileOf = await mirrorNames(listed(), (path, mark) => mirrorPath(path, ".md", mark));
  return paths.map(fileOf);
}

/** A name as file systems compare it that ignore case and normalisation, when it is written as UTF-8. */
function asOnOtherSystems(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
