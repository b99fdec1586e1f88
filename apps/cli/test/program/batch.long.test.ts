import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, noSmallDisk, runWithClosedOutput, smallDisk } from "../support/folder.ts";
import { finish, program, run, start } from "../support/run.ts";

const notebook = readFileSync(new URL("../../../../fixtures/notebook/byte-order-mark/input.ipynb", import.meta.url));
const damaged = readFileSync(
  new URL("../../../../fixtures/notebook/broken-missing-comma/input.ipynb", import.meta.url),
);

const tree = {
  "docs/.gitignore": "build/\n",
  "docs/a.txt": "one\ntwo\n",
  "docs/deep/b.md": "# Title\n\ntext\n",
  "docs/build/out.txt": "x\n",
  "docs/c.csv": "id,name\n1,Ada\n",
};

/** A notebook is read in another process, whose start costs more than the rest of a test. */
const withNotebook = { ...tree, "docs/c.ipynb": new Uint8Array(notebook) };
const withFailure = { ...tree, "docs/d.ipynb": new Uint8Array(damaged) };

function linesOf(cwd: string, path: string): readonly { readonly path: string; readonly text: string }[] {
  const lines = readFileSync(join(cwd, path), "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { path: string; text: string });
}

describe("reader batch", () => {
  test("reads a folder into JSON lines, and says what it did", async () => {
    const cwd = folderWith(withNotebook);
    const { code, stdout, stderr } = await run(["batch", "docs", "--out", "text"], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Done in \d+\.\d s\.\n {2}5 read \(\d+ B, about \d+ tokens\): text 4, notebook 1\n/);
    expect(stdout).toContain("  left out: 1 by ignore files\n");
    const paths = linesOf(cwd, "text/part-00000.jsonl").map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["docs/.gitignore", "docs/a.txt", "docs/c.csv", "docs/c.ipynb", "docs/deep/b.md"]);
    expect(readdirSync(join(cwd, "text")).toSorted()).toEqual([
      "_SUCCESS",
      "_run",
      "_summary.json",
      "part-00000.jsonl",
    ]);
  });

  test("does nothing more when the run is complete, and says how to go on", async () => {
    const cwd = folderWith(tree);
    await run(["batch", "docs", "--out", "text"], { cwd });
    const { code, stdout } = await run(["batch", "docs", "--out", "text"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("This run was complete before: nothing to do.\n");
    expect(stdout).toContain("add --since text and another --out.\n");
  });

  test("exits with 1 if a document failed, with the command that repeats it", async () => {
    const cwd = folderWith(withFailure);
    const { code, stdout } = await run(["batch", "docs", "--out", "text"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("  1 failed: corrupt 1\n  left out: 1 by ignore files\nFailures: text/failures.jsonl,");
    const [failure] = linesOf(cwd, "text/failures.jsonl");
    expect(failure).toMatchObject({ path: "docs/d.ipynb", error: { code: "corrupt", command: "reader docs/d.ipynb" } });
    expect((await run(["docs/d.ipynb"], { cwd })).code).toBe(1);
  });

  test("retries failures from anywhere, by their codes", async () => {
    const cwd = folderWith(withFailure);
    await run(["batch", "docs", "--out", "text"], { cwd });
    writeFileSync(join(cwd, "docs/d.ipynb"), notebook);
    const retry = ["batch", "retry", join(cwd, "text"), "--code", "corrupt,timed-out", "--json"];
    const { code, stdout } = await run(retry, { cwd: "/" });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: "complete", totals: { read: 5, failed: 0 } });
    expect(existsSync(join(cwd, "text/failures.jsonl"))).toBe(false);
    const paths = ["text/part-00000.jsonl", "text/part-00001.jsonl"].flatMap((part) => linesOf(cwd, part));
    expect(new Set(paths.map(({ path }) => path)).size).toBe(5);
  });

  test("writes a tree of Markdown files", async () => {
    const cwd = folderWith(withNotebook);
    await run(["batch", "docs", "--out", "text", "--format", "markdown"], { cwd });
    expect(readFileSync(join(cwd, "text/deep/b.md.md"), "utf8")).toBe("# Title\n\ntext\n");
    expect(readFileSync(join(cwd, "text/c.ipynb.md"), "utf8")).toMatch(/^<!-- cell 1 · markdown -->\n\n# One\n\n<!-- /);
  });

  test("writes tables as CSV, and reads files without tables as usual", async () => {
    const table = "<h1>Prices</h1><table><tr><th>Name<th>Price<tr><td>Tea, green<td>1</table>";
    const cwd = folderWith({ ...tree, "docs/prices.html": `<!doctype html><title>Prices</title>${table}` });
    const { code, stdout } = await run(["batch", "docs", "--out", "text", "--tables", "csv"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("5 read");
    const texts = Object.fromEntries(linesOf(cwd, "text/part-00000.jsonl").map(({ path, text }) => [path, text]));
    expect(texts["docs/prices.html"]).toContain('Name,Price\n"Tea, green",1');
    expect(texts["docs/a.txt"]).toBe("one\ntwo");
    expect(texts["docs/deep/b.md"]).toBe("# Title\n\ntext");
  });

  test("writes chunks of at most the given tokens", async () => {
    const cwd = folderWith({ "docs/a.md": `# Title\n\n${"some words here. ".repeat(100)}\n` });
    await run(["batch", "docs", "--out", "text", "--format", "chunks", "--chunk-tokens", "50"], { cwd });
    const chunks = linesOf(cwd, "text/part-00000.jsonl") as unknown as readonly {
      tokens: number;
      headings: string[];
    }[];
    expect(chunks.length).toBeGreaterThan(5);
    for (const { tokens, headings } of chunks) {
      expect(tokens).toBeLessThanOrEqual(50);
      expect(headings).toEqual(["Title"]);
    }
  });

  test("takes a list of paths from standard input, and manifests", async () => {
    const cwd = folderWith({ ...tree, "data/list.csv": "id,path\n1,x.txt\n", "data/x.txt": "from the manifest\n" });
    const args = ["batch", "-", "--manifest", "data/list.csv", "--out", "text", "-q"];
    const { code } = await run(args, { cwd, input: "docs/a.txt\0docs/deep/b.md\0" });
    expect(code).toBe(0);
    const paths = linesOf(cwd, "text/part-00000.jsonl").map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["data/x.txt", "docs/a.txt", "docs/deep/b.md"]);
  });

  test("writes images once, named by their content", async () => {
    const report = new Uint8Array(
      readFileSync(new URL("../../../../fixtures/docx/report/input.docx", import.meta.url)),
    );
    const cwd = folderWith({ "docs/a.docx": report, "docs/b.docx": report });
    await run(["batch", "docs", "--out", "text", "--images", "images"], { cwd });
    const records = linesOf(cwd, "text/part-00000.jsonl") as unknown as readonly { images: { file: string }[] }[];
    const files = records.flatMap(({ images }) => images.map(({ file }) => file));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const hash = createHash("sha256").update(readFileSync(join(cwd, "images", file)));
      expect(file).toContain(hash.digest("hex"));
    }
  });

  test("keeps no password in the folder of a run", async () => {
    const cwd = folderWith(withFailure);
    await run(["batch", "docs", "--out", "text", "--password", "correct horse"], { cwd });
    const state = ["run.json", "journal.jsonl", "plan.jsonl"].map((name) =>
      readFileSync(join(cwd, "text/_run", name), "utf8"),
    );
    expect([...state, readFileSync(join(cwd, "text/failures.jsonl"), "utf8")].join("")).not.toContain("correct horse");
    expect(linesOf(cwd, "text/failures.jsonl")).toMatchObject([
      { error: { command: "reader docs/d.ipynb --password P" } },
    ]);
    const { code } = await run(["batch", "retry", "text", "--password", "correct horse"], { cwd });
    expect(code).toBe(1);
  });

  test("reads only what changed since an earlier run", async () => {
    const cwd = folderWith(tree);
    await run(["batch", "docs", "--out", "one"], { cwd });
    writeFileSync(join(cwd, "docs/a.txt"), "changed\n");
    const { stdout } = await run(["batch", "docs", "--out", "two", "--since", "one"], { cwd });
    expect(stdout).toContain("  3 unchanged since the earlier run\n  why they were read: 1 with another content\n");
    expect(linesOf(cwd, "two/part-00000.jsonl").map(({ text }) => text)).toEqual(["changed"]);
    expect((await run(["batch", "status", "two"], { cwd })).stdout).toContain("  compared with one\n");
  });

  test("puts each shard in its own folder, and shows them together", async () => {
    const cwd = folderWith(tree);
    for (const shard of ["0/2", "1/2"]) await run(["batch", "docs", "--out", "text", "--shard", shard], { cwd });
    const { stdout } = await run(["batch", "status", "text", "--json"], { cwd });
    const statuses = JSON.parse(stdout) as readonly { out: string; documents: number }[];
    expect(statuses.map(({ out }) => out)).toEqual(["text/shard-0-of-2", "text/shard-1-of-2"]);
    expect(statuses.reduce((sum, { documents }) => sum + documents, 0)).toBe(4);
  });

  test("shows what it would read, and writes nothing", async () => {
    const cwd = folderWith(tree);
    for (const args of [
      ["batch", "plan", "docs"],
      ["batch", "docs", "--dry-run", "--out", "text"],
    ]) {
      const { code, stdout } = await run(args, { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Would read 4 documents, [\d.]+ K?B, about \d+ tokens \(from \d samples\)\.\n/);
    }
    expect(existsSync(join(cwd, "text"))).toBe(false);
  });

  test("finishes what is under way after an interrupt, and says how to go on", async () => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`docs/f${at}.txt`, `text ${at}\n`]));
    const cwd = folderWith(files);
    const child = start(["batch", "docs", "--out", "text", "--concurrency", "1"], { cwd });
    child.stdin.end();
    const ended = finish(child);
    await expect.poll(() => existsSync(join(cwd, "text/_run/journal.jsonl"))).toBe(true);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([130, "\nreader: finishing what is under way; once more to stop at once.\n"]);
    expect(stdout).toMatch(/^Interrupted: \d+ of 3000 documents are done\.\n/);
    const again = /Go on with: reader (.*)\n$/.exec(stdout)?.[1]?.split(" ") ?? [];
    const status = await run(["batch", "status", "text"], { cwd });
    expect(status.stdout).toContain(`  go on with: reader ${again.join(" ")}\n`);
    const elsewhere = await run(["batch", "status", join(cwd, "text")], { cwd: "/" });
    expect(elsewhere.stdout).toContain(`  go on with: cd ${realpathSync(cwd)} && reader ${again.join(" ")}\n`);
    expect((await run(again, { cwd })).code).toBe(0);
    const paths = linesOf(cwd, "text/part-00000.jsonl").map(({ path }) => path);
    expect([paths.length, new Set(paths).size]).toEqual([3000, 3000]);
  });

  test("takes over the run of a process that was killed", async () => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`docs/f${at}.txt`, `text ${at}\n`]));
    const cwd = folderWith(files);
    const child = start(["batch", "docs", "--out", "text"], { cwd });
    await expect.poll(() => existsSync(join(cwd, "text/_run/journal.jsonl"))).toBe(true);
    const second = await run(["batch", "docs", "--out", "text"], { cwd });
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(second.stderr).toContain(`reader: Process ${child.pid} writes to text since `);
    expect(second.code).toBe(2);
    expect((await run(["batch", "docs", "--out", "text"], { cwd })).code).toBe(0);
    const paths = linesOf(cwd, "text/part-00000.jsonl").map(({ path }) => path);
    expect(new Set(paths).size).toBe(3000);
  });

  test("stops on a full disk with a reason, and goes on when there is room", async ({ skip }) => {
    if (noSmallDisk !== undefined) skip(noSmallDisk);
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}.txt`, "text ".repeat(1000)]));
    const cwd = folderWith(files);
    const disk = smallDisk();
    const { code, stderr } = await run(["batch", cwd, "--out", join(disk, "text")], {});
    expect([code, stderr]).toEqual([
      3,
      `reader: ${disk}/text cannot be written: there is no space left.\n` +
        "  Make room or give it permission, and run the same command again: it goes on where it stopped.\n",
    ]);
  });

  test("exits with 3 if the output cannot be written", async () => {
    const cwd = folderWith({ ...withFailure, "file.txt": "x\n" });
    const { code, stdout, stderr } = await run(["batch", "docs", "--out", "file.txt/text"], { cwd });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("reader: file.txt/text cannot be written: a folder of its path is a file.\n");
  });

  test("exits with 3 if the files of the run are damaged", async () => {
    const cwd = folderWith(tree);
    await run(["batch", "docs", "--out", "text"], { cwd });
    writeFileSync(join(cwd, "text/_run/run.json"), "{");
    const { code, stderr } = await run(["batch", "docs", "--out", "text"], { cwd });
    expect([code, stderr]).toEqual([3, expect.stringContaining("is damaged, or of a later version.")]);
  });

  test("exits with 1 if a document failed and nobody reads the summary", ({ skip }) => {
    if (process.platform === "win32") skip("Windows has no named pipes of files.");
    const cwd = folderWith(withFailure);
    const args = ["batch", join(cwd, "docs"), "--out", join(cwd, "text")];
    const { status, stderr } = runWithClosedOutput({ program, args });
    expect([status, stderr]).toEqual([1, ""]);
  });

  test("exits with 3 after an error that nothing catches", async () => {
    const cwd = folderWith({ ...tree, "throw.cjs": 'process.on("SIGINT", () => { throw new Error("bug"); });' });
    const nodeOptions = ["--require", join(cwd, "throw.cjs")];
    const child = start(["batch", "-", "--out", "text"], { cwd, nodeOptions });
    child.stdin.write("docs/a.txt\n");
    const ended = finish(child);
    await expect.poll(() => existsSync(join(cwd, "text/_run"))).toBe(true);
    child.kill("SIGINT");
    expect((await ended).code).toBe(3);
  });

  test.for([
    [["batch", "docs"], "reader batch needs a folder for its output."],
    [["batch", "--out", "text"], "No source is given."],
    [["batch", "nowhere", "--out", "text"], 'The source "nowhere" does not exist.'],
    [["batch", "docs", "--out", "text", "--root", "docs/deep"], 'The source "docs" is outside the roots.'],
    [["batch", "docs", "--out", "docs"], "docs is not empty, and has no run."],
    [["batch", "docs", "--out", "text", "--shard", "2/2"], '--shard cannot be "2/2".'],
    [["batch", "docs", "--out", "text", "--retry", "nonsense"], '"nonsense" is not a code of a failure.'],
    [["batch", "docs", "--out", "text", "--chunk-tokens", "50"], "--chunk-tokens and --chunk-across are for chunks."],
    [["batch", "docs", "--out", "text", "--manifest", "list.xml"], '--manifest cannot be "list.xml".'],
    [["batch", "docs", "--out", "text", "--resume"], "text has no run."],
    [["batch", "docs", "--out", "text", "--since", "docs"], "docs has no run."],
    [["batch", "status", "docs"], "docs has no run."],
    [["batch", "retry"], "reader batch retry takes one folder."],
  ] as const)("refuses %j", async ([argv, message]) => {
    const { code, stderr, stdout } = await run(argv, { cwd: folderWith(tree) });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`reader: ${message}\n`);
  });
});
