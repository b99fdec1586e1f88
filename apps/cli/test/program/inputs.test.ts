import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, numberedLines } from "../support/folder.ts";
import { program, run } from "../support/run.ts";

describe("standard input without a path", () => {
  test.for([[[]], [["read"]], [["--limit", "3"]]] as const)(
    "is read by %j if something is piped in",
    async ([argv]) => {
      expect(
        await run([...argv, "-q"].slice(0, argv.length === 0 ? 0 : undefined), { input: "piped\n" }),
      ).toMatchObject({
        code: 0,
        stdout: "1\tpiped\n",
      });
    },
  );

  test("is described by info", async () => {
    expect((await run(["info"], { input: numberedLines(3) })).stdout).toMatch(/^-\n[^]*^ {2}lines +3$/m);
  });

  test("is not waited for if it is no pipe: the help is shown, or the missing path reported", () => {
    const start = (argv: readonly string[]) =>
      spawnSync(process.execPath, [program, ...argv], { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
    expect(start([])).toMatchObject({ status: 0, stdout: expect.stringContaining("Commands\n") });
    expect(start(["--json"])).toMatchObject({ status: 2, stderr: expect.stringContaining("No path is given.") });
  });
});

describe("lines in a path", () => {
  const files = { "a.ts": numberedLines(9), "b.ts:5": "its own name\n", "c#L2": "also its own\n" };

  test.for([
    ["a.ts:5-7", "5\tline 5\n6\tline 6\n7\tline 7\n"],
    ["a.ts:5", "5\tline 5\n"],
    ["a.ts#L5-L7", "5\tline 5\n6\tline 6\n7\tline 7\n"],
    ["a.ts#L5", "5\tline 5\n"],
    ["b.ts:5", "1\tits own name\n"],
    ["c#L2", "1\talso its own\n"],
  ] as const)("%s shows those lines, unless a file has that name", async ([path, stdout]) => {
    expect(await run([path, "-q"], { cwd: folderWith(files) })).toMatchObject({ code: 0, stdout });
  });

  test("of a pattern are those of each file, and of a name with brackets those of the file", async () => {
    const cwd = folderWith({ "a.ts": numberedLines(9), "b.ts": numberedLines(3), "x[1].ts": numberedLines(3) });
    expect((await run(["[ab].ts:2", "-q"], { cwd })).stdout.match(/^\d.*$/gm)).toEqual(["2\tline 2", "2\tline 2"]);
    expect((await run(["x[1].ts:3", "-q"], { cwd })).stdout).toBe("3\tline 3\n");
  });

  test.for(["a.ts:0", "a.ts:7-5", "a.ts#L7-L5"])("%s names no lines, and the error says so", async (path) => {
    const { code, stderr } = await run([path], { cwd: folderWith(files) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`"${path}" names no lines`)]);
  });

  test("contradict options for lines", async () => {
    const { code, stderr } = await run(["a.ts:5", "--offset", "2"], { cwd: folderWith(files) });
    expect(code).toBe(2);
    expect(stderr).toContain('"a.ts:5-5" and --offset both name lines.');
  });

  test("of a missing file name the file", async () => {
    const { code, stderr } = await run(["gone.ts:5"], { cwd: folderWith(files) });
    expect([code, stderr]).toEqual([1, expect.stringContaining("reader: gone.ts does not exist.")]);
  });
});

describe("patterns", () => {
  const files = { "src/a.ts": "a\n", "src/in/b.ts": "b\n", "node_modules/c.ts": "c\n", "x[1].ts": "brackets\n" };

  test("that the shell left are expanded in the order of names, without installed packages", async () => {
    const { code, stdout } = await run(["**/*.ts", "-q"], { cwd: folderWith(files) });
    expect(code).toBe(0);
    expect(stdout.match(/^==> .*$/gm)).toEqual(["==> src/a.ts <==", "==> src/in/b.ts <==", "==> x[1].ts <=="]);
    expect((await run(["node_modules/*.ts", "-q"], { cwd: folderWith(files) })).stdout).toBe("1\tc\n");
  });

  test("that are the name of a file mean the file", async () => {
    expect((await run(["x[1].ts", "-q"], { cwd: folderWith(files) })).stdout).toBe("1\tbrackets\n");
  });

  test("without a match are an error that says so", async () => {
    const { code, stdout, stderr } = await run(["src/a.ts", "src/*.py"], { cwd: folderWith(files) });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('No file matches the pattern "src/*.py".');
  });
});

describe("--output", () => {
  const files = { "src/a.ts": "a\n", "b.txt": "b\n", "out/old.txt": "old\n" };

  test("writes one answer to a file, and never over one without --force", async () => {
    const cwd = folderWith(files);
    expect(await run(["b.txt", "-o", "new/b.out", "-q"], { cwd })).toEqual({
      code: 0,
      signal: null,
      stdout: "",
      stderr: "saved new/b.out\n",
    });
    expect(readFileSync(join(cwd, "new/b.out"), "utf8")).toBe("1\tb\n");
    const refused = await run(["src/a.ts", "-o", "new/b.out"], { cwd });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('"new/b.out" exists.\n  To replace it, add --force.'),
    ]);
    expect(readFileSync(join(cwd, "new/b.out"), "utf8")).toBe("1\tb\n");
    expect((await run(["src/a.ts", "-o", "new/b.out", "--force", "-q"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "new/b.out"), "utf8")).toBe("1\ta\n");
    expect(readdirSync(join(cwd, "new"))).toEqual(["b.out"]);
  });

  test("never replaces the file that is read", async () => {
    const cwd = folderWith(files);
    const { code, stderr } = await run(["b.txt:1-1", "src/a.ts", "--output", "./src/../b.txt", "--force"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("is a file, and cannot hold 2 answers")]);
    const refused = await run(["b.txt:1-1", "--output", "./src/../b.txt", "--force"], { cwd });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        "is the file that is read, and its content would be lost.\n  Give --output another name.",
      ),
    ]);
    expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("b\n");
  });

  test("writes several answers to a folder, without headings", async () => {
    const cwd = folderWith(files);
    expect((await run(["src/a.ts", "b.txt", "gone", "-o", "out", "-q"], { cwd })).code).toBe(1);
    expect(readFileSync(join(cwd, "out/src/a.ts.txt"), "utf8")).toBe("1\ta\n");
    expect(readFileSync(join(cwd, "out/b.txt.txt"), "utf8")).toBe("1\tb\n");
    expect(readdirSync(join(cwd, "out")).toSorted()).toEqual(["b.txt.txt", "old.txt", "src"]);
    await run(["src/a.ts", "b.txt", "-o", "json/", "--json"], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, "json/b.txt.json"), "utf8"))).toMatchObject({ ok: true, path: "b.txt" });
  });

  test.for([
    [["src/a.ts", "b.txt", "-o", "b.txt"], "cannot hold 2 answers"],
    [["b.txt", "./b.txt", "-o", "two/"], "Two answers would be written"],
    [["b.txt", "src/a.ts", "-o", "full"], "exists"],
  ] as const)("%j is refused before anything is read", async ([argv, message]) => {
    const cwd = folderWith({ ...files, "full/src/a.ts.txt": "" });
    const { code, stderr } = await run(argv, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(cwd, "two"))).toBe(false);
    expect(existsSync(join(cwd, "full/b.txt.txt"))).toBe(false);
  });

  test("of an answer that fails writes nothing", async () => {
    const cwd = folderWith(files);
    expect((await run(["gone", "-o", "gone.txt"], { cwd })).code).toBe(1);
    expect(existsSync(join(cwd, "gone.txt"))).toBe(false);
  });
});
