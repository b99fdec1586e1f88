import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createDateFormat,
  createPlainFormat,
  createNumberFormats,
} from "../../src/sheets/number-formats/number-formats.ts";
import { generalText } from "../../src/sheets/number-formats/number-format-general.ts";
import { createLibraryFormat } from "../../src/sheets/number-formats/number-format-library.ts";
import { builtinNumberFormat } from "../../src/sheets/number-formats/builtin-number-format.ts";

const options = { isDate1904: false };

/** Numbers of up to fifteen digits in all, which is what cells hold. */
const amounts = fc
  .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));

describe("formats without the library show the same as the library", () => {
  test.for(["0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "#,##0.0%", "0.000"])("for %s", (code) => {
    const own = createPlainFormat(code);
    const library = createLibraryFormat(code, options);
    expect(own).toBeDefined();
    fc.assert(
      fc.property(amounts, (value) => own?.formatNumber(value) === library?.formatNumber(value)),
      { seed: 7, numRuns: 2000 },
    );
  });

  test.for(["yyyy-mm-dd", "m/d/yyyy", "d.m.yy", "yyyy\\-mm\\-dd hh:mm", "h:mm", "mm:ss", "dd/mm/yyyy h:mm:ss"])(
    "for %s",
    (code) => {
      const own = createDateFormat(code, options);
      const library = createLibraryFormat(code, options);
      expect(own).toBeDefined();
      const moments = fc.oneof(
        fc.integer({ min: -1000, max: 2_958_465 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 40_000 * 86_400 }).map((seconds) => seconds / 86_400),
      );
      fc.assert(
        fc.property(moments, (value) => own?.formatNumber(value) === library?.formatNumber(value)),
        { seed: 7, numRuns: 2000 },
      );
    },
  );

  test("for General, except for long whole numbers", () => {
    const library = createLibraryFormat("General", options);
    const numbers = amounts.filter((value) => Math.abs(value) < 1e11 && (value === 0 || Math.abs(value) >= 1e-4));
    fc.assert(
      fc.property(numbers, (value) => generalText(value) === library?.formatNumber(value)),
      { seed: 7, numRuns: 5000 },
    );
    expect(generalText(123_456_789_012_345)).toBe("123456789012345");
    expect(generalText(1e15)).toBe("1000000000000000");
    expect(generalText(123_456_789_012_345_680)).toBe("123456789012346000");
    expect(generalText(1e20)).toBe("1E+20");
    expect(generalText(0.000_012_345_678_9)).toBe("1.23457E-05");
  });
});

describe("the built-in formats", () => {
  test.for([
    [0, "General"],
    [14, "yyyy-mm-dd"],
    [49, "@"],
    [30, "yyyy-mm-dd"],
    [163, "General"],
    [Number.NaN, "General"],
  ] as const)("have for %s the code %s", ([identifier, code]) => {
    expect(builtinNumberFormat(identifier)).toBe(code);
  });

  test("can all be used", async () => {
    const codes = Array.from({ length: 50 }, (_, identifier) => builtinNumberFormat(identifier));
    const format = await createNumberFormats(codes, options);
    const shown = codes.map((code) => format(code).formatNumber(1.5));
    expect(shown.filter((text) => text.trim() === "")).toEqual([]);
    expect(shown[44]).toBe("$1.50");
  });
});

describe("durations", () => {
  test.for([
    ["[h]:mm", -3.25, false, "-78:00"],
    ["[h]:mm", 1.5, true, "36:00"],
    ["[hh]:mm:ss", 0.25, true, "06:00:00"],
    ["[mm]:ss", 0.5, true, "720:00"],
    ["[$-407]d. mmmm yyyy", 2_958_465, true, "2958465"],
    ['"[h]" yyyy', 1, true, "[h] 1904"],
  ] as const)("%s of %d, days from 1904: %s, is %s", async ([code, value, isDate1904, expected]) => {
    const make = await createNumberFormats([code], { isDate1904 });
    expect(make(code).formatNumber(value)).toBe(expected);
  });
});

