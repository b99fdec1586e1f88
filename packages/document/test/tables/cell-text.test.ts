import { expect, test } from "vitest";
import { shownFormula } from "../../src/tables/cells.ts";

test.for([
  ["SUM(A1:A4)", "SUM(A1:A4)"],
  ["_xlfn.XLOOKUP(1,A:A,B:B)", "XLOOKUP(1,A:A,B:B)"],
  ["_xlfn._xlws.SORT(_xlfn.UNIQUE(A1:A9))", "SORT(UNIQUE(A1:A9))"],
  ["_xlfn.LET(_xlpm.x,1,_xlpm.x+1)", "LET(x,1,x+1)"],
  ["SUM(_xlfn.ANCHORARRAY(A1))", "SUM(A1#)"],
  ["_xlfn.SINGLE(A:A)*2", "@A:A*2"],
  ['A1&"_xlfn.x"', 'A1&"_xlfn.x"'],
  ["'_xlfn.a'!B2", "'_xlfn.a'!B2"],
  ["my_xlfn.x", "my_xlfn.x"],
] as const)("the formula %s is shown as %s", ([written, shown]) => {
  expect(shownFormula(written)).toBe(shown);
});
