/**
 * The characters of the Symbol font from 0x20 on (Adobe's Symbol encoding, as Unicode's `symbol.txt` maps it). A space
 * marks a code without a character.
 */
const symbol: readonly string[] = Array.from(
  [
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?",
    "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ",
    " ".repeat(32),
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓",
    "°±″≥×∝∂•÷≠≡≈…⏐⎯↵",
    "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉",
    "∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
    "◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
    " 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ ",
  ].join(""),
);

/** Wingdings symbols that documents use. All others become a bullet. */
const wingdings: ReadonlyMap<number, string> = new Map([
  [0x20, " "],
  [0x22, "✂"],
  [0x28, "☎"],
  [0x2a, "✉"],
  [0x4a, "☺"],
  [0x4c, "☹"],
  [0x6c, "●"],
  [0x6e, "■"],
  [0x6f, "□"],
  [0x71, "❑"],
  [0x78, "☒"],
  [0x76, "❖"],
  [0xa7, "▪"],
  [0xa8, "◻"],
  [0xd8, "➢"],
  [0xdf, "←"],
  [0xe0, "→"],
  [0xe8, "➔"],
  [0xf0, "⇨"],
  [0xfb, "✗"],
  [0xfc, "✓"],
  [0xfd, "☒"],
  [0xfe, "☑"],
]);

/** Check marks and boxes of Wingdings 2. */
const wingdings2: ReadonlyMap<number, string> = new Map([
  [0x20, " "],
  [0x4f, "✗"],
  [0x50, "✓"],
  [0x51, "☒"],
  [0x52, "☑"],
  [0x53, "☒"],
  [0x54, "☒"],
  [0xa3, "☐"],
]);

/** A font that shows other characters than its codes are. */
export type SymbolFont = "symbol" | "wingdings" | "wingdings-2";

/** Returns the symbol font that a name stands for, or `undefined` for other fonts. */
export function symbolFontOf(fontName: string): SymbolFont | undefined {
  if (/^wingdings ?2\b/i.test(fontName)) return "wingdings-2";
  if (/^symbol(?:mt)?\b/i.test(fontName)) return "symbol";
  return /^(?:wingdings|webdings|zapf ?dingbats)/i.test(fontName) ? "wingdings" : undefined;
}

/** Converts text in a symbol font to the Unicode characters that it shows. */
export function symbolText(text: string, font: SymbolFont): string {
  let shown = "";
  for (const character of text) shown += symbolOf(character, font);
  return shown;
}

/** Converts private-use characters at U+F020–U+F0FF, which encode symbol fonts, as `font` or as Symbol. */
export function withoutPrivateSymbols(text: string, font: SymbolFont = "symbol"): string {
  return text.replace(/[\uf020-\uf0ff]/g, (character) => symbolOf(character, font));
}

function symbolOf(character: string, font: SymbolFont): string {
  const code = codeOf(character.codePointAt(0) ?? 0);
  if (code === undefined) return character;
  if (font === "wingdings") return wingdings.get(code) ?? "•";
  if (font === "wingdings-2") return wingdings2.get(code) ?? "•";
  const found = symbol[code - 0x20] ?? " ";
  return found === " " && code !== 0x20 ? character : found;
}

/** Returns the code of a character in a symbol font, or `undefined` if it has none. */
function codeOf(point: number): number | undefined {
  const code = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point;
  return code >= 0x20 && code <= 0xff ? code : undefined;
}
