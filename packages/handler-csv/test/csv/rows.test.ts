import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectResult, linesOf, readerOf, remarksOf, select } from "./tables.ts";

const people = "name,age,note\nAnn,30,\nBob,41,tall\nCid,22,\n";

describe("selected rows", () => {
  test("are a Markdown table with the number of each row in the file", async () => {
    expect(linesOf(await select(people, "3:4"))).toEqual([
      "| |name|age|note|",
      "|-|-|-|-|",
      "|3|Bob|41|tall|",
      "|4|Cid|22||",
    ]);
  });

  test("have letters for columns that nothing names", async () => {
    expect(linesOf(await select("1,2\n3,4\n", "A:B 2"))).toEqual(["| |A|B|", "|-|-|-|", "|2|3|4|"]);
  });

  test("do not repeat the header, which is row 1", async () => {
    expect(linesOf(await select(people, "1:2")).slice(2)).toEqual(["|2|Ann|30||"]);
  });

  test("may be the last ones", async () => {
    expect(linesOf(await select(people, "-1:")).slice(2)).toEqual(["|4|Cid|22||"]);
    expect(linesOf(await select(people, "-99:2")).slice(2)).toEqual(["|2|Ann|30||"]);
  });

  test("may be several ranges, in the order asked for", async () => {
    expect(linesOf(await select(people, "4,2:3")).slice(2)).toEqual(["|4|Cid|22||", "|2|Ann|30||", "|3|Bob|41|tall|"]);
  });

  test("may have only some columns, in the order asked for", async () => {
    expect(linesOf(await select(people, "age,name 2:3"))).toEqual([
      "| |age|name|",
      "|-|-|-|",
      "|2|30|Ann|",
      "|3|41|Bob|",
    ]);
  });

  test("are one line each, whatever their fields hold", async () => {
    const table = 'a,b\n"two\nlines","x|y"\n"tab\there",z\n';
    expect(linesOf(await select(table, "2:")).slice(2)).toEqual(["|2|two<br>lines|x\\|y|", "|3|tab here|z|"]);
  });

  test("beyond the end are refused with the number of rows", async () => {
    const outcome = await select(people, "5");
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: "out-of-range", message: "table.csv has 4 rows; row 5 is beyond its end.", details: { total: 4 } },
    });
  });

  test("that run backwards are refused", async () => {
    expect(await select(people, "-1:2")).toMatchObject({ ok: false, error: { code: "invalid-request" } });
  });

  test("of an unknown column are refused with the columns there are", async () => {
    expect(await select(people, "size")).toMatchObject({
      ok: false,
      error: { code: "invalid-request", message: expect.stringContaining('A "name", B "age", C "note"') },
    });
  });

  test("of a table without any are its header", async () => {
    const outcome = await select("name,age\nx,1\n", "3:");
    expect(outcome).toMatchObject({ ok: false, error: { code: "out-of-range" } });
    expect(await select("", "1")).toMatchObject({ ok: false, error: { code: "out-of-range" } });
  });

  test("count empty lines, so that they are lines of the file where no row goes over several", async () => {
    expect(linesOf(await select("a,b\n1,2\n\n3,4\n", "2:")).slice(2)).toEqual(["|2|1|2|", "|3||", "|4|3|4|"]);
  });
});

describe("ragged rows", () => {
  test("are named with their numbers of fields", async () => {
    const outcome = await select("a,b,c\n1,2,3\n1,2\n1,2,3,4\n\n1,2,3,,\n", "1:");
    expect(linesOf(outcome).slice(2, 5)).toEqual(["|2|1|2|3|", "|3|1|2|", "|4|1|2|3|4|"]);
    expect(remarksOf(outcome)).toEqual(["Not the 3 fields that the header has: row 3 has 2, row 4 has 4."]);
  });

  test("without a header are those unlike most", async () => {
    const outcome = await select("1,2\n3,4\n5\n", "1:");
    expect(remarksOf(outcome)).toEqual(["Not the 2 fields that most rows have: row 3 has 1."]);
  });
});

describe("a quotation that never ends", () => {
  test("does not swallow the rows behind it, and is said", async () => {
    const outcome = await select('a,b\n1,"lost\n2,two\n3,three\n', "1:");
    expect(linesOf(outcome).slice(2)).toEqual(['|2|1|"lost|', "|3|2|two|", "|4|3|three|"]);
    expect(remarksOf(outcome)).toEqual([
      "A quotation mark in row 2 is never closed, so it is shown as an ordinary character.",
    ]);
  });

  test("is given up after a megabyte, so that rows behind it keep their numbers", async () => {
    const filler = `${"x,y\n".repeat(400_000)}`;
    const table = `a,b\n1,"lost\n${filler}last,"fine, too"\n`;
    expect(linesOf(await select(table, "400003:")).slice(2)).toEqual(["|400003|last|fine, too|"]);
    expect(linesOf(await select(table, "400002:400003")).slice(2)).toEqual(["|400002|x|y|", "|400003|last|fine, too|"]);
  });

  test("may be as long as a megabyte when it ends", async () => {
    const long = "word\n".repeat(200_000);
    expect(linesOf(await select(`a,b\n"${long}",1\n2,3\n`, "B 2:")).slice(2)).toEqual(["|2|1|", "|3|3|"]);
  });
});

