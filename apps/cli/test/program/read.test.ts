import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, numberedLines } from "../support/folder.ts";
import { run } from "../support/run.ts";

describe("a file", () => {
  test("is printed numbered on stdout, and nothing else is printed", async () => {
    const cwd = folderWith({ "a.txt": "one\ntwo\n" });
    expect(await run(["a.txt"], { cwd })).toEqual({ code: 0, signal: null, stdout: "1\tone\n2\ttwo\n", stderr: "" });
    expect((await run(["read", "./a.txt"], { cwd })).stdout).toBe("1\tone\n2\ttwo\n");
  });

  test("is spoken of in options, where its handler speaks of the fields of a request", async () => {
    const bytes = readFileSync(new URL("../../../../fixtures/pdf/attachments/input.pdf", import.meta.url));
    const { stdout } = await run(["a.pdf"], { cwd: folderWith({ "a.pdf": bytes }) });
    expect(stdout).toContain("Note: The document has attachments, to be read with --select:");
  });

  test("that does not exist is a fault of its own, with the nearest name", async () => {
    const cwd = folderWith({ "README.md": "x" });
    const { code, stdout, stderr } = await run(["REDAME.md"], { cwd });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^reader: REDAME\.md does not exist\.\n {2}.*README\.md.*\n$/);
  });

  test.for([
    "a b",
    "-n",
    "--",
    "it's",
    "a\nb",
    "\u001b[31mred",
    "é",
    "日本語.txt",
    "*",
    "$HOME",
    "a\\b",
    "~x",
    "#x",
    "%41",
  ])("called %j is read", async (name) => {
    const cwd = folderWith({ [name]: "content\n" });
    expect(await run(["--", name], { cwd })).toMatchObject({ code: 0, stdout: "1\tcontent\n", stderr: "" });
  });

  test("with an odd name that is missing cannot forge what is said about it", async () => {
    const { stderr } = await run(["no\nreader: all is well\u001b[2J"], { cwd: folderWith() });
    expect(stderr.split("\n")).toHaveLength(3);
    expect(stderr).not.toContain("\u001b");
  });
});

describe("options", () => {
  const log = numberedLines(3000);

  test.for([
    [["--offset", "2999"], "2999\tline 2999\n3000\tline 3000\n"],
    [["--offset", "-1"], "3000\tline 3000\n"],
    [["--offset", "5", "--limit", "2"], "5\tline 5\n6\tline 6\n"],
    [["-n", "1"], "1\tline 1\n"],
    [["--lines", "2-3,7"], "2\tline 2\n3\tline 3\n⋮\n7\tline 7\n"],
    [["-n", "1", "--column", "6"], "[line 1 from column 6]\n1\t1\n"],
    [["--find", "line 2999", "--context", "1"], "2998\tline 2998\n2999:line 2999\n3000\tline 3000\n"],
    [["--find", "/^LINE 77$/i", "--context", "0"], "77:line 77\n"],
    [["--gutter", "none", "--offset", "-1"], "line 3000\n"],
    [["--gutter", "cat-n", "--offset", "-1"], "  3000\tline 3000\n"],
    [["--gutter", "pipe", "--offset", "-1"], "3000 | line 3000\n"],
    [["--gutter", "bar", "--offset", "-1"], "3000|line 3000\n"],
    [["--max-tokens", "7", "--gutter", "none"], "line 1\n"],
    [["--max-bytes", "20"], "1\tline 1\n2\tline 2\n"],
    [["--max-line", "4", "-n", "1", "--gutter", "none"], "line"],
  ] as const)("%j", async ([argv, body]: readonly [readonly string[], string]) => {
    const cwd = folderWith({ "x.log": log });
    const { code, stdout, stderr } = await run(["x.log", "--quiet", ...argv], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.startsWith(body)).toBe(true);
    if (!argv.includes("--max-line")) expect(stdout).toBe(body);
  });

  test("--limit raises the budget, and without it the answer says how to go on", async () => {
    const cwd = folderWith({ "x.log": log });
    const whole = await run(["x.log", "--limit", "3000"], { cwd });
    expect(whole.stdout.trimEnd().split("\n").at(-1)).toBe("3000\tline 3000");
    const page = await run(["x.log"], { cwd });
    expect(page.stdout).toContain("2000\tline 2000\n\n");
    expect(page.stdout).toContain("run reader x.log --offset 2001");
  });

  test("--max-bytes raises every limit that was not set", async () => {
    const cwd = folderWith({ "long.txt": `${"x".repeat(300_000)}\n`.repeat(3) });
    const { stdout } = await run(["long.txt", "--max-bytes", "1000000", "--gutter", "none"], { cwd });
    expect(stdout).toBe(`${"x".repeat(300_000)}\n`.repeat(3));
  });

  test("--encoding overrides the guess", async () => {
    const cwd = folderWith({ "g.txt": new Uint8Array([0xc4, 0xe3, 0xba, 0xc3, 0x0a]) });
    expect((await run(["g.txt", "--encoding", "gbk", "-q"], { cwd })).stdout).toBe("1\t你好\n");
    expect((await run(["g.txt", "--encoding", "latin1", "-q"], { cwd })).stdout).toBe("1\tÄãºÃ\n");
  });

  test("--over-budget refuse prints nothing and names what fits", async () => {
    const cwd = folderWith({ "x.log": log });
    const argv = ["x.log", "--lines", "1-3000", "--over-budget", "refuse"];
    expect(await run(argv, { cwd })).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("1-2000") });
  });

  test("--timeout that is over ends a read", async () => {
    const cwd = folderWith({ "x.log": log.repeat(200) });
    const { stdout, stderr } = await run(["x.log", "--find", "/never|ever/", "--timeout", "0.001"], { cwd });
    // With something searched it is an answer that goes on, with nothing a failure.
    expect(stdout + stderr).toMatch(/at its limit of 1 millisecond\. To go on, run reader|--timeout SECONDS/);
  });
});

