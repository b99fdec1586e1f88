import { expect, test } from "vitest";
import { formatBytes, formatNumber } from "../../src/output/numbers.ts";

test.for([
  [0, "0"],
  [9999, "9999"],
  [10_000, "10 000"],
  [41_233, "41 233"],
  [1_234_567, "1 234 567"],
] as const)("%d is written %s", ([value, text]) => {
  expect(formatNumber(value)).toBe(text);
});

test.for([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 KB"],
  [1075, "1.07 KB"],
  [999_499, "999 KB"],
  [999_500, "1 MB"],
  [123_456_789, "123 MB"],
  [4_000_000_000, "4 GB"],
  [999_950_000_000, "1 TB"],
  [5e15, "5000 TB"],
] as const)("%d bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});
