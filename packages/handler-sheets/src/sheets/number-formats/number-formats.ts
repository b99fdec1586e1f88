import { createDateFormat } from "./number-format-date.ts";
import { createFractionFormat } from "./number-format-fraction.ts";
import { generalText } from "./number-format-general.ts";
import { createHidingFormat } from "./number-format-hidden.ts";
import { createPlainFormat } from "./number-format-plain.ts";
import type { NumberFormat, NumberFormatOptions } from "./number-format.ts";

/** Maximum length of a code; longer codes show numbers as `General`. Programs allow 255 characters. */
const maxCodeCharacters = 1000;

/**
 * Creates the formats of these codes. Unusual codes are handled by a library, which is loaded only then. A code that it
 * does not support shows numbers as `General`.
 */
export async function createNumberFormats(
  codes: Iterable<string>,
  options: NumberFormatOptions,
): Promise<(code: string) => NumberFormat> {
  const made = new Map<string, NumberFormat>();
  const others: string[] = [];
  for (const code of new Set(codes)) {
    const format = usualFormat(code, options);
    if (format === undefined) others.push(code);
    else made.set(code, format);
  }
  if (others.length > 0) {
    const { createLibraryFormat } = await import("./number-format-library.ts");
    for (const code of others) made.set(code, createLibraryFormat(code, options) ?? general);
  }
  return (code) => made.get(code) ?? usualFormat(code, options) ?? general;
}

const general: NumberFormat = { isGeneral: true, isDate: false, formatNumber: generalText, formatText: undefined };

function usualFormat(code: string, options: NumberFormatOptions): NumberFormat | undefined {
  if (code === "" || code === "@" || /^general$/i.test(code) || code.length > maxCodeCharacters) return general;
  return (
    createPlainFormat(code) ?? createHidingFormat(code) ?? createDateFormat(code, options) ?? createFractionFormat(code)
  );
}
