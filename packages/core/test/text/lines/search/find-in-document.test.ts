import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LineBlock } from "../../../../src/text/lines/line.ts";
import { openSearch } from "../../../../src/text/lines/search/find-lines.ts";
import type { StreamItem } from "../../../../src/text/lines/stream.ts";
import { parseFind } from "../../../../src/request/check-request.ts";

async function* inBlocks(lines: readonly string[], size: number): AsyncGenerator<StreamItem> {
  for (let at = 0; at < lines.length; at += size) {
    const piece = lines.slice(at, at + size);
    yield { type: "lines", text: piece.join("\n"), lineCount: piece.length, firstLine: at + 1 };
  }
}

interface Options {
  readonly size?: number;
  readonly isExact?: true;
  readonly context?: number;
  readonly maxLineCharacters?: number;
}

async function find(text: string, pattern: string, options: Options = {}) {
  const { size = 100, isExact, context = 0, maxLineCharacters = 2000 } = options;
  const { value } = parseFind(pattern, context);
  if (value === undefined) throw new Error(`${pattern} is no pattern`);
  const asked = isExact === undefined ? value : { ...value, isExact };
  const search = await openSearch(asked, { maxLineCharacters, isDocument: true });
  const count = { lines: 0, matches: 0 };
  const blocks: LineBlock[] = [];
  for await (const item of search.find(inBlocks(text.split("\n"), size), count))
    if (item.type === "lines") blocks.push(item);
  return { blocks, count };
}

async function linesWith(text: string, pattern: string, options?: Options) {
  const { blocks } = await find(text, pattern, options);
  return blocks.flatMap((block) => block.matches ?? []);
}

