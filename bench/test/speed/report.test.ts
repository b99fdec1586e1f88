import { expect, test } from "vitest";
import { benchWish, wantedRows } from "../../src/arguments.ts";
import { alternate } from "../../src/speed/measure.ts";
import { missingPeer, peerVersions } from "../../src/speed/peers.ts";
import { chosenRows, withBenchmarks } from "../../src/speed/publish.ts";
import { measuredWords, reportTable, shortTable } from "../../src/speed/report.ts";
import { isHeld, rowLabel, type Row } from "../../src/speed/row.ts";
import { rows } from "../../src/speed/rows/rows.ts";

const row: Row = {
  name: "a row",
  peer: "a peer",
  atMost: 2,
  measure: () => Promise.resolve({ ours: "1 ms", theirs: "1 ms", value: 1 }),
};

test("the table says of each row whether its limit is held, or why there is no figure", () => {
  const table = reportTable([
    { row, result: { ours: "3 ms", theirs: "2 ms", value: 1.5 } },
    { row, result: { ours: "9 ms", theirs: "3 ms", value: 3 } },
    { row, skipped: "sed is not installed" },
    { row, failed: "a pipe | broke\nat once" },
  ]);
  expect(table.split("\n").slice(2)).toEqual([
    "| a row | a peer | 3 ms | 2 ms | 1.5 | 2 | yes |",
    "| a row | a peer | 9 ms | 3 ms | 3 | 2 | **no** |",
    "| a row | a peer |  |  |  | 2 | skipped: sed is not installed |",
    "| a row | a peer |  |  |  | 2 | **failed**: a pipe \\| broke at once |",
    "",
  ]);
});

test("the date and the machine are named", () => {
  const words = measuredWords({ date: "2026-01-31", machine: "a machine", load: [0, 0], peers: [] });
  expect(words).toMatch(/^Measured 2026-01-31 on a machine\. /);
});

test("a peer that is not installed is named, program or package, and one that is has a version", () => {
  expect(missingPeer(row)).toBeUndefined();
  expect(missingPeer({ ...row, programs: ["node"], packages: ["vitest"] })).toBeUndefined();
  expect(missingPeer({ ...row, programs: ["no-such-program"] })).toBe("no-such-program is not installed");
  expect(missingPeer({ ...row, packages: ["no-such-package"] })).toBe("no-such-package is not installed");
  expect(peerVersions([{ ...row, packages: ["vitest", "no-such-package"] }, row])).toEqual([
    expect.stringMatching(/^vitest \d+\.\d+\.\d+$/),
  ]);
});

test("both sides take turns, after one round that does not count", async () => {
  const turns: string[] = [];
  const figures = { ours: [100, 2, 4, 6], theirs: [100, 1, 4, 2] };
  const side = (name: "ours" | "theirs") => () => {
    turns.push(name);
    return Promise.resolve(figures[name].shift() ?? Number.NaN);
  };
  const result = await alternate(side("ours"), side("theirs"), 3);
  expect(turns).toEqual(["ours", "theirs", "ours", "theirs", "ours", "theirs", "ours", "theirs"]);
  expect(result).toEqual({ ours: 4, theirs: 2, ratio: 2, least: { ours: 2, theirs: 1 } });
});

test("a page gets the table between its marks, and again in place of the last one", () => {
  const page = "before\n<!-- bench -->\n\nold\n\n<!-- /bench -->\nafter\n";
  const once = withBenchmarks(page, "| $1 |\n");
  expect(once).toBe("before\n<!-- bench -->\n\n| $1 |\n\n<!-- /bench -->\nafter\n");
  expect(withBenchmarks(once, "| $1 |\n")).toBe(once);
  expect(() => withBenchmarks("no marks", "")).toThrow("no place");
});

test("words choose rows, with and without --only", () => {
  expect(benchWish([])).toEqual({ kind: "speed", words: [] });
  expect(benchWish(["--only", "MCP", "zip"])).toEqual({ kind: "speed", words: ["mcp", "zip"] });
  expect(benchWish(["quality"]).kind).toBe("quality");
  expect(benchWish(["--list"]).kind).toBe("list");
  expect(benchWish(["-h"]).kind).toBe("help");
  // pnpm 6 and npm need the mark before options of a script; pnpm since then hands it on.
  expect(benchWish(["--", "--only", "MCP"])).toEqual({ kind: "speed", words: ["mcp"] });
  expect(() => benchWish(["--onyl"])).toThrow("--onyl");
});

test("words are looked for in names and peers, and a word that is not found is reported", () => {
  const [first, second] = [row, { ...row, name: "other", peer: "SheetJS" }] as const;
  expect(wantedRows([first, second], { words: [] })).toEqual([first, second]);
  expect(wantedRows([first, second], { words: ["sheetjs"] })).toEqual([second]);
  expect(wantedRows([first, second], { words: ["nowhere", "a row"] })).toEqual([first]);
  expect(() => wantedRows([first], { words: ["nowhere"] })).toThrow("No row has nowhere");
});

test("a limit is held by a figure that is not above it and by no row that failed", () => {
  const result = { ours: "", theirs: "", value: 2 };
  expect(isHeld({ row, result })).toBe(true);
  expect(isHeld({ row, result: { ...result, value: 2.01 } })).toBe(false);
  expect(isHeld({ row, failed: "no" })).toBe(false);
  expect(isHeld({ row, skipped: "sed is not installed" })).toBe(true);
});

test("figures close to their limits are distinguished from them", () => {
  const table = reportTable(
    [0.201, 0.00054, 335.81, 3044.4].map((value) => ({ row, result: { ours: "", theirs: "", value } })),
  );
  expect(
    table
      .split("\n")
      .slice(2, -1)
      .map((line) => line.split(" | ")[4]),
  ).toEqual(["0.201", "0.00054", "336", "3044"]);
});

test("no two rows have the same name and peer", () => {
  const names = rows.map(({ name, peer }) => `${name} | ${peer}`);
  expect(new Set(names).size).toBe(names.length);
});

test("the README shows five rows that exist, without their limits", () => {
  const labels = rows.map(rowLabel);
  expect(chosenRows).toHaveLength(5);
  expect(chosenRows.filter((label) => !labels.includes(label))).toEqual([]);
  const outcomes = [
    { row, result: { ours: "3 ms", theirs: "2 ms", value: 1.5 } },
    { row, skipped: "no sed" },
  ];
  expect(shortTable(outcomes).split("\n").slice(2)).toEqual([
    "| a row | a peer | 3 ms | 2 ms | 1.5 |",
    "| a row | a peer |  |  | skipped |",
    "",
  ]);
});
