import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, numberedLines } from "../support/folder.ts";
import { run } from "../support/run.ts";

const tree = {
  ".gitignore": "build/\n",
  "src/a.ts": "one\ntwo needle\n",
  "src/b.ts": "Needle\n",
  "build/out.ts": "needle\n",
  "docs/note.md": "a needle\n",
};

describe("reader find", () => {
  test("searches a folder under its ignore files, and names files from the working directory", async () => {
    const { code, stdout, stderr } = await run(["find", "needle"], { cwd: folderWith(tree) });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      "[file docs/note.md · 1 match]\n1:a needle\n[file src/a.ts · 1 match]\n2:two needle\n\nFound 2 matches in 2 of 4 files.\n",
    );
  });

  test("searches documents, and gives the place of a match", async () => {
    const pdf = new Uint8Array(
      readFileSync(new URL("../../../../fixtures/pdf/attachments/input.pdf", import.meta.url)),
    );
    const cwd = folderWith({ "docs/a.pdf": pdf });
    const text = (await run(["docs/a.pdf", "-q", "--gutter", "none"], { cwd })).stdout;
    const word = /[a-z]{6,}/.exec(text)?.[0] ?? "";
    const { stdout } = await run(["find", word, "docs", "--files", "*.pdf"], { cwd });
    expect(stdout).toContain("[file docs/a.pdf · ");
    expect(stdout).toContain("[page 1 of 1]\n");
  });

  test("never replaces a file that is searched", async () => {
    const cwd = folderWith(tree);
    const file = await run(["find", "needle", "src/a.ts", "--output", "docs/../src/a.ts", "--force"], { cwd });
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining("is the file that is read")]);
    for (const folder of [[], ["."], ["src"], ["src/"], [cwd]]) {
      const { code, stderr } = await run(["find", "needle", ...folder, "--output", "src/a.ts", "--force"], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining("is in the folder that is searched")]);
    }
    symlinkSync(join(cwd, "src"), join(cwd, "docs/link"));
    const linked = await run(["find", "needle", "src", "--output", "docs/link/a.ts", "--force"], { cwd });
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining("is in the folder that is searched")]);
    expect(readFileSync(join(cwd, "src/a.ts"), "utf8")).toBe(tree["src/a.ts"]);
  });

  test("replaces a file outside the folder that is searched, and creates one in it", async () => {
    const cwd = folderWith(tree);
    for (const output of ["docs/note.md", "src/new.txt", "docs/note.md"]) {
      const { code, stderr } = await run(["find", "needle", "src", "--output", output, "--force", "-q"], { cwd });
      expect([code, stderr]).toEqual([0, `saved ${output}\n`]);
    }
    expect(readFileSync(join(cwd, "docs/note.md"), "utf8")).toContain("[file src/new.txt · ");
  });

  test("gives commands that go on, with the options for permissions", async () => {
    const cwd = folderWith({ "a.log": numberedLines(5), "b.log": numberedLines(5) });
    const first = await run(["find", "/line \\d/", "-n", "2", "--root", "."], { cwd });
    const command = /To go on, run (reader .*)$/m.exec(first.stdout)?.[1] ?? "";
    expect(command).toBe(String.raw`reader find '/line \d/' . --limit 2 --after a.log:2 --root .`);
    expect(first.stdout).not.toContain('{"');
    const next = await run(["find", "/line \\d/", ".", "-n", "2", "--after", "a.log:2", "--root", "."], { cwd });
    expect(next.stdout).toMatch(/^\[file a\.log · 2 matches\]\n3:line 3\n4:line 4\n/);
  });

  test.for([
    { why: "something matches", argv: ["needle"], code: 0 },
    { why: "nothing matches", argv: ["haystack"], code: 1 },
    { why: "nothing matches, as JSON", argv: ["haystack", "--json"], code: 1 },
    { why: "no file is searched", argv: ["needle", ".", "--files", "*.pdf"], code: 1 },
    { why: "the answer cannot be written", argv: ["needle", "-o", "src/a.ts"], code: 2 },
  ])("exits with $code if $why", async ({ argv, code }) => {
    expect((await run(["find", ...argv], { cwd: folderWith(tree) })).code).toBe(code);
  });

  test("quotes a pattern with a dash so that it can be run again", async () => {
    const cwd = folderWith({ "a.txt": "-x\n-x\n" });
    const { stdout } = await run(["find", "-n", "1", "--", "-x", "."], { cwd });
    expect(stdout).toContain("run reader find --limit 1 --after a.txt:1 -- -x .");
  });

  test("prints JSON, only the matches, or a file", async () => {
    const cwd = folderWith(tree);
    const json = JSON.parse((await run(["find", "two", "src", "--json"], { cwd })).stdout) as object;
    expect(json).toMatchObject({ ok: true, status: "complete", matches: [{ path: "src/a.ts", line: 2 }] });
    expect((await run(["find", "two", "src", "-q"], { cwd })).stdout).toBe("[file src/a.ts · 1 match]\n2:two needle\n");
    const written = await run(["find", "two", "src", "-o", "hits.txt", "-q"], { cwd });
    expect(written).toMatchObject({ code: 0, stdout: "", stderr: "saved hits.txt\n" });
    expect(readFileSync(join(cwd, "hits.txt"), "utf8")).toBe("[file src/a.ts · 1 match]\n2:two needle\n");
  });

  test.for([
    [["find"], 2, "needs a pattern"],
    [["find", "a", "b", "c"], 2, "one pattern and one folder"],
    [["find", "a b", "-"], 2, "Search what is piped with reader - --find 'a b'"],
    [["find", "/(/"], 2, "not a valid RE2 expression"],
    [["find", "a", "gone"], 2, "gone does not exist"],
    [["find", "a", "--root", "gone"], 2, 'The root "gone" does not exist'],
    [["find", "a", "--lines", "1-2"], 2, "--lines is not an option of reader find"],
  ] as const)("%j fails with %i", async ([argv, expected, message]) => {
    const { code, stderr } = await run(argv, { cwd: folderWith(tree) });
    expect(code).toBe(expected);
    expect(stderr).toMatch(/^reader: .+\n {2}.+\n$/);
    expect(stderr).toContain(message);
  });

  test("is named by a search of a folder's names", async () => {
    const { stdout } = await run(["src", "--find", "needle"], { cwd: folderWith(tree) });
    expect(stdout).toContain("Only names were searched. To search the files: reader find needle src");
  });
});

describe("reader list", () => {
  test("lists the working directory, or the folders that are named", async () => {
    const cwd = folderWith(tree);
    expect((await run(["list"], { cwd })).stdout).toBe("1\tbuild/\n2\tdocs/\n3\tsrc/\n4\t.gitignore\t7 B\n");
    const two = await run(["list", "src", "docs", "-n", "1"], { cwd });
    expect(two.stdout).toContain("==> src <==\n1\ta.ts");
    expect(two.stdout).toContain("run reader list src --offset 2 --limit 1");
  });

  test("refuses a file", async () => {
    const { code, stderr } = await run(["list", "src/a.ts"], { cwd: folderWith(tree) });
    expect(code).toBe(1);
    expect(stderr).toContain("src/a.ts");
  });
});
