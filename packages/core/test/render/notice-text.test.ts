import { expect, test } from "vitest";
import type { Notice } from "../../src/contract/notices.ts";
import { noticeText } from "../../src/render/notice-text.ts";

const cases: readonly (readonly [notice: Notice, words: readonly string[]])[] = [
  [
    { type: "notice", code: "encoding-guessed", encoding: "gb18030", confidence: 0.874 },
    ["gb18030", "87 %", "Send `encoding`"],
  ],
  [
    { type: "notice", code: "replacement-characters", encoding: "utf-8", count: 1 },
    ["1 place could", "is shown as U+FFFD"],
  ],
  [
    { type: "notice", code: "replacement-characters", encoding: "utf-8", count: 12_345 },
    ["12 345 places could", "are shown"],
  ],
  [
    { type: "notice", code: "mixed-encodings", encoding: "windows-1252", other: "utf-8", lines: "3" },
    ["line 3 seems to be in utf-8", "shown as windows-1252", 'Send `encoding` "utf-8" to read it'],
  ],
  [
    { type: "notice", code: "mixed-encodings", encoding: "utf-8", other: "hz-gb-2312", lines: "3, 4" },
    ["lines 3, 4 seem to be in hz-gb-2312", "to read them"],
  ],
  [
    { type: "notice", code: "escaped-characters", controls: 1, ansi: 2, bidi: 0, invisible: 3 },
    ["1 control character, 2 terminal sequences and 3 invisible characters are shown as escapes"],
  ],
  [
    { type: "notice", code: "escaped-characters", controls: 0, ansi: 0, bidi: 1, invisible: 0 },
    ["1 direction control is shown"],
  ],
  [
    { type: "notice", code: "lines-clipped", count: 1, maxLineCharacters: 2000 },
    ["1 line longer than 2000 characters is clipped"],
  ],
  [{ type: "notice", code: "lines-clipped", count: 3, maxLineCharacters: 2000 }, ["3 lines", "are clipped"]],
  [
    { type: "notice", code: "mixed-line-endings", lf: 12_345, crlf: 3, cr: 1 },
    ["12 345 LF, 3 CRLF and 1 CR", "tools that count only LF"],
  ],
  [
    { type: "notice", code: "name-disagrees", extension: "text/plain", mediaType: "application/pdf" },
    ["says text/plain", "application/pdf"],
  ],
  [{ type: "notice", code: "encoding-guessed", encoding: "utf-8", confidence: 0.998 }, ["99 %"]],
  [
    { type: "notice", code: "name-variant", asked: "a b", used: "a\\u202fb" },
    ['no "a b"', String.raw`"a\\u202fb" was read`],
  ],
  [{ type: "notice", code: "changed-while-reading", change: "grew" }, ["grew while it was read"]],
  [{ type: "notice", code: "changed-while-reading", change: "shrank" }, ["shrank", "Read it again"]],
  [{ type: "notice", code: "changed-while-reading", change: "rewritten" }, ["two versions may be mixed"]],
  [{ type: "notice", code: "changed-while-reading", change: "replaced" }, ["the old one"]],
  [{ type: "notice", code: "range-cut", asked: "lines 5-9000", limit: "tokens" }, ["lines 5-9000", "budget of tokens"]],
  [{ type: "notice", code: "range-beyond-end", asked: "90-95", total: 41 }, ["Lines 90-95 do not exist", "41 lines"]],
  [
    { type: "notice", code: "range-beyond-end", asked: "90-", total: 41 },
    ["There is no line 90: the file has 41 lines."],
  ],
  [
    { type: "notice", code: "range-beyond-end", asked: "90", total: 1 },
    ["Line 90 does not exist: the file has 1 line."],
  ],
  [
    {
      type: "notice",
      code: "media-omitted",
      kind: "image",
      mediaType: "image/png",
      reason: "not-accepted",
      bytes: 31_000,
      widthPx: 640,
      heightPx: 480,
      alt: "a harbour",
      at: { unit: "page", index: 3 },
    },
    ["An image on page 3", "image/png, 640×480, 31 KB", '"a harbour"', "does not accept"],
  ],
  [
    {
      type: "notice",
      code: "media-omitted",
      kind: "document",
      mediaType: "application/pdf",
      reason: "too-large",
      bytes: 5,
    },
    ["A document (application/pdf, 5 bytes) is not shown", "larger"],
  ],
  [
    { type: "notice", code: "media-omitted", kind: "image", mediaType: "image/png", reason: "too-many", bytes: 5 },
    ["no room"],
  ],
  [
    { type: "notice", code: "media-omitted", kind: "image", mediaType: "image/png", reason: "not-requested", bytes: 5 },
    ['view "image"'],
  ],
  [{ type: "notice", code: "empty-file" }, ["empty"]],
  [{ type: "notice", code: "no-matches", pattern: 'a"b', linesSearched: 41_233 }, ['"a\\"b"', "41 233 lines", "/…/i"]],
  [
    { type: "notice", code: "no-matches", pattern: "x", ignoresCase: true, linesSearched: 3 },
    ['Nothing matches "x" in 3 lines.'],
  ],
  [
    { type: "notice", code: "hidden-content", what: "sheets", count: 2, at: { unit: "sheet", index: 1, label: "Q3" } },
    ['2 × sheets on sheet "Q3"'],
  ],
  [
    {
      type: "notice",
      code: "hidden-content",
      what: "text that is covered",
      count: 30,
      at: { unit: "page", index: 3 },
      select: "hidden",
    },
    ["left out", "30 × text that is covered on page 3", '`select` "hidden" with `pages` "3"'],
  ],
  [{ type: "notice", code: "handler", message: "Its chart is not shown." }, ["Its chart is not shown."]],
  [
    { type: "notice", code: "handler", message: "its chart is not shown.", at: { unit: "slide", index: 4 } },
    ["Slide 4: its chart"],
  ],
];

test.for(cases)("%j", ([notice, words]) => {
  const text = noticeText(notice);
  for (const each of words) expect(text).toContain(each);
  expect(text).toMatch(/\.$/);
  expect(text).not.toMatch(/undefined|NaN|\n/);
});