describe("numbers at the limits", () => {
  test.for([
    ["0%", 1e308, "1E+308"],
    ["# ?/?", 1e308, "1E+308"],
    [";;;", 42, "42 (hidden by its format)"],
    [";;", 0, "0 (hidden by its format)"],
    ["[Red];;;", -1.5, "-1.5 (hidden by its format)"],
    ["0;;", 5, "5"],
  ] as const)("%s of %d is %s", async ([code, value, expected]) => {
    const make = await createNumberFormats([code], options);
    expect(make(code).formatNumber(value)).toBe(expected);
  });

  test("text is hidden by its own section only", async () => {
    const make = await createNumberFormats([";;;", ";;"], options);
    expect(make(";;;").formatText?.("secret")).toBe("secret (hidden by its format)");
    expect(make(";;").formatText).toBeUndefined();
  });

  test("text is hidden by an empty section beside others", async () => {
    const make = await createNumberFormats(["0;-0;;", "0;-0;;@", "0;-0;"], options);
    expect(make("0;-0;;").formatText?.("secret")).toBe("secret (hidden by its format)");
    expect(make("0;-0;;@").formatText?.("seen")).toBe("seen");
    expect(make("0;-0;").formatText).toBeUndefined();
  });
});

test.for([
  ['[$-411]ggge"年"m"月"d"日"', 45_000, "令和5年3月15日"],
  ["[$-ja-JP]gge.m.d", 45_000, "令5.3.15"],
  ["[$-411]gee", 43_600, "R01"],
  ['[$-ja-JP-x-gannen]ggge"年"', 43_600, "令和元年"],
  ['[$-411]ggge"年"', 32_515, "昭和64年"],
  ["ge", 45_000, "2023"],
] as const)("the years of Japan's eras are shown: %s of %d is %s", async ([code, day, shown]) => {
  const formatOf = await createNumberFormats([code], options);
  expect(formatOf(code).formatNumber(day)).toBe(shown);
});

describe("years of other calendars", () => {
  test.for([
    ["[$-107041E]d mmm yy", "22 ก.ย. 60"],
    ["[$-1070000]d/mm/yyyy", "22/09/2560"],
    ['[$-7041E]d mmmm "yy" yyyy', "22 กันยายน yy 2560"],
    ["[$-101041E]d mmm yy", "22 ก.ย. 17"],
    ["[$-404]e/m/d", "106/9/22"],
    ["[$-404]yyyy/m/d", "2017/9/22"],
  ] as const)("are shown by %s", async ([code, expected]) => {
    const make = await createNumberFormats([code], options);
    expect(make(code).formatNumber(43_000)).toBe(expected);
  });
});

test.for([
  ['[$-C0A]d "de" mmmm', "22 de septiembre"],
  ["[$-40A]mmmm", "septiembre"],
  ["[$-FC19]d mmmm yyyy", "22 сентября 2017"],
  ["[$-419]d mmmm yyyy", "22 Сентябрь 2017"],
  ["[$-F800]dddd", "Friday, September 22, 2017"],
  ["[$-D070000]d/mm/yyyy", "๒๒/๐๙/๒๕๖๐"],
  ["[$-2000401]yyyy", "٢٠١٧"],
  ["[$-D000000]0.0", "๔๓๐๐๐.๐"],
  ["[$-D070000][<1]d/mm/yyyy;0.0", "๔๓๐๐๐.๐"],
] as const)("%s shows a date in its language and numerals: %s", async ([code, expected]) => {
  const make = await createNumberFormats([code], options);
  expect(make(code).formatNumber(43_000)).toBe(expected);
});

test.for([
  ["h:mm a/p", "6:00 P"],
  ["h:mm A/P", "6:00 P"],
  ['h:mm "a/p"', "18:00 a/p"],
  ['hh"/"mm', "18/00"],
] as const)("half-days of one letter, %s, are shown as %s", async ([code, text]) => {
  const make = await createNumberFormats([code], options);
  expect(make(code).formatNumber(0.75)).toBe(text);
});
