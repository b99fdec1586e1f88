import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLines } from "../../../../src/text/lines/search/find-lines.ts";
import type { LineSearch } from "../../../../src/text/lines/search/matcher.ts";
import type { LineBlock } from "../../../../src/text/lines/line.ts";
import type { Notice } from "../../../../src/contract/notices.ts";
import type { StreamItem } from "../../../../src/text/lines/stream.ts";

const searchFor = (word: string, contextLines: number): LineSearch => ({
  matches: (line) => line.includes(word),
  locate(text, from) {
    const start = text.indexOf(word, from);
    return start < 0 ? undefined : { start, end: start + word.length };
  },
  excludes: (text) => !text.includes(word),
  contextLines,
  maxLineCharacters: 2000,
});

async function* inBlocks(lines: readonly string[], size: number): AsyncGenerator<StreamItem> {
  for (let at = 0; at < lines.length; at += size) {
    const piece = lines.slice(at, at + size);
    yield { type: "lines", text: piece.join("\n"), lineCount: piece.length, firstLine: at + 1 };
  }
}

async function find(lines: readonly string[], search: LineSearch, size: number) {
  const count = { lines: 0, matches: 0 };
  const blocks: LineBlock[] = [];
  for await (const item of findLines(inBlocks(lines, size), search, count))
    if (item.type === "lines") blocks.push(item);
  return { blocks, count };
}

describe("searching", () => {
  test("gives the same as looking at every line, whatever the blocks", async () => {
    const lines = fc.array(fc.constantFrom("hit", "miss", "nothing"), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(lines, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 9 }), async (all, context, size) => {
        const { blocks, count } = await find(all, searchFor("hit", context), size);
        const near = (at: number) => all.slice(Math.max(0, at - context), at + context + 1).includes("hit");
        const wanted = all.flatMap((_, at) => (near(at) ? [at + 1] : []));
        expect(blocks.map((block) => block.firstLine)).toEqual(wanted);
        expect(blocks.every((block) => block.text === all[block.firstLine - 1])).toBe(true);
        expect(blocks.flatMap((block) => block.matches ?? [])).toEqual(
          all.flatMap((line, at) => (line === "hit" ? [at + 1] : [])),
        );
        expect(count).toEqual({ lines: all.length, matches: all.filter((line) => line === "hit").length });
      }),
      { seed: 41, numRuns: 200 },
    );
  });

  test("passes notices on, but not that an image would not have been shown", async () => {
    const picture: Notice = {
      type: "notice",
      code: "media-omitted",
      kind: "image",
      mediaType: "image/png",
      reason: "not-accepted",
      bytes: 3,
    };
    const hidden: Notice = { type: "notice", code: "hidden-content", what: "sheet", count: 1 };
    async function* items(): AsyncGenerator<StreamItem> {
      yield picture;
      yield hidden;
      yield* inBlocks(["miss"], 1);
    }
    const shown: StreamItem[] = [];
    for await (const item of findLines(items(), searchFor("hit", 0), { lines: 0, matches: 0 })) shown.push(item);
    expect(shown).toEqual([hidden]);
  });
});
