import { expect, test } from "vitest";
import { createWordMemory, dropSoftHyphens, joinLines } from "../../../src/layout/paragraphs/hyphenation.ts";
import { learnWords } from "../../../src/layout/paragraphs/hyphenation.ts";
import { block, line, page } from "../pages.ts";

function memoryOf(text: string) {
  const memory = createWordMemory();
  memory.learn(text);
  return memory;
}

test.for([
  ["a word that a hyphen divides is made whole", "for exam-", "ple this", "", "for example this"],
  ["a hyphen that the document writes elsewhere stays", "a self-", "locking nut", "self-locking", "a self-locking nut"],
  ["a word that is known without one loses it", "a co-", "operation", "cooperation", "a cooperation"],
  ["two words that are known alone stay two", "the large-", "scale test", "large scale", "the large-scale test"],
  ["a hyphen before a capital stays", "the Boots-", "Smith nut", "", "the Boots-Smith nut"],
  ["a hyphen after a digit stays", "the 20-", "year plan", "", "the 20-year plan"],
  ["a hyphen before a digit stays", "of COVID-", "19 and others", "", "of COVID-19 and others"],
  ["a hyphen in an address stays", "see http://a.org/cgi-", "bin/man.cgi.", "", "see http://a.org/cgi-bin/man.cgi."],
  ["an address goes on after its scheme", "see http:", "//a.org/node/6505.", "", "see http://a.org/node/6505."],
  ["a hyphen after non stays", "a non-", "governmental body", "", "a non-governmental body"],
  ["a hyphen after well stays", "a well-", "known survey", "", "a well-known survey"],
  ["a word that begins with well is made whole", "for well-", "being", "", "for wellbeing"],
  ["a hyphen between two equal vowels stays", "the re-", "evaluation", "", "the re-evaluation"],
  ["what only begins as a prefix does is made whole", "the re-", "sult is non-", "", "the result is non-"],
  ["a word that begins with non is made whole", "mere non-", "sense", "", "mere nonsense"],
  ["a dash with space is no hyphen", "a thing -", "the other", "", "a thing - the other"],
  ["a soft hyphen goes without question", "exam\u00AD", "ple", "", "example"],
  ["other lines are joined with a space", "one", "two", "", "one two"],
  ["ideographs are joined without", "日本", "語の", "", "日本語の"],
  ["Korean words are joined with a space", "한국", "사람", "", "한국 사람"],
] as const)("%s", ([, before, next, known, expected]) => {
  expect(joinLines([before, next], memoryOf(known))).toBe(expected);
});

test("soft hyphens within a line are removed", () => {
  expect(dropSoftHyphens("ex\u00ADam\u00ADple")).toBe("example");
});

test("the halves of a hyphenated word are not learned", () => {
  const memory = createWordMemory();
  const texts = ["a whole large-", "scale word"];
  learnWords(page(block(...texts.map((text, index) => line(text, { y: 100 + 12 * index })))), memory);
  expect(["whole", "large", "scale", "word"].map((word) => memory.knows(word))).toEqual([true, false, false, true]);
});

test("a paragraph of very many lines is joined quickly", () => {
  const lines = Array.from({ length: 200_000 }, () => "a line that ends with a divi-");
  expect(joinLines(lines, createWordMemory())).toHaveLength(200_000 * 28 + 1);
});

test.for([
  [
    "an address of the web",
    ["See https://a.example/long/", "path/page.html for more"],
    "See https://a.example/long/path/page.html for more",
  ],
  ["its query", ["https://a.example/page?", "query=1&x=2"], "https://a.example/page?query=1&x=2"],
  ["an address that ends with its line", ["See https://a.example/", "for more"], "See https://a.example/ for more"],
  ["words with a bar", ["either and/", "or both"], "either and/ or both"],
] as const)("joins %s", ([, lines, text]) => {
  expect(joinLines(lines, createWordMemory())).toBe(text);
});
