import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultBudget, type Budget } from "../../../src/contract/budget.ts";
import { takeLines, type AnswerLines, type Cut } from "../../../src/text/lines/answer.ts";
import type { LineBlock } from "../../../src/text/lines/line.ts";
import { createSections } from "../../../src/text/lines/sections.ts";
import { createTextMeter, utf8Bytes } from "../../../src/text/lines/text-meter.ts";
import type { TextSection } from "../../../src/contract/result.ts";
import { longLineOf } from "./support.ts";

/** A token a character, and a gutter of two bytes and one token. */
function answerOf(limits: Partial<Budget> = {}): AnswerLines {
  const budget = { ...defaultBudget, ...limits };
  const pricing = {
    countTokens: (text: string) => text.length,
    gutterCost: (_: number, lines: number) => ({ tokens: lines, bytes: 2 * lines }),
    show: (text: string) => text,
  };
  return {
    sections: createSections(),
    meter: createTextMeter(budget, budget.maxLines, pricing),
    budget,
    placeMark: (at) => `[${at.unit} ${at.index}]`,
    clipMark: () => "…",
    admit: () => undefined,
  };
}

const blockOf = (lines: readonly string[], more: Partial<LineBlock> = {}): LineBlock => ({
  type: "lines",
  text: lines.join("\n"),
  lineCount: lines.length,
  firstLine: 1,
  ...more,
});

const sectionsOf = (answer: AnswerLines): TextSection[] =>
  answer.sections.parts().filter((part) => part.type === "text");

describe("taking lines", () => {
  test("takes a block that fits as it is", () => {
    const answer = answerOf();
    expect(takeLines(answer, blockOf(["a", "", "b"]))).toBeUndefined();
    expect(sectionsOf(answer)).toEqual([{ type: "text", text: "a\n\nb", firstLine: 1, lineCount: 3 }]);
    expect(answer.meter).toMatchObject({ lines: 3, bytes: 3 * 2 + 5, tokens: 3 + 5 });
  });

  test.for([
    ["lines", { maxLines: 2 }],
    ["bytes", { maxBytes: 2 * 12 }],
    ["tokens", { maxTokens: 2 * 11 }],
  ] as const)("stops before the line that exceeds the %s", ([by, limits]) => {
    const answer = answerOf(limits);
    const cut = takeLines(answer, blockOf(Array.from({ length: 50 }, () => "123456789")));
    expect(cut).toEqual({ by, line: 3, column: 1 });
    expect(sectionsOf(answer)[0]).toMatchObject({ lineCount: 2, text: "123456789\n123456789" });
  });

  test("never exceeds a limit, loses nothing and goes on exactly where it stopped", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll("\n", " "));
    const limits = fc.record({
      maxLines: fc.integer({ min: 1, max: 20 }),
      maxBytes: fc.integer({ min: 20, max: 400 }),
      maxTokens: fc.integer({ min: 20, max: 300 }),
      maxLineCharacters: fc.integer({ min: 3, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), limits, (lines, budget) => {
        const shown: string[] = [];
        let cut: Cut | undefined = { by: "lines", line: 1, column: 1 };
        while (cut !== undefined) {
          const answer = answerOf({ ...budget, maxLineCharacters: 1000 });
          cut = takeLines(answer, restFrom(lines, cut));
          for (const part of sectionsOf(answer)) addTo(shown, part);
          expect(answer.meter.lines).toBeLessThanOrEqual(budget.maxLines);
          expect(answer.meter.lines).toBeGreaterThan(0);
          if (answer.meter.lines > 1) expect(answer.meter.bytes).toBeLessThanOrEqual(budget.maxBytes);
          if (answer.meter.lines > 1) expect(answer.meter.tokens).toBeLessThanOrEqual(budget.maxTokens);
        }
        expect(shown).toEqual(lines);
      }),
      { seed: 31, numRuns: 200 },
    );
  });

  test("starts a new section where the place changes and charges its mark", () => {
    const answer = answerOf();
    takeLines(answer, blockOf(["a"], { at: { unit: "page", index: 1 } }));
    takeLines(answer, blockOf(["b"], { at: { unit: "page", index: 1 }, firstLine: 2 }));
    takeLines(answer, blockOf(["c"], { at: { unit: "page", index: 2 }, firstLine: 3 }));
    expect(sectionsOf(answer).map((part) => [part.at?.index, part.text])).toEqual([
      [1, "a\nb"],
      [2, "c"],
    ]);
    expect(answer.meter.bytes).toBe(3 * 4 + 2 * utf8Bytes("[page 1]\n"));
  });
});

