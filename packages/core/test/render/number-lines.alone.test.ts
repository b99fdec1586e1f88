import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLineNumberer, type Gutter, gutters } from "../../src/render/number-lines.ts";
import { numberText } from "../../src/render/body-text.ts";

const engines = ["simd", "plain"] as const;

interface Numbering {
  readonly gutter: Gutter;
  readonly firstLine: number;
  readonly engine: (typeof engines)[number];
}

function numberPieces(pieces: readonly string[], { gutter, firstLine, engine }: Numbering): string {
  const numberer = createLineNumberer(firstLine, gutter, { engine });
  const decoder = new TextDecoder();
  let output = "";
  for (const piece of pieces) {
    for (const numbered of numberer.number(new TextEncoder().encode(piece)))
      output += decoder.decode(numbered, { stream: true });
  }
  return output + decoder.decode();
}

/** What stands after a final newline is no line. */
function expected(text: string, firstLine: number, gutter: Gutter): string {
  if (text === "") return "";
  return text.endsWith("\n")
    ? `${numberText(text.slice(0, -1), firstLine, gutter)}\n`
    : numberText(text, firstLine, gutter);
}

describe.for(engines)("%s", (engine) => {
  test.for([
    ["", 1],
    ["\n", 1],
    ["a", 1],
    ["a\n", 9],
    ["a\nb", 9],
    ["\n\n\n", 99],
    ["exactly sixteen.\nexactly sixteen.\n", 999],
    ["exactly fifteen\nexactly fifteen", 99_999],
    ["日本語\nтекст\n", 999_999],
    [`${"x".repeat(70_000)}\n${"y".repeat(70_000)}\nz`, 9],
    ["\n".repeat(70_000), 1],
  ] as const)("numbers text %# like numberText", ([text, firstLine]) => {
    for (const gutter of gutters) {
      expect(numberPieces([text], { gutter, firstLine, engine })).toBe(expected(text, firstLine, gutter));
    }
  });

  test("numbers the same however the text is cut", () => {
    const piece = fc.string({ unit: fc.constantFrom("\n", "a", "\r", "é", "0123456789abcdef"), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom(1, 7, 95, 9_998, 99_999),
        fc.constantFrom(...gutters),
        (pieces, firstLine, gutter) => {
          expect(numberPieces(pieces, { gutter, firstLine, engine })).toBe(
            expected(pieces.join(""), firstLine, gutter),
          );
        },
      ),
      { seed: 14, numRuns: 500 },
    );
  });
});

test("bytes that are not UTF-8 pass unchanged", () => {
  const input = Uint8Array.from({ length: 512 }, (_, at) => at % 256);
  const output = [...createLineNumberer(1, "bar").number(input)].flatMap((piece) => [...piece]);
  const numbers = new Set([..."123|"].map((character) => character.charCodeAt(0)));
  const [first, second, third] = output.reduce<number[][]>(
    (lines, byte) => {
      lines.at(-1)?.push(byte);
      if (byte === 10) lines.push([]);
      return lines;
    },
    [[]],
  );
  expect([first, second, third].map((line) => String.fromCharCode(...(line ?? []).slice(0, 2)))).toEqual([
    "1|",
    "2|",
    "3|",
  ]);
  expect([first, second, third].flatMap((line) => (line ?? []).slice(2))).toEqual([...input]);
  expect(numbers.size).toBe(4);
});

test("input of many pieces is numbered through", () => {
  const lines = "\n".repeat(200_000);
  expect(numberPieces([lines], { gutter: "compact", firstLine: 1, engine: "simd" })).toBe(
    expected(lines, 1, "compact"),
  );
});

test.for([0, -1, 1.5, Number.NaN])("%f is no number of a line", (firstLine) => {
  expect(() => createLineNumberer(firstLine, "compact")).toThrow(TypeError);
});
