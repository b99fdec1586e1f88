import { expect, test } from "vitest";
import { shortenLeader } from "../../../src/layout/order/rows.ts";

test.for([
  ["Introduction ............................ 12", "Introduction .... 12"],
  ["Preface . . . . . . . . . . . . . . . . . . iv", "Preface .... iv"],
  ["Appendix………………………………A-3", "Appendix .... A-3"],
  ["And so on ...", "And so on ..."],
  ["Version 1.2.3.4.5.6", "Version 1.2.3.4.5.6"],
  ["Name: ........................", "Name: ........................"],
] as const)("%s is written as %s", ([text, expected]) => {
  expect(shortenLeader(text)).toBe(expected);
});

test.for([" .", "."])("dots that lead nowhere stay, however many there are: %j", (dots) => {
  const text = `Name:${dots.repeat(200_000)}!`;
  expect(shortenLeader(text)).toBe(text);
});