describe("text of a document", () => {
  test.for<readonly [text: string, pattern: string]>([
    ["state\u2011of\u2010the\u2010art", "state-of-the-art"],
    ["10\u201320 of \u221220", "10-20"],
    ["10\u201320 of \u221220", "-20"],
    ["a\u00admaz\u00ading", "amazing"],
    ["the dif\u2011 ferences", "the differences"],
    ["the dif-\nferences of", "the differences of"],
    ["a well-\nknown fact", "a well-known fact"],
    ["HYPHEN-\nATION", "HYPHENATION"],
    ["in 2018\u2013 23 and", "2018-23"],
    ["1914 \u2013 1918", "1914-1918"],
    ["word\u2014word", "word - word"],
    ["use \u2013flag here", "--flag"],
    ["of\uFB01ce and \uFB02oor", "office and floor"],
    ["\uFF28\uFF25\uFF2C\uFF2C\uFF2F\u3000\uFF11", "HELLO 1"],
    ["\uFF76\uFF9E\uFF97\uFF7D", "ガラス"],
    ["résumé of Łódź", "resume of Lodz"],
    ["resume of Lodz", "résumé of Łódź"],
    ["re\u0301sume\u0301", "résumé"],
    ["a\u00a0b\u2009c\u202fd", "a b c d"],
    ["two  spaces\tand tabs", "two spaces and tabs"],
    ["S U M M A R Y  O F  F A C T S", "SUMMARY OF FACTS"],
    ["S U M M A R Y:", "SUMMARY"],
    ["\u201cDon\u2019t\u201d \u2026", '"Don\'t" ...'],
    ["E = mc², H₂O", "mc2, H2O"],
    ["the **bold** word", "the bold word"],
    ["5 \\* 3 and 2\\*3", "2*3"],
    ["the first part\nof a sentence", "part of a sentence"],
    ["これは日本\n語です", "日本語"],
    ["日 本 語", "日本語"],
    ["ภาษา\nไทย", "ภาษาไทย"],
    ["مُحَمَّد", "محمد"],
    ["\uFEB3\uFEFC\uFEE1", "سلام"],
    ["שָׁלוֹם", "שלום"],
    ["straße", "strasse"],
    ["zero\u200bwidth\u2060joined", "zerowidthjoined"],
    ["of [Acme Corporation](https://example.org/a_(b)-c) will", "of Acme Corporation will"],
    ["the [vendor](a.html)s", "the vendors"],
    ["see [![a logo](logo.png)](home.html) here", "see a logo here"],
    ["see [Acme\nCorporation](https://example.org) will", "Acme Corporation will"],
    ["the contract[^1] shall", "the contract shall"],
    ["number `AB_12` to ~~old~~ new", "number AB_12 to old new"],
    ['<u>part</u>ially H<sub>2</sub>O <span style="a-b">red</span>ness', "partially H2O redness"],
    ["write to <jo@example.org>.", "write to jo@example.org"],
    ["|a cell<br>of two|12|", "a cell of two 12"],
    ["|Pump A\\|B|−35|", "A|B -35"],
    ["> the first line\n> goes on", "first line goes on"],
    ["10⁻³ mol", "10-3 mol"],
    ["계약을 체 결한다", "체결한다"],
    ["契約金額 12,500円、30 日", "契約金額12,500円、30日"],
  ])("%j contains %j", async ([text, pattern]) => {
    expect((await linesWith(text, pattern)).length).toBe(text.split("\n").length);
  });

  test.for<readonly [text: string, pattern: string]>([
    ["a b", "ab"],
    ["wellknown", "well-known"],
    ["well known", "well-known"],
    ["10 - 20", "1020"],
    ["10-20", "1020"],
    ["Jean- Paul", "JeanPaul"],
    ["one\ntwo", "onetwo"],
    ["| one | two |\n| three | four |", "two three"],
    ["# Title\nText", "Title Text"],
    ["- one\n- two", "one two"],
    ["end of a paragraph.\n\nthe next", "paragraph. the"],
    ["a paragraph\n\nNext", "paragraph Next"],
    ["23", "2*3"],
    ["Cdir", "C\\dir"],
    ["[one] two", "one two"],
    ["a|b", "a b"],
    ["a <b and> c", "a c"],
  ])("%j does not contain %j", async ([text, pattern]) => {
    expect(await linesWith(text, pattern)).toEqual([]);
  });

  test("goes on after a page break or the end of a column if a sentence does", async () => {
    expect(await linesWith("of the dif-\n\nferences between", "differences")).toEqual([1, 3]);
    expect(await linesWith("of the many\n\nthings", "many things")).toEqual([1, 3]);
  });

  test("is matched to the character on request", async () => {
    expect(await linesWith("the dif-\nferences, résumé", "differences", { isExact: true })).toEqual([]);
    expect(await linesWith("the dif-\nferences, résumé", "résumé", { isExact: true })).toEqual([2]);
  });

  test.for<readonly [text: string, pattern: string, lines: readonly number[]]>([
    ["the dif-\nferences", "/differ\\w+/", [1, 2]],
    ["the dif\u2010 ferences", "/DIFFERENCES/i", [1]],
    ["a well-\nknown fact", "/well-known/", [1, 2]],
    ["in 2018\u2013 23", "/\\d{4}-\\d\\d/", [1]],
    ["of\uFB01ce", "/off?ice/", [1]],
    ["résumé", "/r[eé]sum[eé]/", [1]],
    ["resume", "/résumé/", [1]],
    ["first\nsecond", "/first second/", [1, 2]],
    ["first\nsecond", "/first.*second/", []],
    ["first\nsecond", "/^second$/", [2]],
    ["first\nsecond", "/^first$/", [1]],
    ["a\u00a0b", "/a b/", [1]],
    ["x\n\ny", "/^$/", [2]],
    ["[Acme](https://example.org) will", "/Acme will/", [1]],
    ["[Acme](https://example.org) will", "/example\\.org/", [1]],
    ["|Total|4,870|", "/Total \\d/", [1]],
  ])("in %j, the expression %j matches the lines %j", async ([text, pattern, lines]) => {
    expect(await linesWith(text, pattern)).toEqual(lines);
  });

  test("is found in a long line, and shown from shortly before the match", async () => {
    const text = `${"x ".repeat(500)}dif\u2010 ferences${" y".repeat(500)}`;
    const { blocks } = await find(text, "differences", { maxLineCharacters: 100 });
    expect(blocks.map(({ firstColumn, text: shown }) => [firstColumn, shown.indexOf("dif\u2010 ferences")])).toEqual([
      [976, 25],
    ]);
  });
});

