import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Language, Parser } from "web-tree-sitter";
import { beforeAll, expect, test } from "vitest";
import { parseUnless } from "../../src/engine/engine.ts";

const require = createRequire(import.meta.url);
const grammars = dirname(require.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm"));
const files = readdirSync(grammars).filter((file) => /^tree-sitter-.+\.wasm$/.test(file));

/** Lines that are each further to the right. The scanner of shell scripts reads to the end at each of them. */
const steps = Array.from({ length: 250 }, (_, depth) => `${" ".repeat(depth)}def f():`).join("\n");

beforeAll(() => Parser.init());

/** What the engine did: calls that read a piece or report progress. */
interface Work {
  readonly whole: number;
  readonly afterEnd: number;
}

/** Parses a text, and ends the time at a call. */
async function workOf(file: string, text: string, limit: number): Promise<Work> {
  const parser = new Parser();
  parser.setLanguage(await Language.load(`${grammars}/${file}`));
  let whole = 0;
  const counted = Object.create(parser) as Parser;
  counted.parse = (read, old, { progressCallback: report = () => undefined } = {}) => {
    if (typeof read === "string") return expect.fail("the text is given at once");
    const readCounted: typeof read = (...where) => {
      whole += 1;
      return read(...where);
    };
    const reportCounted: typeof report = (state) => {
      whole += 1;
      // The declared result is none, but parsing stops at true.
      return report(state);
    };
    return parser.parse(readCounted, old, { progressCallback: reportCounted });
  };
  const tree = parseUnless(() => whole > limit, counted, text);
  expect(tree === null).toBe(whole > limit);
  tree?.delete();
  parser.delete();
  return { whole, afterEnd: Math.max(0, whole - limit) };
}

test("a step that reads far ahead is noticed while it reads", async () => {
  const { whole } = await workOf("tree-sitter-bash.wasm", steps, Number.POSITIVE_INFINITY);
  expect(whole).toBeGreaterThan(2000);
});

test.for(files)("%s stops soon after the time is over", async (file) => {
  for (const limit of [0, 1, 20, 200]) expect((await workOf(file, steps, limit)).afterEnd).toBeLessThan(20);
});

test("a stopped parser parses the next text whole", async () => {
  const parser = new Parser();
  parser.setLanguage(await Language.load(`${grammars}/tree-sitter-bash.wasm`));
  expect(parseUnless(() => true, parser, steps)).toBeNull();
  parser.reset();
  const text = `read() { echo \u{1f600}; }\n`.repeat(300);
  const tree = parseUnless(() => false, parser, text);
  expect(tree?.rootNode.endIndex).toBe(text.length);
  expect(tree?.rootNode.hasError).toBe(false);
  tree?.delete();
  parser.delete();
});
