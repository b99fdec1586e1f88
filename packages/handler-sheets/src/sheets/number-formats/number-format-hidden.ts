import { generalText, type NumberFormat } from "./number-format-general.ts";

/** Suffix of a value that its number format hides. */
const hiddenByFormat = " (hidden by its format)";

const closingParenthesis = 41;

/** True if the text of a cell has the suffix of hidden values. Must be cheap because it is called for every cell. */
export function isHiddenByFormat(text: string): boolean {
  const { length } = text;
  if (length <= hiddenByFormat.length || text.charCodeAt(length - 1) !== closingParenthesis) return false;
  return text.endsWith(hiddenByFormat);
}

/** Returns a text that its format hides, with the mark. Blank text needs none. */
export function hiddenText(text: string): string {
  return text.trim() === "" ? text : text + hiddenByFormat;
}

/** Codes whose sections show nothing: `;;;` hides everything, `;;` keeps text. */
const nothing = /^(?:\[[^\]]*\]|\s)*(?:;(?:\[[^\]]*\]|\s)*){2,3}$/;

/**
 * Creates the format of `;;;`, with which authors hide values. Values are shown and marked. Returns `undefined` for any
 * other code.
 */
export function createHidingFormat(code: string): NumberFormat | undefined {
  if (!nothing.test(code)) return undefined;
  const hidesText = code.replaceAll(/[^;]/g, "").length === 3;
  return {
    isGeneral: false,
    isDate: false,
    formatNumber: (value) => generalText(value) + hiddenByFormat,
    formatText: hidesText ? hiddenText : undefined,
  };
}
