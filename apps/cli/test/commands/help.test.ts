import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { commandNames, options } from "../../src/arguments/options.ts";
import { helpOf, manPage, overview } from "../../src/commands/help.ts";

const style = (_: "bold", text: string): string => text;

describe("the help fits the terminal", () => {
  test.for([40, 60, 80, 100])("of %i columns", (width) => {
    const texts = [overview({ style, width }), ...commandNames.map((name) => helpOf(name, { style, width }))];
    const lines = texts.join("\n").split("\n");
    // Examples and single words, such as the form of an option, are not broken.
    const isBreakable = (line: string): boolean => /^(?: {6,}|\S)\S+ \S/.test(line) && !line.includes("|");
    expect(lines.filter((line) => line.length > width && isBreakable(line))).toEqual([]);
    for (const { help } of options) {
      const words = texts.join(" ").replaceAll(/\s+/g, " ");
      expect(words).toContain(help);
    }
  });
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
