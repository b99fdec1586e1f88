import { expect, test } from "vitest";
import { asVisualVowel, cleanText, withoutClusterAgain } from "../../src/model/clean-text.ts";

test.for([
  ["ligatures become letters", "e\uFB03cient \uFB01nds \uFB02ow", "efficient finds flow"],
  ["Arabic presentation forms become letters", "\uFEE3\uFEAE\uFEA3\uFE92\uFE8E", "\u0645\u0631\u062D\u0628\u0627"],
  ["every width of space becomes a space", "a\u00A0b\u2009c\u202Fd", "a b c d"],
  [
    "the signs of columns become those of rows",
    "\uFE41\u91CD\u8981\uFE42\uFE12\uFE35\u4E00\uFE36\uFE10",
    "「重要」。（一），",
  ],
  ["a letter and the mark after it become one", "cafe\u0301 na\u0131\u0308ve", "caf\u00E9 na\u00EFve"],
  ["a dotless letter stays so without such a letter", "k\u0131\u0331z", "k\u0131\u0331z"],
  ["a byte order mark goes", "\uFEFFa", "a"],
  ["a soft hyphen stays for the joining of lines", "exam\u00AD", "exam\u00AD"],
  ["the three hyphens that macOS writes for one glyph become one", "1991-\u00AD\u20102000", "1991-2000"],
  [
    "a place for a break goes, but not between words of Thai",
    "re\u200Bsponse \u0E01\u200B\u0E02",
    "response \u0E01\u200B\u0E02",
  ],
  ["astral characters stay whole", "\u{1F600} \u{1D518}", "\u{1F600} \u{1D518}"],
  ["plain text stays as it is", "plain", "plain"],
] as const)("%s", ([, text, expected]) => {
  expect(cleanText(text)).toBe(expected);
});

test.for([
  ["after its letter", `${asVisualVowel("ெ")}ம`, "மெ"],
  ["after joined letters", `${asVisualVowel("ি")}দ্ধ`, "দ্ধি"],
  ["together with the part behind the letter", `${asVisualVowel("ே")}கா`, "கோ"],
  ["alone where no letter follows", `க ${asVisualVowel("ெ")}`, "க ெ"],
])("a vowel sign that was painted before its letter is put %s", ([, painted = "", expected]) => {
  expect(cleanText(painted)).toBe(expected);
});

test.for([
  ["a Latin letter", "a"],
  ["a vowel sign painted before its letter", `${asVisualVowel("\u0BC6")}\u0BAE`],
])("no more than a few marks of %s are sorted, which takes time by the square of their number", ([, letter = ""]) => {
  expect(cleanText(letter + "\u0301\u0316".repeat(20))).toContain("\u0301\u0316");
});

test.for([
  ["once before a vowel sign around it", "சககோதர", "சகோதர"],
  ["once with the letters joined to it", "അന്യന്യോന്യം", "അന്യോന്യം"],
  ["twice before another vowel sign", "মননের", "মননের"],
])("a letter that is given twice is kept %s", ([, given = "", expected]) => {
  expect(cleanText(given)).toBe(expected);
});

test("a letter at the end of a text goes if the next one begins with it again, before a vowel sign around it", () => {
  expect(withoutClusterAgain("வருடன", "னொருவர்")).toBe("வருட");
  expect(withoutClusterAgain("சகக", "ோதர")).toBe("சக");
  expect(withoutClusterAgain("வருடன", "னுடன்")).toBe("வருடன");
});
