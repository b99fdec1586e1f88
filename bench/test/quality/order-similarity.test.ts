import { expect, test } from "vitest";
import { orderSimilarity } from "../../src/quality/score/order-similarity.ts";

test.for([
  ["the same words are the same", "One two, three.", "**one** two\n\nthree", 1],
  ["a word that is missing costs half of its share", "one two three", "one two three four", 6 / 7],
  ["a word too many costs the same", "one two three four", "one two three", 6 / 7],
  ["words in another order count once", "b a", "a b", 0.5],
  ["two columns that are read across lose what is out of order", "a1 b1 a2 b2", "a1 a2 b1 b2", 0.75],
  ["nothing is not like something", "", "one", 0],
  ["nothing is the same as nothing", "", "—", 1],
  ["forms of a letter are one letter", "ﬁnd ＡＢＣ", "find abc", 1],
] as const)("%s", ([, text, reference, similarity]) => {
  expect(orderSimilarity(text, reference)).toBeCloseTo(similarity, 10);
});
