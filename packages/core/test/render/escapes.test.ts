import { existsSync, readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countEscapes, escapeName, escapeText, needsEscape } from "../../src/render/escapes.ts";
import { corpus } from "../corpus/corpus.ts";

const none = { controls: 0, ansi: 0, bidi: 0, invisible: 0 };

describe("what is shown as an escape", () => {
  test.for([
    ["a colour", "\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m", { ansi: 2 }],
    ["a one-byte CSI", "\x9b31m", "\\x9b31m", { ansi: 1 }],
    ["a title sequence and its bell", "\x1b]0;x\x07", "\\x1b]0;x\\x07", { ansi: 1, controls: 1 }],
    ["NUL, backspace, form feed, DEL", "\0\b\f\x7f", "\\x00\\x08\\x0c\\x7f", { controls: 4 }],
    ["a carriage return", "a\rb", "a\\x0db", { controls: 1 }],
    ["NEL", "a\x85b", "a\\x85b", { controls: 1 }],
    ["line and paragraph separators", "\u2028\u2029", "\\u2028\\u2029", { invisible: 2 }],
    ["overrides and isolates", "\u202aa\u202e\u2066b\u2069", "\\u202aa\\u202e\\u2066b\\u2069", { bidi: 4 }],
    ["an override in Hebrew", "שלום\u202eabc", "שלום\\u202eabc", { bidi: 1 }],
    ["direction marks in Latin", "a\u200eb\u200fc\u061cd", "a\\u200eb\\u200fc\\u061cd", { bidi: 3 }],
    ["a row of marks in Hebrew", "שלום\u200e\u200f\u200e", "שלום\\u200e\\u200f\\u200e", { bidi: 3 }],
    ["marks on a Latin line beside a Hebrew one", "שלום\nab\u200ec", "שלום\nab\\u200ec", { bidi: 1 }],
    ["tag characters", "a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}", { invisible: 2 }],
    ["a flag that nobody has", "🏴\u{e0075}\u{e0073}\u{e007f}", "🏴\\u{e0075}\\u{e0073}\\u{e007f}", { invisible: 3 }],
    [
      "a flag that goes on",
      "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e0041}\u{e007f}",
      "🏴\\u{e0067}\\u{e0062}\\u{e0065}\\u{e006e}\\u{e0067}\\u{e0041}\\u{e007f}",
      { invisible: 7 },
    ],
    ["zero-width characters in Latin", "is\u200bAd\u200cmi\u200dn", "is\\u200bAd\\u200cmi\\u200dn", { invisible: 3 }],
    ["joiners after digits and spaces", "1\u200d2 \u200c3", "1\\u200d2 \\u200c3", { invisible: 2 }],
    ["a row of joiners in Persian", "می\u200c\u200d\u200cخ", "می\\u200c\\u200d\\u200cخ", { invisible: 3 }],
    ["a joiner that ends an emoji", "😀\u200d", "😀\\u200d", { invisible: 1 }],
    ["a byte order mark within", "a\ufeffb", "a\\ufeffb", { invisible: 1 }],
    ["a soft hyphen", "a\u00adb", "a\\xadb", { invisible: 1 }],
    ["word joiners and invisible operators", "a\u2060b\u2062c\u2064d", "a\\u2060b\\u2062c\\u2064d", { invisible: 3 }],
    ["Hangul fillers", "\u3164\uffa0\u115f\u1160", "\\u3164\\uffa0\\u115f\\u1160", { invisible: 4 }],
    ["annotations", "\ufff9a\ufffab\ufffb", "\\ufff9a\\ufffab\\ufffb", { invisible: 3 }],
    ["the Mongolian separator in Latin", "a\u180eb", "a\\u180eb", { invisible: 1 }],
    ["selectors after letters", "a\ufe0fb\ufe00", "a\\ufe0fb\\ufe00", { invisible: 2 }],
    ["a digit that is no keycap", "1\ufe0f2", "1\\ufe0f2", { invisible: 1 }],
    ["a second selector", "❤\ufe0f\ufe0f", "❤\ufe0f\\ufe0f", { invisible: 1 }],
    ["an ideographic selector after Latin", "a\u{e0100}", "a\\u{e0100}", { invisible: 1 }],
    ["a second ideographic selector", "葛\u{e0100}\u{e0101}", "葛\u{e0100}\\u{e0101}", { invisible: 1 }],
    ["halves of pairs", "\ud83dx\ude00", "\\ud83dx\\ude00", { invisible: 2 }],
    ["music controls", "\u{1d173}\u{1d17a}", "\\u{1d173}\\u{1d17a}", { invisible: 2 }],
    ["a joiner of letters on a letter", "a\u034fb", "a\\u034fb", { invisible: 1 }],
  ] as const)("%s", ([, text, shown, counts]) => {
    expect(escapeText(text)).toBe(shown);
    expect(needsEscape(text)).toBe(true);
    expect(countEscapes(text)).toEqual({ ...none, ...counts });
  });
});

