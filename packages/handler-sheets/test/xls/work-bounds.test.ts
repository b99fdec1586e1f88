import { collect, concat, encode, numbers } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { xls } from "../../src/index.ts";
import { formulaRecord, makeXls, numberRecord, type MadeRecord } from "./made-files.ts";

const cell = numberRecord(0, 0, 1);
const repeated = (count: number, record: MadeRecord): readonly MadeRecord[] =>
  Array.from({ length: count }, () => record);

/** The token of a formula that refers to that of another cell ([MS-XLS] 2.5.198.58). */
const refersTo = (row: number, column: number): readonly number[] => [0x01, row & 0xff, row >> 8, column, 0];

async function shownOf(book: readonly MadeRecord[], records: readonly MadeRecord[]): Promise<string> {
  const { text, error } = await collect(xls(), makeXls(book, { Data: records }));
  if (error !== undefined) throw error;
  return text;
}

describe("an XLS file shows its cells although", () => {
  test.for<readonly [string, number, Uint8Array]>([
    ["headers", 0x0014, numbers([2, 0xffff], [1, 0])],
    ["footers", 0x0015, numbers([2, 0xffff], [1, 0])],
    ["last users", 0x005c, numbers([2, 0xffff], [1, 0])],
    ["code names", 0x01ba, numbers([2, 0xffff], [1, 0])],
    ["labels", 0x0204, numbers([2, 1], [2, 0], [2, 0], [2, 0xffff], [1, 0])],
    ["rich labels", 0x00d6, numbers([2, 1], [2, 0], [2, 0], [2, 0xffff], [1, 0])],
    ["lists of merged cells", 0x00e5, numbers([2, 0xffff])],
  ])("twenty thousand %s count 65 535 elements and have none", async ([, type, data]) => {
    expect(await shownOf([], [cell, ...repeated(20_000, [type, data])])).toMatch(/A1: 1\n|\|1\|1\|/);
  });

  test("a text box continues in an empty extension record", async () => {
    const object: MadeRecord = [0x005d, numbers([2, 0x15], [2, 18], [2, 25], [2, 1], [2, 0], [4, 0], [4, 0], [4, 0])];
    const box: MadeRecord = [0x01b6, numbers([4, 0], [4, 0], [2, 0], [2, 9], [2, 0], [4, 0])];
    const extension: MadeRecord = [0x087f, new Uint8Array()];
    const continued: MadeRecord = [0x003c, concat([numbers([1, 0]), encode("some text")])];
    expect(await shownOf([], [cell, object, box, extension, continued])).toContain("A1: 1");
  });

  test("ten thousand links start 65 535 folders up", async () => {
    const range = numbers([2, 0], [2, 0], [2, 0], [2, 0]);
    const path = concat([
      numbers([2, 0xffff], [4, 2]),
      encode("a\0"),
      numbers([2, 0xffff], [2, 0xdead]),
      new Uint8Array(24),
    ]);
    const moniker = concat([Uint8Array.of(3, 3, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46), path]);
    const link: MadeRecord = [0x01b8, concat([range, new Uint8Array(16), numbers([4, 2], [4, 1]), moniker])];
    const text = await shownOf([], [cell, ...repeated(10_000, link)]);
    expect(text.match(/\.\.\//g)?.length ?? 0).toBeLessThanOrEqual(64);
  });

  test("twenty thousand cells refer to one formula of eight kilobytes", async () => {
    const long = Array.from({ length: 2000 }, (_, index) => [0x1e, 7, 0, ...(index === 0 ? [] : [0x03])]).flat();
    const head = numbers([2, 0], [2, 0], [1, 0], [1, 0], [1, 0], [1, 1], [2, long.length]);
    const shared: MadeRecord = [0x04bc, concat([head, Uint8Array.from(long)])];
    const cells = Array.from({ length: 20_000 }, (_, row) =>
      formulaRecord(row, 0, { formula: refersTo(0, 0), more: [] }),
    );
    const [first = cell, ...rest] = cells;
    const { events, error } = await collect(xls(), makeXls([], { Data: [first, shared, ...rest] }), {
      select: "=Data",
    });
    expect(error).toBeUndefined();
    expect(events.length).toBeGreaterThan(0);
  });

  test("twenty thousand array formulas next to twenty thousand formulas", async () => {
    const head = numbers([2, 9], [2, 9], [1, 9], [1, 9], [2, 0], [4, 0], [2, 3]);
    const array: MadeRecord = [0x0221, concat([head, Uint8Array.of(0x1e, 7, 0)])];
    const formula = { formula: [0x1e, 7, 0], more: [] };
    const cells = Array.from({ length: 20_000 }, (_, row) => formulaRecord(row, 0, formula));
    expect(await shownOf([], [...repeated(20_000, array), ...cells])).toContain("|20000|0|");
  });
});

test("a text of a million characters in ten thousand records for each is an error", async () => {
  const counts = numbers([4, 1], [4, 1], [2, 0xffff], [1, 0]);
  const rest = repeated(160_000, [0x003c, new Uint8Array(9)]);
  const strings: readonly MadeRecord[] = [[0x00fc, counts], ...rest];
  const label: MadeRecord = [0x00fd, numbers([2, 0], [2, 0], [2, 0], [4, 0])];
  const { error } = await collect(xls(), makeXls(strings, { Data: [label] }));
  expect(error).toMatchObject({ code: "corrupt" });
});