/** Ways in which a page shows a character or the gap between two. */
const shownAs: Readonly<Record<string, readonly string[]>> = {
  "-": ["-", "\u2010", "\u2011", "\u2013", "\u2014", "- ", "\u2013 ", "-\n"],
  " ": [" ", "\u00a0", "\u2009", "\u202f", "  ", "\t", "\n", " \n"],
  "'": ["'", "\u2019", "\u2018"],
  '"': ['"', "\u201c", "\u201d"],
  e: ["e", "é", "e\u0301", "ｅ", "è"],
  a: ["a", "ä", "ａ", "a\u00ad"],
  n: ["n", "ñ", "n\u00ad\n", "n\u2010 ", "n-\n"],
};

const plainText = fc
  .array(fc.stringMatching(/^[eanx1]{1,6}$/), { minLength: 1, maxLength: 6 })
  .chain((words) =>
    fc
      .array(fc.constantFrom(" ", "-", "'", ' "'), { minLength: words.length, maxLength: words.length })
      .map((joints) => words.map((word, at) => (at === 0 ? word : `${joints[at] ?? " "}${word}`)).join("")),
  );

/** A text and one of the ways to show it. */
const shownText = plainText.chain((plain) => {
  const characters = Array.from(plain);
  const choices = characters.map((each, at) => {
    const next = characters[at + 1] ?? "";
    const breaks = /^[eanx]$/.test(next);
    const ways = (shownAs[each] ?? [each]).filter((way) => breaks || !/[a-z].*[-\u2010\u00ad\n]/.test(way));
    return fc.constantFrom(...ways);
  });
  return fc.tuple(
    fc.constant(plain),
    fc.tuple(...choices).map((parts) => parts.join("")),
  );
});

describe("properties", () => {
  test("what was put into a document in any of these ways is found as readers type it, and shown as it is", async () => {
    await fc.assert(
      fc.asyncProperty(shownText, fc.integer({ min: 1, max: 4 }), async ([plain, shown], size) => {
        const lines = ["Op.", "", `Voor, ${shown}, goud.`, "", "Of."].join("\n");
        const { blocks } = await find(lines, plain, { size });
        const wanted = shown.split("\n").map((_, at) => at + 3);
        expect(blocks.map(({ firstLine }) => firstLine)).toEqual(wanted);
        expect(blocks.flatMap(({ matches }) => matches ?? [])).toEqual(wanted);
        expect(blocks.map(({ text }) => text)).toEqual(lines.split("\n").slice(2, 2 + wanted.length));
      }),
      { seed: 20, numRuns: 1000 },
    );
  });

  test("everything that an exact search finds is found", async () => {
    const text = fc.array(fc.stringMatching(/^[-ab é*\\.|]{0,12}$/u), { minLength: 1, maxLength: 8 });
    const pattern = fc.constantFrom(
      "a",
      "a b",
      "-a",
      "a-",
      "é",
      "/a.*b/",
      "/^a/",
      "/b$/",
      "/[^a]b/",
      "/a*/",
      "*",
      "\\a",
      "--",
    );
    await fc.assert(
      fc.asyncProperty(text, pattern, fc.integer({ min: 1, max: 9 }), async (lines, wanted, size) => {
        const exact = await linesWith(lines.join("\n"), wanted, { isExact: true });
        const found = new Set(await linesWith(lines.join("\n"), wanted, { size }));
        expect(exact.filter((line) => !found.has(line))).toEqual([]);
      }),
      { seed: 21, numRuns: 500 },
    );
  });

  test("the lines shown do not depend on the blocks", async () => {
    const words = fc.constantFrom("dif-", "ferences", "", "differences", "other", "Dif-", "# x");
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(2),
        async (lines, size, context) => {
          const numbers = async (each: number) =>
            (await find(lines.join("\n"), "differences", { size: each, context })).blocks.map(
              ({ firstLine, matches }) => [firstLine, matches],
            );
          expect(await numbers(size)).toEqual(await numbers(1000));
        },
      ),
      { seed: 22, numRuns: 500 },
    );
  });
});
