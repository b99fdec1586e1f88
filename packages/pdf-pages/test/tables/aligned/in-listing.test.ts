import { expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { pageOf, rowsAt, styled, words } from "../pages.ts";

const typed = { isMonospaced: true };
const results = [
  ["", "coef", "se", "pval"],
  ["male", "0.07", "0.15", "0.61"],
  ["female", "0.11", "0.34", "0.74"],
  ["other", "0.24", "0.34", "0.47"],
];
const rows = styled(rowsAt(114, [50, 120, 180, 240], results), typed);
const prose = Array.from({ length: 6 }, (_, index) =>
  words([50, 400 + 14 * index], "A line of a paragraph in the type of the text, far below"),
);

function tablesIn(...lines: readonly TextLine[]): number {
  return findTables(pageOf(...lines), []).length;
}

test("rows in a typewriter face belong to the listing whose lines are right above or below them", () => {
  expect(tablesIn(words([50, 100], "Coefficients of the model:", typed), ...rows, ...prose)).toBe(0);
  expect(tablesIn(...rows, words([50, 170], "Residual deviance: 12.5", typed), ...prose)).toBe(0);
});

test("such rows are a table if text in another face is around them, or other lines are apart", () => {
  expect(tablesIn(words([50, 100], "Coefficients of the model:"), ...rows, ...prose)).toBe(1);
  expect(tablesIn(words([50, 60], "> summary(fit)", typed), ...rows, ...prose)).toBe(1);
});

test("such rows are a table on a page that is in this face throughout", () => {
  const all = styled([words([50, 100], "Coefficients of the model:"), ...prose], typed);
  expect(tablesIn(...all, ...rows)).toBe(1);
});

test("numbered lines of code are a listing, whatever the type of the numbers", () => {
  const numbers = rowsAt(100, [30], [["1"], ["2"], ["3"], ["4"], ["5"]]);
  const listing = [words([50, 100], "Coefficients of the model:", typed), ...rows];
  expect(tablesIn(...numbers, ...listing, ...prose)).toBe(0);
});

test("a page whose sentences are typewritten has no listings", () => {
  const typedProse = styled(prose, typed);
  const head = words([50, 20], "Head");
  expect(tablesIn(head, words([50, 100], "Coefficients of the model:", typed), ...rows, ...typedProse)).toBe(1);
});
