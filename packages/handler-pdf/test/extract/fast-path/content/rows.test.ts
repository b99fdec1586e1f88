import { expect, test } from "vitest";
import { runContent, type ContentOutcome } from "../../../../src/extract/fast-path/content/run-content.ts";
import { ProbedFont, ProbedGlyph } from "../../../../src/extract/fast-path/fonts/font-store.ts";
import type { PageFont } from "../../../../src/extract/fast-path/base/painted.ts";
import { SpanBuilder } from "../../../../src/extract/fast-path/spans/span-builder.ts";
import type { StextPage } from "@reader/pdf-pages/lines";
import { resourcesOf } from "./run.ts";

const face = { name: "Sample", family: "serif", weight: "normal", style: "normal", ascender: 0.8, descender: -0.2 };

/** A font with letters of many widths and special glyphs for some codes. Codes from 0xf0 on are unknown. */
function fontOf(codeBytes: 1 | 2): ProbedFont {
  const font = new ProbedFont(codeBytes);
  font.setFace(face);
  for (let code = 0; code < 0xf0; code += 1) font.setGlyph(code, new ProbedGlyph(textOf(code), widthOf(code)));
  return font;
}

function textOf(code: number): string {
  const odd = ["", "fi", "\u0301", "\u4e2d", "\u{1f600}", "\u2019"];
  return odd[code - 1] ?? String.fromCharCode(code);
}

/** One has no width, and one is so narrow that the next might be its repetition. */
const widths: ReadonlyMap<number, number> = new Map([
  [3, 0],
  [7, 0.04],
]);

function widthOf(code: number): number {
  return widths.get(code) ?? (200 + ((code * 37) % 500)) / 1000;
}

/** The same font without tables, so that glyphs are placed one by one. */
function withoutTables({ glyphs, codeBytes }: ProbedFont): PageFont {
  return { ...face, glyphs, codeBytes };
}

interface Read {
  readonly outcome: ContentOutcome["kind"];
  readonly page: StextPage;
}

function read(content: string, fonts: readonly [single: PageFont, pair: PageFont]): Read {
  const painted = new SpanBuilder();
  const { kind: outcome } = runContent(
    Uint8Array.from(content, (sign) => sign.charCodeAt(0)),
    {
      resources: { ...resourcesOf(), font: (name) => (name === "F" ? fonts[0] : fonts[1]) },
      painted,
      tags: {
        begin: () => undefined,
        end: () => undefined,
        settle: () => undefined,
        enterForm: () => undefined,
        leaveForm: () => undefined,
        finish: () => undefined,
      },
      matrix: [1, 0, 0, -1, 0, 800],
    },
  );
  return { outcome, page: painted.page() };
}

const [single, pair] = [fontOf(1), fontOf(2)];
const long = "A long line of words, ".repeat(200);

