import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inOptions } from "../../src/outcomes/failure.ts";
import { folderWith } from "../support/folder.ts";
import { run } from "../support/run.ts";

describe("messages name options, not fields of a request", () => {
  test.for([
    ["Send `encoding` to use another.", "Give --encoding to use another."],
    ['It is left out; send view "outline" for it alone.', "It is left out; give --view outline for it alone."],
    ["unless `find` is sent as /…/i.", "unless --find is given as /…/i."],
    ["send offset 1 for the first line.", "give --offset 1 for the first line."],
    ["send either lines, or offset and limit", "give either --lines, or --offset and --limit"],
    ["Send the same request again in a moment.", "Run the command again in a moment."],
    ["`maxBytes` and `unknown`", "--max-bytes and `unknown`"],
    ['"send find.txt" does not exist.', '"send find.txt" does not exist.'],
  ] as const)("%s", ([words, expected]) => {
    expect(inOptions(words)).toBe(expected);
  });

  test("in notices of an answer", async () => {
    const cwd = folderWith({ "a.txt": "a\n" });
    const { stdout } = await run(["a.txt", "--find", "zzz"], { cwd });
    expect(stdout).toContain("unless --find is given as /…/i.");
  });

  test("in the mark of a clipped line", async () => {
    const cwd = folderWith({ "a.txt": `${"x".repeat(30)}\n` });
    const { stdout } = await run(["a.txt", "--max-line", "10"], { cwd });
    expect(stdout).toContain("xxxxxxxxxx …[20 more characters; go on with --offset 1 --column 11]\n");
  });
});

describe("--view image that cannot be", () => {
  test("is said for text", async () => {
    const { stdout } = await run(["a.txt", "--view", "image"], { cwd: folderWith({ "a.txt": "a\n" }) });
    expect(stdout).toContain("Note: A file of the type text/plain is not shown as images: --view image has no effect.");
  });

  test("is said for a PDF file without a model that takes images", async () => {
    const pdf = new Uint8Array(
      readFileSync(new URL("../../../../fixtures/pdf/attachments/input.pdf", import.meta.url)),
    );
    const { stdout } = await run(["a.pdf", "--view", "image"], { cwd: folderWith({ "a.pdf": pdf }) });
    expect(stdout).toContain("Note: To see it as images, add --save-images DIR, or --model");
  });
});

describe("--verbose", () => {
  test("tells the type, the handler, the encoding and the times on stderr", async () => {
    const cwd = folderWith({ "a.txt": "a\nb\n" });
    const { stdout, stderr } = await run(["a.txt", "gone", "-v", "-q"], { cwd });
    expect(stdout).toContain("1\ta\n2\tb\n");
    expect(stderr).toMatch(
      /^reader: a\.txt\n {2}type {5}text\/plain\n {2}handler {2}text\n {2}encoding utf-8, 100 % sure\n {2}whole {4}2 × line\n {2}answer {3}about \d+ tokens, \d+ B\n {2}time {5}start \d+ ms, read \d+ ms, print \d+ ms\n/,
    );
    expect(stderr).toMatch(/reader: gone\n {2}error {4}not-found\n {2}time/);
  });
});
