import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { painterFor } from "../../src/output/highlight.ts";
import { folderWith } from "../support/folder.ts";
import { run } from "../support/run.ts";

describe("colours of source code", () => {
  test("change only the look, and end with each line", () => {
    const code = "/* two\n   lines */\nconst a: string = `x ${1}`;\n\nclass A {}";
    const painted = painterFor("src/a.ts")?.(code) ?? "";
    expect(stripVTControlCharacters(painted)).toBe(code);
    const [first = "", second = ""] = painted.split("\n");
    expect([first, second]).toEqual(["\u001b[90m/* two\u001b[39m", "\u001b[90m   lines */\u001b[39m"]);
    expect(painted).toContain("\u001b[35mconst\u001b[39m");
  });

  test.for([["a.unknown"], ["app.log"], ["noextension"]])("are not guessed for %s", ([name = ""]) => {
    expect(painterFor(name)).toBeUndefined();
  });

  test("leave very long text plain", () => {
    const text = "const a = 1;\n".repeat(40_000);
    expect(painterFor("a.js")?.(text)).toBe(text);
  });
});

describe("--color", () => {
  const files = { "a.ts": "const a = 1;\n" };

  test("always colours a pipe, also with NO_COLOR", async () => {
    const { stdout } = await run(["a.ts", "--color", "always"], { cwd: folderWith(files), env: { NO_COLOR: "1" } });
    expect(stdout).toBe("1\t\u001b[35mconst\u001b[39m a = \u001b[33m1\u001b[39m;\n");
  });

  test.for([[[]], [["--color", "auto"]], [["--color", "never"]]] as const)("%j does not", async ([argv]) => {
    const { stdout } = await run(["a.ts", ...argv], { cwd: folderWith(files), env: { FORCE_COLOR: "1" } });
    expect(stdout).toBe("1\tconst a = 1;\n");
  });

  test("keeps escapes of control characters in coloured text", async () => {
    const cwd = folderWith({ "a.ts": "const a = '\u001b[31m';\n" });
    const { stdout } = await run(["a.ts", "--color", "always", "-q"], { cwd });
    expect(stdout).not.toContain("\u001b[31m");
    expect(stripVTControlCharacters(stdout)).toBe("1\tconst a = '\\x1b[31m';\n");
  });
});
