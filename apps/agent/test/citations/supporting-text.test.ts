import { expect, test } from "vitest";
import { parseMarks } from "../../src/citations/citation.ts";
import { supportingText } from "../../src/citations/supporting-text.ts";

const page = [
  "# What happened",
  "",
  "| UTC | Event | Who |",
  "|---|---|---|",
  "| Fri 18:42 | config.toml changed for a test | Jonas |",
  "| Sat 07:12 | First order fails | – |",
  "",
  "Nobody was called by a machine. The alarm on failed orders compares a day with the day before, and would have rung at midnight.",
].join("\n");

test.for([
  {
    claim: "the change was made on Friday evening for a test",
    text: "| Fri 18:42 | config.toml changed for a test | Jonas |",
  },
  { claim: "The first order failed at 07:12", text: "| Sat 07:12 | First order fails | – |" },
  { claim: "Nobody was called by any machine", text: "Nobody was called by a machine." },
  {
    claim: "The alarms would only have rung at midnight",
    text: "The alarm on failed orders compares a day with the day before, and would have rung at midnight.",
  },
  { claim: "The moon is made of green cheese", text: undefined },
  { claim: "", text: undefined },
])("$claim is supported by $text", ({ claim, text }) => {
  expect(supportingText(page, claim)).toBe(text);
});

test("a number decides between two similar sentences", () => {
  const text = "The pool had 50 connections on Friday. The pool had 5 connections on Saturday.";
  expect(supportingText(text, "The pool of 5 connections was too small")).toBe(
    "The pool had 5 connections on Saturday.",
  );
});

test.for([
  {
    answer: "It was small. The pool had 5 connections [a.log:2]; it was changed on Friday [b.pdf p. 2].",
    claims: ["The pool had 5 connections", "; it was changed on Friday"],
  },
  { answer: "One thing [a.log:1][a.log:2; b.pdf p. 1].", claims: ["One thing", "One thing", "One thing"] },
  { answer: "First line\n\n- Second line [a.log:1]", claims: ["- Second line"] },
  { answer: "Twice [a.log:1]. Other [a.log:1].", claims: ["Twice"] },
  { answer: "[a.log:1]", claims: [""] },
])("the statement before each mark: $answer", ({ answer, claims }) => {
  expect(parseMarks(answer, () => false).map(({ claim }) => claim)).toEqual(claims);
});
