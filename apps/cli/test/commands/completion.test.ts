import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { options } from "../../src/arguments/options.ts";
import { bashCompletion, fishCompletion, powershellCompletion, zshCompletion } from "../../src/commands/completion.ts";
import { folderWith } from "../support/folder.ts";

const has = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

const scripts = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;

test.for(["bash", "zsh", "fish"] as const)("%s accepts its script", (shell, { skip }) => {
  if (!has(shell)) skip(`${shell} is not installed here`);
  const path = join(folderWith(), "script");
  writeFileSync(path, scripts[shell]());
  const checked = spawnSync(shell, [shell === "fish" ? "--no-execute" : "-n", path], { encoding: "utf8" });
  expect([checked.status, checked.stderr]).toEqual([0, ""]);
});

test.for(["bash", "zsh", "fish", "powershell"] as const)("the script for %s knows every option", (shell) => {
  const script = scripts[shell]();
  const missing = options.filter(({ name }) => !script.includes(shell === "fish" ? `-l ${name}` : `--${name}`));
  expect(missing).toEqual([]);
});

describe.skipIf(!has("bash"))("in bash", () => {
  /** What a tab offers behind these words. */
  function complete(words: readonly string[], folder = folderWith()): readonly string[] {
    const path = join(folderWith(), "script");
    writeFileSync(path, bashCompletion());
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const script = `source '${path}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _reader; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").filter((line) => line !== "");
  }

  test.for([
    [
      ["reader", "--o"],
      ["--offset", "--over-budget", "--ocr-language", "--output"],
    ],
    [["reader", "batch", "--out"], ["--out"]],
    [["reader", "find", "--fi"], ["--files"]],
    [["reader", "list", "--se"], []],
    [
      ["reader", "help", "f"],
      ["find", "formats"],
    ],
    [["reader", "a.txt", "--save"], ["--save-images"]],
    [
      ["reader", "--view", ""],
      ["auto", "text", "image", "native", "document", "outline"],
    ],
    [["reader", "--view", "n"], ["native"]],
    [
      ["reader", "--gutter", "=", "c"],
      ["compact", "cat-n"],
    ],
    [
      ["reader", "--model", "="],
      ["text", "anthropic", "openai", "gemini"],
    ],
    [
      ["reader", "completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["reader", "doc"], ["doctor"]],
    [["reader", "fi"], ["find"]],
    [["reader", "--limit", ""], []],
    [["reader", "--find", "x"], []],
  ] as const)("%j offers %j", ([words, offered]) => {
    expect(complete(words)).toEqual(offered);
  });

  test("files are offered as they are, commands only first", () => {
    const folder = folderWith({ "read me.txt": "", "info.md": "", "a/x": "" });
    expect(complete(["reader", "r"], folder)).toEqual(["read", "read me.txt"]);
    expect(complete(["reader", "info", "i"], folder)).toEqual(["info.md"]);
    expect(complete(["reader", "a/"], folder)).toEqual(["a/x"]);
  });

  test("folders alone are offered where a folder is wanted", () => {
    const folder = folderWith({ "docs dir/x": "", "docs.txt": "" });
    expect(complete(["reader", "--root", "do"], folder)).toEqual(["docs dir"]);
    expect(complete(["reader", "--save-images", "=", "do"], folder)).toEqual(["docs dir"]);
  });
});

test.for([
  ["fish", "complete -c reader -l limit -s n -x -d 'Show at most N lines; of find: N matches.'"],
  ["fish", "complete -c reader -l root -x -a '(__fish_complete_directories)' -d '"],
  ["fish", "complete -c reader -l view -x -a 'auto text image native document outline' -d '"],
  ["fish", "complete -c reader -l json -d '"],
  ["zsh", "'(--limit -n)'{--limit=,-n}'[Show at most N lines; of find\\: N matches.]: : '"],
  ["zsh", "'*'--root='["],
  ["zsh", "]:folder:_files -/'"],
  ["zsh", "]:value:(auto text image native document outline)'"],
  ["zsh", "'(--json)'--json'["],
  ["zsh", "'(--output -o)'{--output=,-o}'["],
  ["zsh", "]:file:_files'"],
  ["fish", "complete -c reader -l output -s o -r -F -d '"],
  ["fish", `-n "__reader_uses read list"`],
  [
    "powershell",
    "@{ Name = '-n'; Commands = 'read find list info'; Help = 'Show at most N lines; of find: N matches.' }",
  ],
  ["powershell", "    '--view' = 'auto', 'text', 'image', 'native', 'document', 'outline'"],
  ["powershell", "    'completion' = 'bash', 'zsh', 'fish', 'powershell'"],
  ["powershell", "''org=pandoc -f org {file}''"],
] as const)("the script for %s holds %s", ([shell, part]) => {
  expect(scripts[shell]()).toContain(part);
});

test("brackets and colons of a help text do not end a specification of zsh", () => {
  const specification = zshCompletion()
    .split("\n")
    .find((line) => line.includes("--pages="));
  expect(specification).toContain(String.raw`cells\: 3, 1-5`);
  expect(specification).not.toMatch(/(?<!\\): 3/);
});

describe.skipIf(!has("fish"))("in fish", () => {
  test.for([
    ["reader find --fi", ["--files"]],
    ["reader list --se", []],
    ["reader --se", ["--select"]],
    ["reader help f", ["find", "formats"]],
    ["reader --view n", ["native"]],
  ] as const)("%s offers %j", ([line, offered]) => {
    const path = join(folderWith(), "script");
    writeFileSync(path, fishCompletion());
    const script = `source '${path}'; complete -C '${line}'`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { cwd: folderWith(), encoding: "utf8" });
    expect(stdout.split("\n").flatMap((each) => each.split("\t")[0] || [])).toEqual(offered);
  });
});

test("no hash table of the script for PowerShell has a key twice, whose keys ignore case", () => {
  const tables = [...powershellCompletion().matchAll(/^ {2}\$\w+ = (?:\[ordered\])?@\{\n([\s\S]*?)\n {2}\}/gm)];
  expect(tables.length).toBeGreaterThan(0);
  for (const [, rows = ""] of tables) {
    const keys = rows.split("\n").map((row) => row.split(" = ")[0]?.trim().toLowerCase());
    expect(new Set(keys).size).toBe(keys.length);
  }
});
