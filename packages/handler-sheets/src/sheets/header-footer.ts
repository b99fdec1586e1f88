const fonts = /&"[^"]*"|&K(?:[\da-f]{6}|\d\d[+-]\d{3})|&\d{1,3}|&[BIUESXYOHG]/gi;

/** Codes for values that are calculated when a page is printed. */
const fields: Readonly<Record<string, string>> = {
  "&P": "(page)",
  "&N": "(pages)",
  "&D": "(date)",
  "&T": "(time)",
  "&F": "(file)",
  "&A": "(sheet)",
  "&Z": "",
};

const field = /&[PNDTFAZ]/gi;
const pageField = /&[PN]/i;

/** Maximum number of words beside a page number that carry no information, such as `Page 1 of 9` in any language. */
const maxPageWords = 2;

/**
 * Returns the text of a header or footer without its codes (ECMA-376-1, 18.3.1.46): the left, middle and right part,
 * separated by bars. Returns an empty string if there are only fields and page numbers.
 */
export function headerFooterText(codes: string): string {
  const sections = codes
    .replace(/&&/g, "\u0000")
    .split(/&[LCR]/i)
    .map((section) => section.replace(fonts, ""))
    .filter((section) => !isPageNumber(section));
  if (!/[\p{L}\p{N}]/u.test(sections.join("").replace(field, ""))) return "";
  return sections
    .map((section) => section.replace(field, (code) => fields[code.toUpperCase()] ?? ""))
    .map((section) => section.replaceAll("\u0000", "&").replace(/\s+/gu, " ").trim())
    .filter((section) => section !== "")
    .join(" | ");
}

function isPageNumber(section: string): boolean {
  const words = section.replace(field, " ").match(/\p{L}+/gu) ?? [];
  return pageField.test(section) && words.length <= maxPageWords;
}