describe("rows that are read from anywhere", () => {
  const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "ü", "7"), maxLength: 5 });
  const rows = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 30 });

  test("are those that were written there", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(29), async (values, at) => {
        const first = Math.min(at, values.length - 1);
        const quoted = values.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(","));
        const outcome = await select(`"id","text"\n${quoted.join("\n")}`, `${first + 2}:`);
        const expected = values
          .slice(first)
          .map(([one, other], index) => `|${first + index + 2}|${shown(one)}|${shown(other)}|`);
        expect(linesOf(outcome).slice(2)).toEqual(expected);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  /** Line ends become `<br>`; blanks around them are not kept. */
  function shown(value: string): string {
    return value.includes("\n") ? value.trim().replaceAll(/\s*\n\s*/g, "<br>") : value;
  }
});

describe("a huge table", () => {
  const line = (row: number): string => `${String(row).padStart(9, "0")},"x, ${String(row % 1000).padStart(4, "0")}"\n`;
  const lineBytes = line(1).length;
  const rows = 3_000_000;
  const content = {
    size: rows * lineBytes,
    fill(target: Uint8Array, position: number): void {
      const first = Math.floor(position / lineBytes);
      const last = Math.ceil((position + target.length) / lineBytes);
      let text = "";
      for (let row = first; row < last; row += 1) text += line(row + 1);
      target.set(
        new TextEncoder()
          .encode(text)
          .subarray(position - first * lineBytes)
          .subarray(0, target.length),
      );
    },
  };

  test("gives rows from its depth, and the second time without going through it again", async () => {
    const reader = readerOf({ "huge.csv": content });
    const first = await reader.read({ path: "huge.csv", select: "2500000:2500001" });
    expect(linesOf(first).slice(2)).toEqual(["|2500000|002500000|x, 0000|", "|2500001|002500001|x, 0001|"]);
    const second = await reader.read({ path: "huge.csv", select: "B 2500002" });
    expect(linesOf(second).slice(2)).toEqual(["|2500002|x, 0002|"]);
  });

  test("gives its last rows", async () => {
    const reader = readerOf({ "huge.csv": content });
    expect(linesOf(await reader.read({ path: "huge.csv", select: "-1:" })).slice(2)).toEqual([
      "|3000000|003000000|x, 0000|",
    ]);
  });
});

describe("a record beyond every measure", () => {
  test("of one line is cut, and that is said", async () => {
    const outcome = await select(`a,b\n1,${"x".repeat(3_000_000)}\n2,y\n`, "A 2:");
    expect(linesOf(outcome).slice(2)).toEqual(["|2|1|", "|3|2|"]);
    expect(remarksOf(outcome)).toContain("Row 2 has more than 1048576 bytes; only its start is shown.");
  });

  test("of a hundred thousand columns is read like any other", async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(",");
    const outcome = await select(`${names}\n${"1,".repeat(99_999)}2\n`, "c99999,c0 2");
    expect(linesOf(outcome)).toEqual(["| |c99999|c0|", "|-|-|-|", "|2|2|1|"]);
  });
});

describe("encodings", () => {
  const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

  test("of UTF-16 are read", async () => {
    expect(linesOf(await select(utf16("näme,b\r\nx,1\r\n"), "2"))).toEqual(["| |näme|b|", "|-|-|-|", "|2|x|1|"]);
  });

  test("with a byte order mark lose it", async () => {
    expect(linesOf(await select("\ufeffname,b\nx,1\n", "name 2"))).toEqual(["| |name|", "|-|-|", "|2|x|"]);
  });

  test("that a request names are used", async () => {
    const bytes = new Uint8Array([...Buffer.from("name,b\nM"), 0xfc, ...Buffer.from("ller,1\n")]);
    const reader = readerOf({ "t.csv": bytes });
    const outcome = await reader.read({ path: "t.csv", select: "name 2", encoding: "windows-1252" });
    expect(linesOf(outcome)).toEqual(["| |name|", "|-|-|", "|2|Müller|"]);
  });

  test("that are guessed are said", async () => {
    const bytes = new Uint8Array([
      ...Buffer.from("name,b\nM"),
      0xfc,
      ...Buffer.from("ller,1\nStra"),
      0xdf,
      ...Buffer.from("e,2\n"),
    ]);
    const outcome = expectResult(await select(bytes, "2:"));
    expect(linesOf(outcome).slice(2)).toEqual(["|2|Müller|1|", "|3|Straße|2|"]);
    expect(outcome.notices.map(({ code }) => code)).toContain("encoding-guessed");
  });
});
