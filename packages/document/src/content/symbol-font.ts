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

/** Returns the symbol font that a name stands for, or `undefined` for other fonts. */
export function symbolFontOf(fontName: string): "symbol" | "wingdings" | undefined {
  if (/^symbol\b/i.test(fontName)) return "symbol";
  return /^(?:wingdings|webdings|zapf ?dingbats)/i.test(fontName) ? "wingdings" : undefined;
}

/** Converts text in a symbol font to the Unicode characters that it shows. */
export function symbolText(text: string, font: "symbol" | "wingdings"): string {
  let shown = "";
  for (const character of text) shown += symbolOf(character, font);
  return shown;
}

/** Converts private-use characters at U+F020–U+F0FF, which encode symbol fonts, as Symbol. */
export function withoutPrivateSymbols(text: string): string {
  return text.replace(/[\uf020-\uf0ff]/g, (character) => symbolOf(character, "symbol"));
}

function symbolOf(character: string, font: "symbol" | "wingdings"): string {
  const code = codeOf(character.codePointAt(0) ?? 0);
  if (code === undefined) return character;
  if (font === "wingdings") return wingdings.get(code) ?? "•";
  const found = symbol[code - 0x20] ?? " ";
  return found === " " && code !== 0x20 ? character : found;
}

/** Returns the code of a character in a symbol font, or `undefined` if it has none. */
function codeOf(point: number): number | undefined {
  const code = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point;
  return code >= 0x20 && code <= 0xff ? code : undefined;
}
