import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtinNumberFormat } from "../../../src/sheets/number-formats/builtin-number-format.ts";
import { createFractionFormat, createNumberFormats } from "../../../src/sheets/number-formats/number-formats.ts";

describe("a fraction", () => {
  test.for([
    ["# ?/?", 0.5, "1/2"],
    ["# ?/?", 1.25, "1 1/4"],
    ["# ?/?", 0.3, "2/7"],
    ["# ??/??", 0.3, "3/10"],
    ["# ??/??", 3.141_592_653_6, "3 14/99"],
    ["# ???/???", 0.123_456, "10/81"],
    ["# ?/?", 0.999_999, "1"],
    ["# ?/8", 99.995, "100"],
    ["# ?/8", 0.3, "2/8"],
    ["# ??/16", -2.5, "-2 8/16"],
    ["?/?", 1.5, "3/2"],
    ["0 ?/?", 0.5, "0 1/2"],
    ["0 ?/?", -2.25, "-2 1/4"],
    ["# ?/?", 0, "0"],
    ["# ?/?", -0.004, "0"],
    ["# ?/?", 12, "12"],
    ["# ?/?", 1e21, "1E+21"],
  ] as const)("%s shows %d as %s", ([code, value, expected]) => {
    expect(createFractionFormat(code)?.formatNumber(value)).toBe(expected);
  });

  test("is as near as any with as many digits", () => {
    const format = createFractionFormat("?/??");
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        const [top = 0, bottom = 1] = (format?.formatNumber(value) ?? "").split("/").map(Number);
        const error = Math.abs(value - top / bottom);
        return Array.from({ length: 99 }, (_, at) => at + 1).every(
          (each) => Math.abs(value - Math.round(value * each) / each) >= error - 1e-9,
        );
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  test.for(["0/0.0", "# ?/?;(# ?/?)", "yyyy/mm", "# ?/?????", "# ?/0"])("is not what %s makes", (code) => {
    const isFraction = code === "# ?/0";
    expect(createFractionFormat(code) !== undefined).toBe(isFraction);
  });
});

describe("a format with dates for some numbers and amounts for others", () => {
  const formatOf = async (code: string, isDate1904 = false): Promise<(value: number) => string> => {
    const make = await createNumberFormats([code], { isDate1904 });
    return (value) => make(code).formatNumber(value);
  };

  test("does not shift amounts by the difference of the two date systems", async () => {
    const format = await formatOf("[<1]0%;yyyy-mm-dd", true);
    expect([0.25, 1, 366].map(format)).toEqual(["25%", "1904-01-02", "1905-01-01"]);
  });

  test("shows amounts beyond the last date", async () => {
    const format = await formatOf('[>=3000000]0.0,,"M";yyyy-mm-dd');
    expect([4_500_000, 43_831].map(format)).toEqual(["4.5M", "2020-01-01"]);
  });

  test("is used for built-in formats that are times in Chinese and dates in Japanese", async () => {
    const format = await formatOf(builtinNumberFormat(56), true);
    expect([0.5, 37_438 - 1462].map(format)).toEqual(["12:00:00", "2002-07-01 0:00"]);
  });

  test("goes by the sign where it has no conditions", async () => {
    const format = await formatOf('yyyy-mm-dd;-0.0;"none"', true);
    expect([1, -1, 0].map(format)).toEqual(["1904-01-02", "-1.0", "none"]);
  });
});