describe("several paths", () => {
  test("each has a heading, and one that fails does not stop the others", async () => {
    const cwd = folderWith({ "a.txt": "a\n", "b c.txt": "b\n" });
    const { code, stdout, stderr } = await run(["a.txt", "gone", "b c.txt"], { cwd });
    expect(stdout).toBe("==> a.txt <==\n1\ta\n\n==> b c.txt <==\n1\tb\n");
    expect([code, stderr]).toEqual([1, expect.stringContaining("reader: gone does not exist.")]);
  });

  test("standard input may be one of them", async () => {
    const cwd = folderWith({ "a.txt": "a\n" });
    const { stdout } = await run(["a.txt", "-"], { cwd, input: "typed\n" });
    expect(stdout).toBe("==> a.txt <==\n1\ta\n\n==> - <==\n1\ttyped\n");
  });
});

describe("what may be read", () => {
  test("a failure outside the working directory names the path that was typed", async () => {
    const base = folderWith({ "here/x": "", "one/x": "", "two/x": "" });
    const paths = [join(base, "one/gone"), "../two/gone"];
    const { stderr } = await run(paths, { cwd: join(base, "here") });
    expect(stderr).toContain(`reader: ${join(base, "one/gone")} does not exist.`);
    expect(stderr).toContain("reader: ../two/gone does not exist.");
  });

  test("a path outside of the working directory is its own permission, and so is a link", async () => {
    const base = folderWith({ "here/x": "", "there/a.txt": "a\n" });
    const cwd = join(base, "here");
    symlinkSync(join(base, "there/a.txt"), join(cwd, "link"));
    for (const path of ["../there/a.txt", join(base, "there/a.txt"), "link"]) {
      expect(await run([path], { cwd })).toMatchObject({ code: 0, stdout: "1\ta\n" });
    }
  });

  test("with --root nothing outside is read, by no way", async () => {
    const base = folderWith({ "in/a.txt": "a\n", "out/b.txt": "b\n", "in2/c.txt": "c\n" });
    symlinkSync(join(base, "out/b.txt"), join(base, "in/link"));
    const roots = ["--root", "in", "--root", join(base, "in2")];
    for (const path of ["in/a.txt", "a.txt", join(base, "in/a.txt"), "in2/c.txt", "c.txt"]) {
      expect(await run([...roots, path], { cwd: base })).toMatchObject({ code: 0 });
    }
    for (const path of ["out/b.txt", "in/link", "link", "../out/b.txt", join(base, "out/b.txt")]) {
      const { code, stdout, stderr } = await run([...roots, path], { cwd: base });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/outside the workspace|out of the workspace|does not exist/);
    }
  });

  test("a secret is refused with the way to read it all the same", async () => {
    const cwd = folderWith({ ".env": "KEY=1\n", ".env.example": "KEY=\n" });
    expect(await run([".env"], { cwd })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("add --allow-secrets"),
    });
    expect(await run([".env", "--allow-secrets"], { cwd })).toMatchObject({ code: 0, stdout: "1\tKEY=1\n" });
    expect(await run([".env.example"], { cwd })).toMatchObject({ code: 0, stdout: "1\tKEY=\n" });
  });

  test.skipIf(process.platform === "win32").for(["/dev/null", "/dev/stdin", "/proc/cpuinfo"])(
    "%s is no file",
    async (path) => {
      const { code, stdout, stderr } = await run([path]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^reader: .*\n {2}.*command \| reader -\n$|does not exist/);
    },
  );

  test("a folder is listed", async () => {
    const cwd = folderWith({ "d/b.txt": "12345", "d/sub/x": "" });
    expect(await run(["d", "-q"], { cwd })).toMatchObject({ code: 0, stdout: "1\tsub/\n2\tb.txt\t5 B\n" });
  });

  test("a folder without permission is a fault", async () => {
    const cwd = folderWith({ "d/x": "" });
    mkdirSync(join(cwd, "closed"), { mode: 0 });
    const { code } = await run(["closed/x"], { cwd });
    expect(code).toBe(1);
  });
});

test("images of a notebook go to files, whose names are listed on stderr", async () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const output = { output_type: "display_data", metadata: {}, data: { "image/png": png } };
  const cell = { cell_type: "code", execution_count: 1, metadata: {}, source: "plot()", outputs: [output] };
  const cwd = folderWith({
    "my plot.ipynb": JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 4 }),
  });
  const { code, stdout, stderr } = await run(["my plot.ipynb", "--save-images", "figures"], { cwd });
  expect([code, stderr]).toEqual([0, "saved figures/my-plot-1.png (1 × 1, cell 1)\n"]);
  expect(stdout).toContain("[image 1 · PNG 1×1");
  const again = await run(["figures/my-plot-1.png"], { cwd });
  expect(again.stdout + again.stderr).toContain("PNG");
});
