import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Copies small fixtures of all formats into a folder, in turn, until there are so many. */
export function copyFixtures(folder: string, count: number): void {
  copyInTurn(
    globSync("*/*/input.*", { cwd: fixtures })
      .toSorted()
      .map((path) => [join(fixtures, path), path] as const),
    { folder, count },
  );
}

/** Copies files into numbered folders, in turn, until there are so many. */
export function copyInTurn(
  files: readonly (readonly [from: string, inner: string])[],
  { folder, count }: { readonly folder: string; readonly count: number },
): void {
  for (let at = 0; at < count; at += 1) {
    const [from = "", inner = ""] = files[at % files.length] ?? [];
    const copy = join(folder, String(Math.floor(at / files.length)), inner);
    mkdirSync(join(copy, ".."), { recursive: true });
    cpSync(from, copy);
  }
}

/** Files of a folder. */
const filesPerFolder = 1000;

const words =
  "the quick brown fox jumps over a lazy dog while seven wizards boxed quartz jugs beside the harbour".split(" ");

/** Writes text files of 1 KB, none like another. */
export function makeTexts(folder: string, count: number): void {
  let state = 1;
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31);
  for (let at = 0; at < count; at += 1) {
    const inner = join(folder, String(Math.floor(at / filesPerFolder)));
    if (at % filesPerFolder === 0) mkdirSync(inner, { recursive: true });
    let text = "";
    while (text.length < 1000) text += `${words[next() % words.length]}${next() % 9 === 0 ? ".\n" : " "}`;
    writeFileSync(join(inner, `f${at}.txt`), text);
  }
}
