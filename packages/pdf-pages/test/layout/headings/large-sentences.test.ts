import { expect, test } from "vitest";
import type { HeadingEvidence } from "../../../src/layout/headings/candidate.ts";
import { createHeadingLevels } from "../../../src/layout/headings/heading-levels.ts";
import { isOwnSentence } from "../../../src/layout/headings/large-sentences.ts";
import { createTypeSizes } from "../../../src/layout/headings/type-sizes.ts";
import { column, flow, page } from "../pages.ts";

const text = "the text of the body that is the most of all of it";
const body = column(
  Array.from({ length: 20 }, () => text),
  { y: 400 },
);
const quote = ["We have never had so many", "visitors from abroad", "in one year."];
const heading = ["Visitors from abroad", "Opening hours", "How to find us", "Prices of the tickets"];

/** Evidence of a page with lines in 18-point type, in the middle of a document. */
function evidence(lines: readonly string[], look: { readonly isBold?: boolean } = {}, firstPage = 2) {
  const sizes = createTypeSizes();
  sizes.learn(page(column(lines, { y: 60, sizePt: 18, ...look }), body));
  return { sizes, levels: createHeadingLevels(() => firstPage) } satisfies Partial<HeadingEvidence>;
}

const large = flow("", { sizePt: 18 });

test("a sentence in large type that holds sentences is a quote from the text", () => {
  expect(isOwnSentence("We have never had so many visitors.", large, evidence(quote))).toBe(true);
  const bold = { isBold: true };
  expect(isOwnSentence("We have never had so many visitors.", { ...large, ...bold }, evidence(quote, bold))).toBe(true);
});

test("its first part in another column is one, too", () => {
  const part = "We have never had so many visitors from abroad in one year, and most of them came by train";
  expect(isOwnSentence(part, large, evidence(quote))).toBe(true);
});

test("a sentence in the type of headings, a short one, a numbered one and a title are headings", () => {
  const sentence = "We have never had so many visitors.";
  expect(isOwnSentence(sentence, large, evidence([...heading, ...heading, ...heading, sentence]))).toBe(false);
  expect(isOwnSentence("No more visitors.", large, evidence(quote))).toBe(false);
  expect(isOwnSentence("2. Why we have so many visitors.", large, evidence(quote))).toBe(false);
  expect(isOwnSentence(sentence, large, evidence(quote, {}, 1))).toBe(false);
});
