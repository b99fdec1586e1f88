/**
 * The characters of the font Symbol from 0x20 on (Adobe's Symbol encoding, as Unicode's `symbol.txt` maps it). Spaces
 * stand for codes without a character.
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

/** Signs of Wingdings that documents use; the others are shown as a bullet. */
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

/** A font whose codes are no letters, by its name; undefined for any other. */
export function symbolFontOf(fontName: string): "symbol" | "wingdings" | undefined {
  if (/^symbol\b/i.test(fontName)) return "symbol";
  return /^(?:wingdings|webdings|zapf ?dingbats)/i.test(fontName) ? "wingdings" : undefined;
}

/** Text that was written in such a font, in characters that mean what it shows. */
export function symbolText(text: string, font: "symbol" | "wingdings"): string {
  let shown = "";
  for (const character of text) shown += symbolOf(character, font);
  return shown;
}

/** Private characters at U+F020–U+F0FF, which stand for codes of symbol fonts, as those of Symbol. */
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

/** The code in a symbol font; undefined for a character that is none of one. */
function codeOf(point: number): number | undefined {
  const code = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point;
  return code >= 0x20 && code <= 0xff ? code : undefined;
}