describe("a budget that is too small for anything", () => {
  const tiny = { maxBytes: 1, maxTokens: 1 };

  test.for([
    ["the one character of a line", ["x"], "x"],
    ["an empty line", [""], ""],
  ] as const)("gives %s, and with nothing behind it the answer is whole", ([, lines, shown]) => {
    const answer = answerOf(tiny);
    expect(takeLines(answer, blockOf(lines))).toBeUndefined();
    expect(sectionsOf(answer)[0]).toMatchObject({ text: shown, lineCount: 1 });
  });

  test.for([
    ["the last character of a line", ["x", "next"], 1, { line: 2, column: 1 }],
    ["an empty line", ["", "next"], undefined, { line: 2, column: 1 }],
    ["the first of two characters", ["xy", "next"], undefined, { line: 1, column: 2 }],
  ] as const)("goes on behind %s, never at the same place", ([, lines, firstColumn, next]) => {
    const answer = answerOf(tiny);
    const more = firstColumn === undefined ? {} : { firstColumn };
    expect(takeLines(answer, blockOf(lines, more))).toEqual({ by: "bytes", ...next });
    expect(answer.meter.lines).toBe(1);
  });
});

describe("a long line", () => {
  test("is clipped, says what is left, and the next lines follow", () => {
    const answer = answerOf({ maxLineCharacters: 5 });
    expect(takeLines(answer, blockOf(["short", "0123456789", "end"]))).toBeUndefined();
    expect(sectionsOf(answer)[0]).toMatchObject({
      text: "short\n01234\nend",
      clips: [{ line: 2, column: 6, remaining: { amount: 5, unit: "characters", exact: true } }],
    });
  });

  test("that is continued from a column is not clipped again", () => {
    const answer = answerOf({ maxLineCharacters: 5 });
    takeLines(answer, blockOf(["56789abcdef"], { firstColumn: 6 }));
    expect(sectionsOf(answer)[0]).toMatchObject({ text: "56789abcdef", firstColumn: 6 });
  });

  test("that a search shows from a column is clipped", () => {
    const answer = answerOf({ maxLineCharacters: 5 });
    expect(takeLines(answer, blockOf(["56789abcdef"], { firstColumn: 6, matches: [1] }))).toBeUndefined();
    expect(sectionsOf(answer)[0]).toMatchObject({
      text: "56789",
      firstColumn: 6,
      clips: [{ line: 1, column: 11, remaining: { amount: 6, unit: "characters", exact: true } }],
    });
  });

  test("whose end was not found ends the answer inside it", () => {
    const answer = answerOf({ maxLineCharacters: 5 });
    const line = longLineOf(["0123456789"]);
    const rest = { bytes: 900, bytesPerUnit: 1, hasMarks: false, isEndKnown: false, line };
    const cut = takeLines(answer, blockOf(["0123456789"], { rest }));
    expect(cut).toEqual({ by: "line-length", line: 1, column: 6 });
    expect(sectionsOf(answer)[0]?.clips?.[0]?.remaining).toEqual({ amount: 905, unit: "bytes", exact: false });
  });

  test("that alone exceeds the budget is given in part", () => {
    const answer = answerOf({ maxBytes: 100, maxLineCharacters: 1000 });
    const cut = takeLines(answer, blockOf(["é".repeat(400)]));
    expect(cut).toMatchObject({ by: "bytes", line: 1 });
    expect(answer.meter.bytes).toBeLessThanOrEqual(100);
    expect(sectionsOf(answer)[0]?.text.length).toBe((cut?.column ?? 0) - 1);
  });
});

test("bytes of UTF-8 are counted over any length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50 }), fc.integer({ min: 1, max: 4000 }), (text, times) => {
      const long = text.repeat(times);
      expect(utf8Bytes(long)).toBe(Buffer.byteLength(long));
    }),
    { seed: 37, numRuns: 60 },
  );
});

function restFrom(lines: readonly string[], cut: Cut): LineBlock {
  const rest = lines.slice(cut.line - 1);
  const start = { firstLine: cut.line, ...(cut.column > 1 ? { firstColumn: cut.column } : {}) };
  return blockOf([[...(rest[0] ?? "")].slice(cut.column - 1).join(""), ...rest.slice(1)], start);
}

function addTo(shown: string[], part: TextSection): void {
  const [first = "", ...rest] = part.text.split("\n");
  if (part.firstColumn === undefined) shown.push(first);
  else shown.push(`${shown.pop() ?? ""}${first}`);
  shown.push(...rest);
}
