/** Fonts with the codes of TeX's large mathematical symbols, by any designer. */
const mathExtensionFont = /^(?:[A-Z]{6}\+)?(?:CMEX\d+|EUEX\d+|LMMathExtension\d+-Regular|[Tt]xex|[Pp]xex)$/u;

/** True if a font has large mathematical symbols at the codes of TeX: see `mathExtensionSigns`. */
export function isMathExtension(fontName: string): boolean {
  return mathExtensionFont.test(fontName);
}

/**
 * Fonts whose glyphs are pieces of lines, circles, arrows and frames, at the codes of letters: those of the `picture`
 * environment of LaTeX, and of Xy-pic.
 */
const drawingFont =
  /^(?:[A-Z]{6}\+)?(?:l?circlew?\d+|linew?\d+|xy(?:[ab]tip|bsql|circ|dash|line|misc|cm[ab]t|eu[ab]t|lu[ab]t)\d+)$/iu;

/** True if a font draws, and has no text. */
export function isDrawingFont(fontName: string): boolean {
  return drawingFont.test(fontName);
}

/**
 * The characters of codes 0 to 127 in TeX's font of large mathematical symbols: D. Knuth, "Computer Modern Typefaces",
 * encoding OMX. Mere pieces of a drawing, such as the bar of a root, are spaces.
 */
const signs = [
  "()[]⌊⌋⌈⌉{}⟨⟩|∥/\\",
  "()()[]⌊⌋⌈⌉{}⟨⟩/\\",
  "()[]⌊⌋⌈⌉{}⟨⟩/\\/\\",
  "⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐",
  "⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂",
  "∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁",
  "∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}",
  "√√√√√  ∥↑↓    ⇑⇓",
].join("");

/** Old programs avoid the first codes: they move ten of them to one place and the next ones to another. */
const movedTo = [
  { from: 0, to: 9, by: 161 },
  { from: 10, to: 32, by: 163 },
];

/** The characters of such a font by their codes. */
export const mathExtensionSigns: ReadonlyMap<number, string> = signsByCode();

function signsByCode(): ReadonlyMap<number, string> {
  const entries = Array.from(signs, (sign, code) => [code, sign] as const);
  const moved = movedTo.flatMap(({ from, to, by }) =>
    entries.slice(from, to + 1).map(([code, sign]) => [code + by, sign] as const),
  );
  return new Map([...entries, ...moved]);
}
