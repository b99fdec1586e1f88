import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";
import { shellWord } from "@reader/core/render";
import { commandFor } from "../../src/outcomes/shell-command.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;

test.for([
  ["a.txt", "a.txt"],
  ["a b.txt", "'a b.txt'"],
  ["it's", String.raw`'it'\''s'`],
  ["$(rm -rf x)", "'$(rm -rf x)'"],
  ["*.txt", "'*.txt'"],
  ["", "''"],
  ["日本", "'日本'"],
  ["a\nb'c\\", String.raw`$'a\U0000000ab\'c\\'`],
  ["\u202e", String.raw`$'\U0000202e'`],
] as const)("%j is written %s", ([word, written]) => {
  expect(shellWord(word)).toBe(written);
});

test.skipIf(!hasBash)("bash takes every word for what it was", () => {
  const word = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\0"));
  const words = fc.sample(word, { numRuns: 300, seed: 11 });
  const script = words.map((each) => `printf '%s\\0' ${shellWord(each)}`).join("\n");
  const { stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8", env: { LC_ALL: "C.UTF-8" } });
  expect(stdout.split("\0").slice(0, -1)).toEqual(words);
});

test("the command has the options that were given and the request's own range", async () => {
  const argv = [
    "info",
    "a b.log",
    "--root",
    "x y",
    "--root",
    "z",
    "--allow-secrets",
    "--limit",
    "7",
    "--encoding",
    "gbk",
  ];
  const { options } = await parseArguments(argv);
  const request = { path: "a b.log", offset: 2001, column: 5 };
  expect(commandFor(request, options)).toBe(
    "reader 'a b.log' --offset 2001 --column 5 --root 'x y' --root z --allow-secrets --encoding gbk",
  );
});

test("a password is never printed, only that one is needed, and how to print is left out", async () => {
  const { options } = await parseArguments(
    ["a", "--password", "secret", "--json", "--find", "-x-", "-n", "5"].map((each) => each.replace("-x-", "x")),
  );
  expect(commandFor({ path: "a", limit: 5, offset: 6 }, options)).toBe(
    "reader a --offset 6 --limit 5 --find x --password P",
  );
});

test("paths and values that start with a dash stay what they are", async () => {
  const { options } = await parseArguments(["./-n", "--find=--x"]);
  const command = commandFor({ path: "-n", offset: -5 }, options);
  expect(command).toBe("reader ./-n --offset -5 --find=--x");
  expect((await parseArguments(command.split(" ").slice(1))).options.text("find")).toBe("--x");
});

test("a command that is parsed again gives the same request", async () => {
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 10 })
    .filter((each) => /^[\p{L}\p{N} ]+$/u.test(each) && each.trim() !== "");
  const request = fc.record(
    {
      path: word,
      offset: fc.integer({ min: 1, max: 99 }),
      limit: fc.integer({ min: 1, max: 99 }),
      lines: fc.constant("1-2"),
    },
    { requiredKeys: ["path"] },
  );
  const property = fc.asyncProperty(request, word, async (wanted, find) => {
    const { options } = await parseArguments(["x", `--find=${find}`]);
    const written = commandFor(wanted, options);
    const words = [...written.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
    const again = await parseArguments(words.slice(1));
    expect(again.operands).toEqual([wanted.path]);
    expect(again.options.text("find")).toBe(find);
    expect(again.options.number("offset")).toBe(wanted.offset);
    expect(again.options.number("limit")).toBe(wanted.limit);
    expect(again.options.text("lines")).toBe(wanted.lines);
  });
  await fc.assert(property, { numRuns: 100, seed: 13 });
});

test("a symbol that goes on by its lines is not asked for by its name again, and a sheet is", async () => {
  const { options } = await parseArguments(["a.ts", "--select", "Reader.read"]);
  expect(commandFor({ path: "a.ts", lines: "4-9" }, options)).toBe("reader a.ts --lines 4-9");
  expect(commandFor({ path: "a.xlsx", select: "Sheet2", offset: 9 }, options)).toBe(
    "reader a.xlsx --offset 9 --select Sheet2",
  );
});
