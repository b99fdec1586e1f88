import type { RecognisedLine } from "@reader/core/internal";
import { expect, test } from "vitest";
import { withLettersForBars } from "../../src/layout/blocks.ts";
import { typed } from "./print.ts";

/** A line of 20 pixels. Words with descenders, and bars if requested, reach 4 pixels further down. */
function lineOf(text: string, hasLongBars: boolean): RecognisedLine {
  const [line] = typed([text], [40, 60]);
  if (line === undefined) throw new Error("no line");
  const reachesDown = (word: string): boolean => (word.startsWith("|") ? hasLongBars : /[gpqy]/.test(word));
  const words = line.words.map((word) => {
    const { y1 } = word.box;
    return { ...word, box: { ...word.box, y1: reachesDown(word.text) ? y1 + 4 : y1 } };
  });
  return { ...line, words };
}

function textOf(text: string, bars: "short" | "long"): string | undefined {
  return withLettersForBars([[lineOf(text, bars === "long")]])[0]?.[0]?.text;
}

test.for<readonly [string, string]>([
  ["| own the car", "I own the car"],
  ["when | say so", "when I say so"],
  ["then |'m late", "then I'm late"],
])("a bar that ends on the baseline is the word I: %s", ([read, meant]) => {
  expect(textOf(read, "short")).toBe(meant);
});

test.for<readonly [string, string, "short" | "long"]>([
  ["reaches below the line", "cat names | grep one", "long"],
  ["stands before a capital, as the edge of a cell does", "| Item", "short"],
  ["ends its line, as a frame does", "the pipeline |", "short"],
])("a bar stays where it %s", ([, text, bars]) => {
  expect(textOf(text, bars)).toBe(text);
});
