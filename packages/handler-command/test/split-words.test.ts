import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellWord } from "@reader/core/render";
import { splitWords } from "../src/options/options.ts";

test.for([
  ["pandoc -f org {file}", ["pandoc", "-f", "org", "{file}"]],
  ["  a \t b\n", ["a", "b"]],
  [`a 'b c' "d e"f`, ["a", "b c", "d ef"]],
  [String.raw`a \"b\ c "\"\\\n"`, ["a", '"b c', String.raw`"\\n`]],
  [`'' ""`, ["", ""]],
  ["a $HOME *.txt | b", ["a", "$HOME", "*.txt", "|", "b"]],
  ["", []],
] as const)("%j has the words %j", ([command, words]) => {
  expect(splitWords(command)).toEqual(words);
});

test.for(["a 'b", 'a "b', "a \\", `a "b\\"`])("%j is incomplete", (command) => {
  expect(splitWords(command)).toBeUndefined();
});

test("a quoted word is split to itself, with any printable characters", () => {
  const visible = fc.string({ minLength: 1, unit: "binary" }).filter((word) => !shellWord(word).startsWith("$'"));
  fc.assert(
    fc.property(fc.array(visible), (words) => {
      expect(splitWords(words.map(shellWord).join(" "))).toEqual(words);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("a quoted word is the same for a shell", () => {
  const word = `it's "a" $HOME \\ \`b\` *`;
  expect(execFileSync("sh", ["-c", `printf %s ${shellWord(word)}`], { encoding: "utf8" })).toBe(word);
});

test.skipIf(process.platform === "win32")(
  "a word with what a message cannot show is escaped, and bash knows it",
  () => {
    const word = `new\nline's \\ \u001b[31m`;
    expect(shellWord(word)).toBe(String.raw`$'new\U0000000aline\'s \\ \U0000001b[31m'`);
    expect(execFileSync("bash", ["-c", `printf %s ${shellWord(word)}`], { encoding: "utf8" })).toBe(word);
  },
);
