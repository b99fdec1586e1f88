import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";

describe("commands", () => {
  test.for([
    [["a.txt"], "read", ["a.txt"]],
    [["read", "a.txt", "b.txt"], "read", ["a.txt", "b.txt"]],
    [["info", "a.txt"], "info", ["a.txt"]],
    [["--json", "info", "a.txt"], "info", ["a.txt"]],
    [["read", "info"], "read", ["info"]],
    [["./info"], "read", ["./info"]],
    [["--", "info"], "read", ["info"]],
    [["--", "--offset"], "read", ["--offset"]],
    [["read", "--", "info"], "read", ["info"]],
    [["a.txt", "info"], "read", ["a.txt", "info"]],
    [["-"], "read", ["-"]],
    [["a.txt", "-", "--json"], "read", ["a.txt", "-"]],
    [[], "help", []],
    [["--json"], "read", []],
    [["doctor"], "doctor", []],
    [["completion", "bash"], "completion", ["bash"]],
    [["info", "--help"], "help", ["info"]],
    [["-h"], "help", []],
    [["a.txt", "--version"], "version", ["a.txt"]],
    [["-V"], "version", []],
    [["-v"], "version", []],
    [["-v", "a.txt"], "read", ["a.txt"]],
  ] as const)("%j means %s of %j", async ([argv, command, operands]) => {
    const line = await parseArguments(argv);
    expect([line.command, line.operands]).toEqual([command, operands]);
  });
});

test("-v with something piped in reads it", async () => {
  expect((await parseArguments(["-v"], () => true)).command).toBe("read");
});

describe("values", () => {
  test.for([
    [["--offset", "-200"], "offset", -200],
    [["--offset=-200"], "offset", -200],
    [["--offset", "+7"], "offset", 7],
    [["-n", "5"], "limit", 5],
    [["-n5"], "limit", 5],
    [["--context", "0"], "context", 0],
    [["--timeout", "0.5"], "timeout", 0.5],
  ] as const)("%j gives %s %d", async ([argv, name, value]) => {
    const { options } = await parseArguments(["a.txt", ...argv]);
    expect(options.number(name)).toBe(value);
  });

  test.for([
    [["--pages", "-3"], "pages", "-3"],
    [["--lines", "5-16,960-973"], "lines", "5-16,960-973"],
    [["--find=--json"], "find", "--json"],
    [["--find", "-"], "find", "-"],
    [["--find", "a=b"], "find", "a=b"],
    [["--select", "Sheet 2!A1:D20"], "select", "Sheet 2!A1:D20"],
    [["--gutter", "cat-n"], "gutter", "cat-n"],
  ] as const)("%j gives %s %s", async ([argv, name, value]) => {
    const { options, operands } = await parseArguments([...argv, "a.txt"]);
    expect(options.text(name)).toBe(value);
    expect(operands).toEqual(["a.txt"]);
  });

  test("roots add up, in order", async () => {
    const { options } = await parseArguments(["--root", "a", "x", "--root=b"]);
    expect(options.list("root")).toEqual(["a", "b"]);
  });

  test("a choice is typed by its words", async () => {
    const { options } = await parseArguments(["x", "--view", "image"]);
    expect(options.choice("view", ["image", "text"])).toBe("image");
    expect(options.choice("view", ["native"])).toBeUndefined();
  });

  test("an option that is in no table is a programmer's fault", async () => {
    const { options } = await parseArguments(["x"]);
    expect(() => options.has("colour")).toThrow(TypeError);
  });
});

describe("wrong use", () => {
  test.for([
    [["--ofset", "3", "a"], 'There is no option "--ofset".', "Did you mean --offset?"],
    [["--max-token", "3", "a"], 'There is no option "--max-token".', "Did you mean --max-tokens?"],
    [["batch", "a", "--chunk-token", "3"], 'There is no option "--chunk-token".', "Did you mean --chunk-tokens?"],
    [["batch", "a", "--speed", "x"], 'There is no option "--speed".', "See reader batch --help."],
    [["-z", "a"], 'There is no option "-z".', "Write -- before"],
    [["--__proto__", "a"], 'There is no option "--__proto__".', "Write -- before"],
    [["--constructor", "a"], 'There is no option "--constructor".', "Write -- before"],
    [["--limit"], "--limit needs a value: --limit N.", "See reader --help."],
    [["--limit="], "--limit needs a value", "See reader --help."],
    [["--find", "--json", "a"], "--find needs a value", "write --find=--json"],
    [["--limit", "--json", "a"], "--limit needs a value", "write --limit=--json"],
    [["--limit", "x", "a"], '--limit cannot be "x".', "Give a whole number from 1 to"],
    [["--limit", "0", "a"], '--limit cannot be "0".', "Give a whole number from 1 to"],
    [["--limit", "1.5", "a"], '--limit cannot be "1.5".', "Give a whole number from 1 to"],
    [["--limit", "1e3", "a"], '--limit cannot be "1e3".', "Give a whole number from 1 to"],
    [["--limit", "99999999999999999999", "a"], "--limit cannot be", "Give a whole number from 1 to"],
    [["--offset", "0", "a"], '--offset cannot be "0".', "Give a whole number other than 0."],
    [["--max-bytes", "300000000", "a"], "--max-bytes cannot be", "Give a whole number from 1 to 268435456."],
    [["--timeout", "-1", "a"], '--timeout cannot be "-1".', "Give a number of seconds from 0.001 to"],
    [["--timeout", "Infinity", "a"], '--timeout cannot be "Infinity".', "Give a number of seconds from 0.001 to"],
    [
      ["--view", "pictures", "a"],
      '--view cannot be "pictures".',
      "Give one of auto, text, image, native, document, outline.",
    ],
    [["--json=yes", "a"], "--json takes no value.", "See reader --help."],
    [["--limit", "1", "--limit", "2", "a"], "--limit is given twice.", "Give it once."],
    [["info", "--offset", "3", "a"], "--offset is not an option of reader info.", "It is an option of read, list."],
    [
      ["doctor", "--limit", "3"],
      "--limit is not an option of reader doctor.",
      "It is an option of read, find, list, info.",
    ],
  ] as const)("%j is refused: %s", async ([argv, message, hint]) => {
    const fault = await parseArguments(argv).catch((cause: unknown) => cause);
    expect(fault).toMatchObject({ name: "UsageError" });
    expect(String(fault)).toContain(message);
    expect(fault).toHaveProperty("hint", expect.stringContaining(hint));
  });
});
