import fc from "fast-check";
import { expect, test } from "vitest";
import { showAsked, showName, spellName } from "../../src/workspace/safe-name.ts";

test.for([
  ["a\nb\r\tc", String.raw`a\nb\r\tc`],
  ["\u001b[31mred", String.raw`\u{1b}[31mred`],
  ["\u0000\u007f\u0085\u009b", String.raw`\u{0}\u{7f}\u{85}\u{9b}`],
  ["line\u2028para\u2029", String.raw`line\u{2028}para\u{2029}`],
  ["photo\u202egnp.exe", String.raw`photo\u{202e}gnp.exe`],
  ["\u2066iso\u2069\u200e\u200f\u061c", String.raw`\u{2066}iso\u{2069}\u{200e}\u{200f}\u{61c}`],
  ["tag\u{e0041}\u{e007f}", String.raw`tag\u{e0041}\u{e007f}`],
  ["soft\u00adhy\u200bphen\ufeff\u2060", String.raw`soft\u{ad}hy\u{200b}phen\u{feff}\u{2060}`],
  ["\u3164filler\uffa0\u115f", String.raw`\u{3164}filler\u{ffa0}\u{115f}`],
  ["a\u200db", String.raw`a\u{200d}b`],
  ["\u200djoined", String.raw`\u{200d}joined`],
  ["😀\u{e0141}\u{e0142}", String.raw`😀\u{e0141}\u{e0142}`],
  ["a\ufe0f\ufe01\ufe02", "a\ufe0f" + String.raw`\u{fe01}\u{fe02}`],
  ["half\ud800", String.raw`half\u{d800}`],
] as const)("%j is shown as %s", ([name, shown]) => {
  expect(showName(name)).toBe(shown);
});

test.for([
  "plain.txt",
  "two words",
  "Café",
  "Cafe\u0301",
  "日本語.md",
  "👩‍👩‍👧‍👦.png",
  "🏳️‍🌈",
  "नमस्ते क्‍ष",
  "می‌خواهم",
  "a\u00a0b",
  "עברית",
  "a\\b",
])("%s stays as it is", (name) => {
  expect(showName(name)).toBe(name);
});

test("what a caller wrote is cut in the middle where it is long", () => {
  const shown = showAsked(`start${"x".repeat(10_000)}end`);
  expect(shown.length).toBeLessThan(310);
  expect(shown).toMatch(/^startx+…x+end$/);
  expect(showAsked("short\n")).toBe(String.raw`short\n`);
});

test("a cut through a character leaves no half of it", () => {
  expect(showAsked("😀".repeat(1001))).not.toMatch(/\p{Cs}/u);
});

test("look-alikes are told apart when they are spelled", () => {
  const names = ["a b", "a\u00a0b", "a\u202fb", "caf\u00e9", "cafe\u0301", "it's", "it\u2019s", "it\u2018s"];
  expect(new Set(names.map(spellName)).size).toBe(names.length);
  for (const name of names.slice(1, 3)) expect(spellName(name)).toMatch(/^a\\u\{[0-9a-f]+\}b$/);
});

test("nothing that is shown acts on a terminal or starts a line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50 }), (name) => {
      expect(showName(name)).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u,
      );
    }),
    { seed: 5, numRuns: 300 },
  );
});
