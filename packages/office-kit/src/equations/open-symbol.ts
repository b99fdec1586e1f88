/**
 * The characters of the OpenSymbol and StarSymbol fonts from U+E080 on, which Math of OpenOffice.org before 3.3 writes
 * in formulas. A space marks a code without a character. Accents are the combining characters.
 */
const openSymbols: readonly string[] = Array.from(
  [
    "‰⏟⏞+<>⩽⩾ ∈ƒ…→√√ ",
    "∥\u0302\u030c\u0306\u0301\u0300\u0303\u0304\u20d7  \u20db  ()",
    "          □ ΓΔΘΛ",
    "ΞΠΣΥΦΨΩαβγδϵζηθι",
    "κλμνξοπρστυϕχψωε",
    "ϑϖ ςφ∂ι    ←↑↓",
  ].join(""),
);

const firstCode = 0xe080;

/** Converts the private-use characters of OpenSymbol to the characters that the font shows. */
export function withoutOpenSymbols(text: string): string {
  return text.replace(/[\ue080-\ue0dd]/g, (character) => {
    const shown = openSymbols[character.charCodeAt(0) - firstCode] ?? " ";
    return shown === " " ? character : shown;
  });
}
