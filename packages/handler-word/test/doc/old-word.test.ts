import { Buffer } from "node:buffer";
import { bitFlips, collect } from "@reader/testkit";
import { ReadError } from "@reader/core";
import { expect, test } from "vitest";
import { doc } from "../../src/index.ts";
import { noticesIn, readAll } from "../support/read-all.ts";
import { type BuiltRun, buildOldWordDocument } from "./old-word-builder.ts";

/** Modifiers of Word 6: a paragraph in a table, the end of a row, a special character, and fonts by their index. */
const inTable = [24, 1];
const rowEnd = [24, 1, 25, 1];
const special = [117, 1];
const fontOf = (font: number): readonly number[] => [93, font, 0];

function paragraph(text: string, modifiers: readonly number[] = [], style = 0): OldParagraph {
  return { runs: [{ text }], modifiers, style };
}

interface OldParagraph {
  readonly runs: readonly BuiltRun[];
  readonly modifiers: readonly number[];
  readonly style: number;
}

test("keeps the paragraphs of a cell together", async () => {
  const cells = ["Atoms\r", "i-j\u0007", "Distance\u0007", "C-N\u0007", "1.9\u0007"].map((text) =>
    paragraph(text, inTable),
  );
  const file = await buildOldWordDocument({
    paragraphs: [
      ...cells.slice(0, 3),
      paragraph("\u0007", rowEnd),
      ...cells.slice(3),
      paragraph("\u0007", rowEnd),
      paragraph("After\r"),
    ],
  });
  expect((await readAll(doc(), file)).text).toBe("|Atoms<br>i-j|Distance|\n|---|---|\n|C-N|1.9|\n\nAfter\n");
});

test("has headings, and footnotes where their marks are", async () => {
  const file = await buildOldWordDocument({
    paragraphs: [
      paragraph("Theory\r", [], 1),
      {
        runs: [{ text: "Known" }, { text: "\u0002", modifiers: special }, { text: " since\r" }],
        modifiers: [],
        style: 0,
      },
    ],
    footnotes: { marks: [12], texts: ["\u0002 By Ada.\r"] },
  });
  const { text, events } = await readAll(doc(), file);
  expect(text).toBe("# Theory\n\nKnown[^1] since\n\n[^1]: By Ada.\n");
  expect(noticesIn(events).join(" ")).toMatch(/Word 6 or 95.* embedded objects, .* names of authors are not shown/);
});

test("shows the characters of a symbol font", async () => {
  const file = await buildOldWordDocument({
    fonts: ["Times", "Symbol"],
    paragraphs: [{ runs: [{ text: "D", modifiers: fontOf(1) }, { text: "E = D\r" }], modifiers: [], style: 0 }],
  });
  expect((await readAll(doc(), file)).text).toBe("ΔE = D\n");
});

test.for([
  [100, "Δ\n"],
  [20_000, "D\n"],
] as const)("reads a limited number of fonts, here one behind %i others", async ([others, expected]) => {
  const file = await buildOldWordDocument({
    fonts: [...Array.from({ length: others }, () => ""), "Symbol"],
    paragraphs: [{ runs: [{ text: "D", modifiers: [93, others & 0xff, others >> 8] }, { text: "\r" }] }],
  });
  expect((await readAll(doc(), file)).text).toBe(expected);
});

test.for([
  ["a footer that the section states", [153, 0x08], "Footer: N 474"],
  ["a text that no section states", [], "Header: N 474"],
] as const)("reads %s", async ([, section, expected]) => {
  const file = await buildOldWordDocument({
    section,
    headers: ["N 474\r"],
    paragraphs: [paragraph("Body\r")],
  });
  expect((await readAll(doc(), file)).text).toBe(`${expected}\n\nBody\n`);
});

test("reads text with two bytes per character between control characters", async () => {
  const katakana = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]).toString("latin1");
  const file = await buildOldWordDocument({
    language: 0x411,
    paragraphs: [
      {
        runs: [{ text: `${katakana}\u000b${katakana}` }, { text: "\u0002", modifiers: special }, { text: "\r" }],
        modifiers: [],
        style: 1,
      },
      paragraph(`${katakana}\r`),
    ],
    footnotes: { marks: [13], texts: ["\u0002 a\r"] },
  });
  expect((await readAll(doc(), file)).text).toBe("# テスト テスト[^1]\n\nテスト\n\n[^1]: a\n");
});

test("gives a typed error or text for each of many damaged documents", async () => {
  const file = await buildOldWordDocument({
    headers: ["N 474\r"],
    section: [153, 0x08],
    paragraphs: [paragraph("Theory\r", [], 1), paragraph("Known\u0007", inTable), paragraph("\u0007", rowEnd)],
  });
  const odd: unknown[] = [];
  for (let seed = 0; seed < 40; seed += 1) {
    for (const bytes of bitFlips(file, { seed, count: 3, flips: 40 })) {
      const { error } = await collect(doc(), bytes);
      if (error !== undefined && !ReadError.is(error)) odd.push(error);
    }
  }
  expect(odd).toEqual([]);
});

/** Returns the runs of a text whose marks of fields are special characters. */
function withFields(text: string): readonly BuiltRun[] {
  return text
    .split(/([\u0013-\u0015])/u)
    .filter((part) => part !== "")
    .map((part) => (/^[\u0013-\u0015]/u.test(part) ? { text: part, modifiers: special } : { text: part }));
}

test.for([
  ["a\u0013SYMBOL 200 \\f Symbol\u0014\u0015b\r", "a∪b\n"],
  ["a\u0013SYMBOL 200 \\f Symbol\u0015b\r", "a∪b\n"],
  ["a\u0013SYMBOL 200 \\f Symbol\u0014c\u0015b\r", "acb\n"],
  ["a \u0013EMBED Word.Picture.6\u0014\u0015b\r", "a [embedded object: Word.Picture.6]b\n"],
  ["a \u0013EMBED\u0015b\r", "a [embedded object]b\n"],
  ["a \u0013LINK Excel.Sheet.8 b.xls\u0014\u0015\r", "a [external content · LINK: Excel.Sheet.8 · b.xls]\n"],
] as const)("shows the field in %j, whose result may be empty", async ([content, expected]) => {
  const file = await buildOldWordDocument({ paragraphs: [{ runs: withFields(content), modifiers: [], style: 0 }] });
  expect((await readAll(doc(), file)).text).toBe(expected);
});
