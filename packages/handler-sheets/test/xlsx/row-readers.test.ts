import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBoth } from "./both-readers.ts";

const space = fc.constantFrom("", " ", "\n  ");
const plainText = fc.string({
  unit: fc.constantFrom("a", "é", "東", "😀", " ", "&amp;", "&lt;", "&#10;", '"', "'", "_x0041_", "\r\n"),
  maxLength: 8,
});
const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom("-0", "007", "1.50", ".5", "5.", "1e5", "-", "", "1.2.3", "12345678901234567", "0.1", "100000000000"),
);
const address = fc
  .tuple(fc.constantFrom("A", "B", "Z", "AA", "XFD", "XFE", "a", ""), fc.constantFrom("1", "2", "7", ""))
  .map(([column, row]) => `${column}${row}`);

const attributes = (names: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .shuffledSubarray(Object.keys(names))
    .chain((chosen) => fc.tuple(...chosen.map((name) => (names[name] ?? space).map((value) => ` ${name}="${value}"`))))
    .map((all) => all.join(""));

const cellAttributes = attributes({
  r: address,
  s: fc.constantFrom("0", "3", "99", "x"),
  t: fc.constantFrom("n", "b", "e", "str", "s", "d", "odd"),
  cm: fc.constant("1"),
  "x:odd": fc.constant("1 &gt; 0"),
});

const formula = fc
  .tuple(
    attributes({
      t: fc.constantFrom("shared", "array", "normal"),
      si: fc.constantFrom("0", "1"),
      ref: fc.constant("A1:B2"),
    }),
    fc.constantFrom("A1+$B2", "", "1&lt;2"),
  )
  .map(([own, text]) => (text === "" ? `<f${own}/>` : `<f${own}>${text}</f>`));

const value = fc.oneof(
  numberText.map((text) => `<v>${text}</v>`),
  plainText.map((text) => `<v>${text}</v>`),
  fc.constantFrom(
    "<v/>",
    "",
    "<v></v>",
    "<is/>",
    "<v><![CDATA[1]]></v>",
    "<!-- 1 --><v>2</v>",
    "<extLst><ext/></extLst>",
  ),
  plainText.map((text) => `<is><t>${text}</t></is>`),
  plainText.map(
    (text) =>
      `<is><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r><r><t xml:space="preserve">${text}</t></r>` +
      `<rPh sb="0"><t>no</t></rPh><r><rPr/><t>b</t></r></is>`,
  ),
);

const cell = fc
  .tuple(cellAttributes, fc.option(formula, { nil: "" }), value, space)
  .map(([own, written, content, gap]) =>
    content === "" && written === "" ? `<c${own}/>` : `<c${own}>${gap}${written}${content}${gap}</c>`,
  );

const row = fc
  .tuple(
    attributes({
      r: fc.constantFrom("1", "2", "9", "0", "-1", "2000000", "x"),
      hidden: fc.constantFrom("1", "0", "true"),
      spans: fc.constant("1:3"),
    }),
    fc.array(cell, { maxLength: 5 }),
    space,
  )
  .map(([own, cells, gap]) =>
    cells.length === 0 ? `<row${own}/>` : `<row${own}>${gap}${cells.join(gap)}${gap}</row>`,
  );

const rows = fc.array(row, { maxLength: 5 }).map((all) => all.join("\n"));

describe("the fast path for rows", () => {
  test("makes the same of generated rows as the careful one, or leaves them to it", async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(rows, async (xml) => {
        const { quick, careful } = await readBoth(xml);
        if (quick === undefined) return;
        plain += 1;
        expect(quick).toEqual(careful);
      }),
      { seed: 42, numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(1000);
  });

  test.for([
    '<row r="1"><!-- --><c r="A1"><v>1</v></c></row>',
    '<row r="1"><c r="A1"><v><![CDATA[1]]></v></c></row>',
    '<x:row r="1"/>',
    '<row r="1"><c r="A1"><v>1</v></c><extLst/></row>',
    '<row r="1"><c r="A1" t="str"><v>&nbsp;</v></c></row>',
    '<row r="1"><c r="A1"><v>1',
    '<row r="1"><c r="A1',
    "<row",
    '<row r="1"><c r="A1"><v>1</v></c>',
  ])("leaves %s to the careful one", async (xml) => {
    const { scanRows } = await import("../../src/xlsx/rows/scan-rows.ts");
    const told = {
      startRow: () => undefined,
      addCell: () => undefined,
      addPlain: () => undefined,
      endRow: () => undefined,
    };
    expect(scanRows(xml, told)).toBe(false);
  });
});
