import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonDialect, type Dialect } from "../../../src/csv/records/dialect.ts";
import { parseText } from "../../../src/csv/records/parse-text.ts";
import { splitFields } from "../../../src/csv/records/split-fields.ts";

const backslash: Dialect = { ...commonDialect, escape: "backslash" };
const blanks: Dialect = { ...commonDialect, skipsBlanks: true };

describe("the fields of a record", () => {
  test.for([
    ["a,b,c", ["a", "b", "c"]],
    ["", [""]],
    [",", ["", ""]],
    ['"a,b",c', ["a,b", "c"]],
    ['"a\nb",c', ["a\nb", "c"]],
    ['"says ""hi""",c', ['says "hi"', "c"]],
    ['"",""', ["", ""]],
    ['""""', ['"']],
  ] as const)("%j are as RFC 4180 has it", ([record, fields]) => {
    expect(splitFields(record, commonDialect)).toEqual(fields);
  });

  test.for([
    ['5" pipe,3" nail', ['5" pipe', '3" nail']],
    ['"a"b,c', ["ab", "c"]],
    [' "a,b"', [' "a', 'b"']],
  ] as const)("%j are as Python has it where a quotation mark is out of place", ([record, fields]) => {
    expect(splitFields(record, commonDialect)).toEqual(fields);
  });

  test.for([
    ['"abc', ['"abc']],
    ['a,"b,c', ["a", '"b', "c"]],
    ['"a"",b', ['a"', "b"]],
  ] as const)("%j keep a quotation mark that nothing closes", ([record, fields]) => {
    expect(splitFields(record, commonDialect)).toEqual(fields);
  });

  test("may hold quotation marks behind backslashes", () => {
    expect(splitFields(String.raw`"a \"quoted\", word","b\\",c\d`, backslash)).toEqual([
      'a "quoted", word',
      "b\\",
      "c\\d",
    ]);
  });

  test("lose the blanks in front of them where the table has such", () => {
    expect(splitFields('a, "b, c",  d', blanks)).toEqual(["a", "b, c", "d"]);
  });

  test("are found in time that grows with the record alone", () => {
    const slashes = `"${"\\a".repeat(200_000)}"`;
    expect(splitFields(slashes, backslash)).toEqual(["a".repeat(200_000)]);
    const marks = `"a,`.repeat(100_000);
    expect(splitFields(marks, commonDialect)).toHaveLength(50_001);
  });
});

const field = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", '"', "\n", "\r", "ä", "😀", "1"), maxLength: 6 });
const table = fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });

/** As RFC 4180 has it; the empty record is quoted, so that it is none that has no field. */
function written(rows: readonly (readonly string[])[], lineEnd: string): string {
  const lines = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(","));
  return lines.map((line) => line + lineEnd).join("");
}

describe("the records of a text", () => {
  test("are those that were written", () => {
    fc.assert(
      fc.property(table, fc.constantFrom("\n", "\r\n", "\r"), (rows, lineEnd) => {
        const records = parseText(written(rows, lineEnd), commonDialect);
        expect(records.map(({ fields }) => fields)).toEqual(rows);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test("are those of csv-parse wherever quotation marks stand where they may", () => {
    const plain = fc.string({ unit: fc.constantFrom("a", " ", "é", "7"), maxLength: 4 });
    const quoted = field.map((value) => `"${value.replaceAll('"', '""')}"`);
    const mixed = fc.array(fc.array(fc.oneof(plain, quoted), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(mixed, (rows) => {
        const text = rows.map((row) => `${row.join(",")}\n`).join("");
        const theirs = parse(text, { relax_column_count: true, record_delimiter: "\n" });
        expect(parseText(text, commonDialect).map(({ fields }) => fields)).toEqual(theirs);
      }),
      { seed: 2, numRuns: 500 },
    );
  });
});
