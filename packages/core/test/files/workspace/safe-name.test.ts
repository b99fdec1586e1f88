import { expect, test } from "vitest";
import { showAsked, spellName } from "../../../src/files/workspace/safe-name.ts";

test("what a caller wrote is cut in the middle where it is long", () => {
  const shown = showAsked(`start${"x".repeat(10_000)}end`);
  expect(shown.length).toBeLessThan(310);
  expect(shown).toMatch(/^"startx+…x+end"$/);
});

test("what a caller wrote cannot act on a terminal or start a line", () => {
  expect(showAsked("short\n\u001b[2J\u202e\u0000")).toBe(String.raw`"short\n\u001b[2J\u202e\u0000"`);
  expect(showAsked("\n".repeat(10_000))).not.toContain("\n");
});

test("a cut through a character leaves no half of it", () => {
  expect(showAsked(`x${"😀".repeat(1001)}`)).not.toMatch(/\p{Cs}/u);
});

test("look-alikes are spelled in escapes that JSON reads", () => {
  const names = [
    "a b",
    "a\u00a0b",
    "a\u202fb",
    "caf\u00e9",
    "cafe\u0301",
    "it's",
    "it\u2019s",
    "it\u2018s",
    "\u201cq\u201d",
  ];
  expect(new Set(names.map(spellName)).size).toBe(names.length);
  for (const name of names) {
    const spelled = spellName(name);
    expect(spelled.startsWith('"') ? JSON.parse(spelled) : spelled).toBe(name);
  }
});

test("a mark beyond four digits is spelled too", () => {
  expect(spellName("\u{1e8d0}x")).toBe(String.raw`"\ud83a\udcd0x"`);
});
