import { expect, test } from "vitest";
import { joinLine } from "../../../src/tables/cells/visual-rows.ts";

test.for([
  ["a name after an underscore", "OA_SOAP_SEN_", "THERM_DANGER", "OA_SOAP_SEN_THERM_DANGER"],
  ["a word before a capital", "Anglo-", "Saxon", "Anglo-Saxon"],
  ["words", "sensor", "value", "sensor value"],
  ["a blank to fill in and a word", "Name: ___", "(in capitals)", "Name: ___ (in capitals)"],
  ["a word after its soft hyphen", "dif\u00AD", "ference", "difference"],
] as const)("the lines of a cell join %s", ([, before, line, joined]) => {
  expect(joinLine(before, line)).toBe(joined);
});
