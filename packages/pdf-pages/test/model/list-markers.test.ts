import { expect, test } from "vitest";
import { listMarker, loneMarker } from "../../src/model/list-markers.ts";

test.for([
  ["• one", "-", "one"],
  ["•one", "-", "one"],
  ["\u{F0B7} one", "-", "one"],
  ["– one", "-", "one"],
  ["1. one", "1.", "one"],
  ["(iv) one", "(iv)", "one"],
  ["a) one", "a)", "one"],
  ["xviii. one", "xviii.", "one"],
  ["123) one", "123)", "one"],
  ["१. पहला", "१.", "पहला"],
  ["٢) ثانيا", "٢)", "ثانيا"],
  ["ア、 校舎", "ア、", "校舎"],
  ["十二、 予算", "十二、", "予算"],
  [".2 סעיף", "2.", "סעיף"],
  [")3 نقطة", "3)", "نقطة"],
] as const)("%s is an item", ([text, mark, rest]) => {
  expect(listMarker(text)).toEqual({ mark, rest });
});

test.for([
  "-5 degrees",
  "1.5 litres",
  "1234. Street",
  "e.g. this",
  "Mr. Smith",
  "abcdef. x",
  "1",
  "word",
  "•",
  ".5 litres",
  "一、总则",
  "ある、 日",
  "– 15 –",
  "- iv -",
])("%s is not an item", (text) => {
  expect(listMarker(text)).toBeUndefined();
});

test("a lone marker is distinguished from a word", () => {
  expect(["•", "3.", "(b)", "२.", "イ、", "is", "12345."].map(loneMarker)).toEqual([
    "sign",
    "number",
    "number",
    "number",
    "number",
    undefined,
    undefined,
  ]);
});

test.for([
  ["☐ open", "- [ ]", "open"],
  ["☑ done", "- [x]", "done"],
  ["☒ not wanted", "- [x]", "not wanted"],
  ["\u{F0FE} ticked in Wingdings", "- [x]", "ticked in Wingdings"],
] as const)("%s is an item with the state of its check box", ([text, mark, rest]) => {
  expect(listMarker(text)).toEqual({ mark, rest });
});

test("the third bullet of LaTeX is a marker before words, not in a matrix", () => {
  expect(listMarker("∗ Logic Controls")).toEqual({ mark: "-", rest: "Logic Controls" });
  expect(listMarker("∗ ∗ 0 ∗")).toBeUndefined();
  expect(listMarker("∗ x")).toBeUndefined();
});
