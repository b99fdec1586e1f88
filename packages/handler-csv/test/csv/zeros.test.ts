import { expect, test } from "vitest";
import { linesOf, readerOf, remarksOf } from "./tables.ts";

const table = 'id,name,x\n1,Al\0ice,3\n2,"B\0\0",4\n3,\0,5\n';

test("a table with a few zeros is read as rows, and the zeros are said", async () => {
  const outcome = await readerOf({ "a.csv": table }).read({ path: "a.csv" });
  expect(linesOf(outcome).slice(2, 5)).toEqual(["|2|1|Al\0ice|3|", "|3|2|B\0\0|4|", "|4|3|\0|5|"]);
  expect(outcome.notices).toContainEqual(expect.objectContaining({ code: "escaped-characters", controls: 4 }));
  expect(remarksOf(outcome)).toEqual([]);
});

test("its rows may be uneven, and go on in other lines", async () => {
  const outcome = await readerOf({ "a.csv": 'a,b\n1,"\0 one\nand two"\n2,3,4\n' }).read({ path: "a.csv" });
  expect(linesOf(outcome)).toContain("|2|1|\0 one<br>and two|");
  expect(remarksOf(outcome)).toEqual(["Not the 2 fields that the header has: row 3 has 3."]);
});

test("rows and columns of it can be selected", async () => {
  const outcome = await readerOf({ "a.tsv": table.replaceAll(",", "\t") }).read({ path: "a.tsv", select: "name 3" });
  expect(linesOf(outcome)).toContain("|3|B\0\0|");
});

test("text beyond ASCII in it is UTF-8 where it can be, else it is said to be a guess", async () => {
  const windows = Uint8Array.from("a;b\n1;caf\u00e9\0\n2;x\n", (each) => each.charCodeAt(0));
  const reader = readerOf({ "u.csv": "a;b\n1;café\0\n2;x\n", "w.csv": windows });
  const unicode = await reader.read({ path: "u.csv" });
  const guessed = await reader.read({ path: "w.csv" });
  for (const outcome of [unicode, guessed]) expect(linesOf(outcome)).toContain("|2|1|café\0|");
  expect(unicode.notices.some(({ code }) => code === "encoding-guessed")).toBe(false);
  expect(guessed.notices.some(({ code }) => code === "encoding-guessed")).toBe(true);
});

test.for([
  ["more than a fifth of it is zeros", `a,b\n${"1,\0\0\0\0\n".repeat(100)}`],
  ["other control characters are among them", "a,b\n1,\0\u0002\n2,3\n"],
] as const)("a file is still refused as binary where %s", async ([, content]) => {
  const outcome = await readerOf({ "a.csv": content }).read({ path: "a.csv" });
  expect(outcome).toMatchObject({ ok: false, error: { code: "binary" } });
});

test("a zero among words without separators makes no file binary", async () => {
  const outcome = await readerOf({ "a.csv": "words\nand more\0\nof them\n" }).read({ path: "a.csv" });
  expect(linesOf(outcome).join("\n")).toContain("and more\0");
  expect(outcome.notices).toContainEqual(expect.objectContaining({ code: "escaped-characters", controls: 1 }));
});

test("zeros make no table of what is not called one", async () => {
  expect(await readerOf({ "a.dat": table.repeat(20) }).read({ path: "a.dat" })).toMatchObject({ ok: false });
});
