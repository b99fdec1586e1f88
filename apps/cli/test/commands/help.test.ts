import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { commandNames, options } from "../../src/arguments/options.ts";
import { helpOf, manPage, overview } from "../../src/commands/help.ts";

const style = (_: "bold", text: string): string => text;

describe("the help fits the terminal", () => {
  test.for([40, 60, 80, 100])("of %i columns", (width) => {
    const texts = [overview({ style, width }), ...commandNames.map((name) => helpOf(name, { style, width }))];
    const lines = texts.join("\n").split("\n");
    // A single word, such as a pattern in quotes, is not broken.
    const isBreakable = (line: string): boolean => width >= 60 || !/^ *(?:'[^']*'|\S+)(?: \\)?$/.test(line);
    expect(lines.filter((line) => line.length > width && isBreakable(line))).toEqual([]);
    for (const { help } of options) {
      const words = texts.join(" ").replaceAll(/\s+/g, " ");
      expect(words).toContain(help);
    }
  });
});

const hasBash = spawnSync("bash", ["--version"]).status === 0;

test.skipIf(!hasBash)("examples that are broken are the same commands in a shell", () => {
  const look = { style, width: 44 };
  const shown = helpOf("batch", look).split("Examples\n")[1] ?? "";
  const run = (script: string): string =>
    spawnSync("bash", ["-c", `reader() { printf '<%s>' "$@"; }; find() { reader "$@"; }; ${script}`], {
      encoding: "utf8",
    }).stdout;
  const whole = helpOf("batch", { style, width: 1000 }).split("Examples\n")[1] ?? "";
  expect(shown).not.toBe(whole);
  expect(run(shown)).toBe(run(whole));
  expect(run(whole)).toContain("<batch><docs><--out><text>");
});

describe("the man page", () => {
  test("is the packed one: `vitest run -u` writes it", async () => {
    await expect(manPage()).toMatchFileSnapshot("../../man/reader.1");
  });

  test("has every command and option", () => {
    const page = manPage().replaceAll(String.raw`\-`, "-");
    expect(commandNames.filter((name) => !page.includes(`\n\\fBreader\\fR ${name}`) && name !== "read")).toEqual([]);
    expect(options.filter(({ name }) => !page.includes(`--${name}`))).toEqual([]);
  });

  test("is sound roff", ({ skip }) => {
    const { status, stderr, error } = spawnSync("groff", ["-man", "-ww", "-Tutf8", "-z", "-K", "utf-8"], {
      input: manPage(),
      encoding: "utf8",
    });
    if (error !== undefined) skip("groff is not installed here");
    expect([status, stderr]).toEqual([0, ""]);
  });
});
