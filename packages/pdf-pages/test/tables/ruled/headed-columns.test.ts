import { expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, words } from "../pages.ts";

function tableOf(head: readonly TextLine[], body: readonly TextLine[], bottom: number): unknown {
  const rules = [98, 114, bottom].map((y) => flat(y, 45, 425));
  return findTables(pageOf(...head, ...body), rules)[0]?.rows;
}

test("wide spaces between the words of justified cells make no columns", () => {
  const xs = [50, 200, 330];
  const head = rowsAt(100, xs, [["Name", "Call", "Type"]]);
  const body = [
    [words([50, 116], "Relative"), words([102, 116], "factor"), words([142, 116], "of")],
    [words([200, 116], "lambda"), words([330, 116], "double"), words([371, 116], "sparse")],
    [words([50, 130], "Cross"), words([87, 130], "product"), words([132, 130], "once")],
    [words([200, 130], "cross"), words([330, 130], "double"), words([371, 130], "dense")],
    [
      words([50, 144], "Linear predictor"),
      words([200, 144], "mu"),
      words([330, 144], "double"),
      words([371, 144], "each"),
    ],
    [
      words([50, 158], "Weighted mean"),
      words([200, 158], "wt"),
      words([330, 158], "double"),
      words([371, 158], "each"),
    ],
  ].flat();
  expect(tableOf(head, body, 172)).toEqual([
    ["Name", "Call", "Type"],
    ["Relative factor of", "lambda", "double sparse"],
    ["Cross product once", "cross", "double dense"],
    ["Linear predictor", "mu", "double each"],
    ["Weighted mean", "wt", "double each"],
  ]);
});

test("a head of two words apart is over one column", () => {
  const head = [words([200, 100], "est."), words([300, 100], "%"), words([315, 100], "missing")];
  const body = rowsAt(
    116,
    [50, 200, 322],
    [
      ["intercept", "2.57", "71"],
      ["grade", "0.38", "53"],
      ["sex", "0.37", "17"],
    ],
  );
  expect(tableOf(head, body, 160)).toEqual([
    ["", "est.", "% missing"],
    ["intercept", "2.57", "71"],
    ["grade", "0.38", "53"],
    ["sex", "0.37", "17"],
  ]);
});

test("numbers without a head stay in columns of their own", () => {
  const head = rowsAt(100, [50, 200], [["Name", "Range"]]);
  const body = rowsAt(
    116,
    [50, 200, 229],
    [
      ["intercept", "2.57", "71.5"],
      ["grade", "0.38", "53.2"],
      ["sex", "0.37", "17.4"],
    ],
  );
  expect(tableOf(head, body, 160)).toMatchObject([{}, ["intercept", "2.57", "71.5"], {}, {}]);
});

test("two heads stay apart although the first has nothing below it", () => {
  const head = rowsAt(100, [50, 200, 220], [["Name", "In", "Out"]]);
  const body = rowsAt(
    116,
    [50, 222],
    [
      ["intercept", "71"],
      ["grade", "53"],
      ["sex", "17"],
    ],
  );
  expect(tableOf(head, body, 160)).toMatchObject([["Name", "In", "Out"], {}, {}, {}]);
});

test("words with digits stay apart", () => {
  const head = rowsAt(100, [50, 200], [["Name", "Range"]]);
  const body = rowsAt(
    116,
    [50, 200, 225],
    [
      ["intercept", "12a", "14b"],
      ["grade", "15c", "16d"],
      ["sex", "17e", "18f"],
    ],
  );
  expect(JSON.stringify(tableOf(head, body, 160))).not.toContain("12a 14b");
});