test.for([
  "/F 10 Tf (all well and good) Tj",
  "/F 10 Tf [(kerned ) -17 (by ) 8 (whole) -3.5 ( and ) .25 (other) +4 ( numbers)] TJ",
  "/F 10 Tf [(two) -20 -30 (in a row) 5 6 7 ( or three)] TJ",
  "/F 10 Tf [-500 (in front) 250] TJ (behind) Tj",
  "/F 10 Tf [() -500 <> 20 (after) 5 ( nothing)] TJ [-20 -30 (and) 5 ( two numbers)] TJ",
  "/F 10 Tf [-20 () 30] TJ (after only numbers) Tj",
  "/F 10 Tf [(wide) -400 (gaps) -2000 (are) -90000 (lines)] TJ",
  "/F 10 Tf [(back) 3000 (wards) 9000 (far)] TJ",
  "/F 10 Tf [(bold) 2100 (bold)] TJ",
  "/F 10 Tf [(a)0(a)700(a)650(a)600(a)] TJ",
  "/F 10 Tf [(esc\\)aped \\(and\\)) 5 (nest(ed) ones) 5 (\\101\\102\n) 5 ()] TJ",
  "/F 10 Tf [<414243> -5 <4 1> 5 <6162> () <>]TJ",
  "/P 10 Tf [<004100420043> -5 <0044> (\0E\0F) 12 <00450046>] TJ",
  "/F 10 Tf [(odd \x01\x02 ones \x03 and \x04 pairs \x05 of \x06)] TJ",
  "/F 10 Tf [(nar\x07\x07\x07row) 20 (\x07) -30 (\x07a) 130 (\x07) 140 (\x07) ] TJ",
  "/F 10 Tf [(over) 140 (a) 140 (\x07) 140 (i) 140 (b) 145 (c) 149 (d) 150 (e) -149 (f)] TJ",
  "/F 10 Tf -0.4 Tc [(close) 50 (ly\x07\x07) -120 ( set)] TJ",
  "/F 10 Tf 1.5 Tc 3 Tw 80 Tz 4 Ts [(spaced ) 50 (words) -120 ( and letters)] TJ 0 Tc 0 Ts (raised) Tj",
  "/F 10 Tf [(many) 1 (lines\n) 2\n(of a)\r(list)] TJ",
  `/F 4 Tf (${long}) Tj`,
  `/F 4 Tf [${`(${long}) -5 `.repeat(3)}] TJ`,
  "/F 1 Tf 12 0 0 12 50 700 Tm (large) Tj 6 0 3 6 50 600 Tm [(slanted) -10 ( type)] TJ",
  "0 1 -1 0 50 50 Tm /F 10 Tf [(turned) -10 ( type)] TJ",
  "1 0 0 -1 50 50 Tm /F 10 Tf [(upside) -10 ( down)] TJ",
  "/F -10 Tf [(left) -10 (wards)] TJ",
  "/F 0 Tf [(no) -10 ( size)] TJ",
  "/F 10 Tf 1 Tr [(stroked) 4 ( text)] TJ 3 Tr [(hidden) 4 ( text)] TJ",
  "/F 10 Tf [(same) 4 ( font)] TJ /F 10 Tf [(again)] TJ T* [(below)] TJ",
])("%s gives the same in rows as glyph by glyph", (content) => {
  const page = `BT 50 700 Td 12 TL ${content} ET`;
  const inRows = read(page, [single, pair]);
  expect(inRows.outcome).toBe("done");
  expect(inRows).toEqual(read(page, [withoutTables(single), withoutTables(pair)]));
});

test.for([
  ["[(known) 5 (\xf0 and not)] TJ", "unknown"],
  ["[(known) 5 (not \xff)] TJ (\xf1) Tj", "unknown"],
  ["/P 10 Tf [<0041> 5 <004100>] TJ", "bail"],
  ["[(list) 5 /name] TJ", "bail"],
  ["[(list) 5- (of)] TJ", "bail"],
  ["[(list) 12345678901 (of)] TJ", "bail"],
  ["[(open", "bail"],
  ["[(open) 5", "bail"],
  ["[(open) <41", "bail"],
] as const)("%s ends as glyph by glyph: %s", ([content, outcome]) => {
  const page = `BT 50 700 Td /F 10 Tf ${content} ET`;
  expect(read(page, [single, pair]).outcome).toBe(outcome);
  expect(read(page, [withoutTables(single), withoutTables(pair)]).outcome).toBe(outcome);
});

test("a row of a rejected page leaves nothing to the next page", () => {
  read("BT /F 10 Tf [(left over) 500 /name] TJ ET", [single, pair]);
  const { page } = read("BT /F 10 Tf 50 700 Td [(new)] TJ ET", [single, pair]);
  expect(JSON.stringify(page)).not.toContain("over");
  expect(page).toEqual(read("BT /F 10 Tf 50 700 Td (new) Tj ET", [single, pair]).page);
});