describe("what stays as it is", () => {
  test.for([
    ["plain text", "Plain text: tabs\tand\nlines, ~!@#$%^&*()"],
    ["a backslash", "\\x1b \\u202e C:\\new"],
    ["letters of everywhere", "Ünïcödé 東京 서울 Москва القاهرة दिल्ली ไทย"],
    ["unusual spaces", "a\u00a0b\u3000c\u2009d"],
    ["combining marks in a row", "Z̷̢͈a̸̗̾l̴̪̽g̵̺̈́ọ̶̈́"],
    ["emoji", "😀 👍🏽 ☁️ ❤️ ©️ ✔︎"],
    ["emoji sequences", "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👁️‍🗨️ 🧑🏽‍🚀 🧑🏻‍🤝‍🧑🏿"],
    ["keycaps", "1️⃣ #️⃣ *️⃣"],
    [
      "flags",
      "🇯🇵🇧🇷 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
    ],
    ["Persian", "می‌خواهم، کتاب‌ها"],
    ["Arabic with a joiner at the end", "ه\u200d"],
    ["Indic conjuncts", "क्‍ष श्‌च ශ්‍රී ക്‍ র‍্য"],
    ["Khmer, Thai and Burmese line breaks", "ភាសា\u200bខ្មែរ ภาษา\u200bไทย မြန်\u200bမာ"],
    ["Mongolian", "ᠮᠣᠩᠭᠣᠯ\u180bᠠ\u180eᠠ"],
    ["single marks in Hebrew and Arabic", "שלום\u200f! (C++\u200e) مرحبا\u061c."],
    ["ideographic variants", "葛\u{e0100}城 辻\u{e0101}"],
    ["standardised variants", "∩\ufe00 、\ufe00 0\ufe00"],
    ["Old Korean", "\u115f\u1161 \u1100\u1160"],
    ["astral letters", "𠮷野家 𝒳 𓀀"],
    ["the replacement character", "\ufffd"],
  ] as const)("%s", ([, text]) => {
    expect(escapeText(text)).toBe(text);
    expect(needsEscape(text)).toBe(false);
    expect(countEscapes(text)).toEqual(none);
  });
});

const units = fc.constantFrom(
  ..."aZ1 \n\t\\",
  "\x1b",
  "\r",
  "\u202e",
  "\u200e",
  "\u200d",
  "\u200c",
  "\u200b",
  "\ufe0f",
  "\ufeff",
  "\ud83d",
  "\ude00",
  "\u{1f600}",
  "\u{1f3f4}",
  "\u{e0067}",
  "\u{e007f}",
  "❤",
  "ש",
  "ی",
  "क",
  "東",
);
const texts = fc.array(units, { maxLength: 30 }).map((parts) => parts.join(""));

test("what is escaped needs no more escapes", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(needsEscape(escapeText(text))).toBe(false);
      expect(needsEscape(text)).toBe(escapeText(text) !== text);
    }),
    { seed: 9, numRuns: 2000 },
  );
});

test("lines are escaped alike alone and together", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(escapeText(text)).toBe(text.split("\n").map(escapeText).join("\n"));
    }),
    { seed: 10, numRuns: 2000 },
  );
});

test("the counts add up to the escapes", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { controls, ansi, bidi, invisible } = countEscapes(text);
      const written = (some: string): number => some.match(/\\[xu]/g)?.length ?? 0;
      expect(controls + ansi + bidi + invisible).toBe(written(escapeText(text)) - written(text));
    }),
    { seed: 11, numRuns: 2000 },
  );
});

test("a name stands on one line", () => {
  expect(escapeName("a\nb\tc\u202ed é 日本")).toBe("a\\x0ab\\x09c\\u202ed é 日本");
  expect(escapeName("12\ttext\n[page 1]")).not.toMatch(/[\n\t]/);
});

const trojans = new URL("hostile/text-trojan-source/", corpus);

test.skipIf(!existsSync(trojans))("the Trojan Source files show what they hide (skipped without the corpus)", () => {
  const attacks = readdirSync(trojans).filter((name) =>
    /-(?:commenting-out|early-return|stretched-string|invisible-function)\./.test(name),
  );
  expect(attacks.length).toBeGreaterThan(10);
  for (const name of attacks) {
    const text = readFileSync(new URL(name, trojans), "utf8");
    const { bidi, invisible } = countEscapes(text);
    expect(bidi + invisible, name).toBeGreaterThan(0);
    expect(escapeText(text)).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  }
});
