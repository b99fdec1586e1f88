const superscripts: ReadonlyMap<string, string> = charactersOf("0123456789+-=()−ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻ⁿⁱ");
const subscripts: ReadonlyMap<string, string> = charactersOf("0123456789+-=()−", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋");

/** Ordinal endings and trademark signs, which read the same in normal text. */
const readsFlat = /^(?:st|nd|rd|th|e|er|re|ère|ème|o|a|º|ª|tm|sm|[^\p{L}\p{N}])+$/iu;

/** Punctuation, and the lowered E of TeX, which read the same in normal text, too. */
const readsFlatLowered = /^(?:E|[^\p{L}\p{N}]+)$/u;

/** Text short enough to be an exponent or an index. Longer text is raised for other reasons. */
const isExponent = /^[\p{L}\p{N}+−,-]{1,3}$/u;
const isIndex = /^[\p{L}\p{N}+−,-]{1,8}$/u;

/** The superscript and subscript elements. */
export type ScriptName = "sup" | "sub";

/** True for superscript and subscript elements. */
export function isScript(name: string): name is ScriptName {
  return name === "sup" || name === "sub";
}

/**
 * The shifts from the baseline that make a script, in ems: converters nudge normal text by a point, and layouts move text
 * by whole lines.
 */
const leastScriptShift = 0.1;
const wholeLine = 1;

/**
 * Returns the script of text that is shifted up by some ems, or down by a negative number of them. `least` is the
 * smallest shift that counts, for formats whose shifted text is small.
 */
export function scriptOfShift(ems: number, least: number = leastScriptShift): ScriptName | undefined {
  const size = Math.abs(ems);
  if (!(size >= least && size < wholeLine)) return undefined;
  return ems > 0 ? "sup" : "sub";
}

/** Half-points to the em of usual text. Formats whose shifts are absolute do not state the size of the text beside them. */
const halfPointsPerEm = 24;

/** Returns the script of a shift in half-points, as Word measures it. */
export function scriptOfPosition(halfPoints: number): ScriptName | undefined {
  return scriptOfShift(halfPoints / halfPointsPerEm);
}

/** Returns the script of a CSS style, or `undefined` if it sets none. */
export function scriptOfStyle(style: string): ScriptName | undefined {
  const align = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\b/i.exec(style)?.[1]?.toLowerCase();
  if (align !== undefined) return align === "sub" ? "sub" : "sup";
  // LibreOffice moves a small font by its own height.
  if (!/(?:^|;)\s*position\s*:\s*relative\b/i.test(style)) return undefined;
  const top = Number(/(?:^|;)\s*top\s*:\s*(-?\d{0,9}(?:\.\d{0,9})?)em\b/i.exec(style)?.[1] ?? 0);
  if (top < 0) return "sup";
  return top > 0 ? "sub" : undefined;
}

/**
 * Returns superscript text as plain text: `x²`, `x^n`, `x^{2k}`. Text that is not an exponent stays as it is. Digits
 * become superscript characters, so that `m²` is still one word.
 */
export function raisedText(text: string): string {
  return scriptText(text, superscripts, { mark: "^", test: isExponent, flat: readsFlat });
}

/** Returns subscript text as plain text: `H₂O`, `x_i`, `x_{max}`. */
export function loweredText(text: string): string {
  return scriptText(text, subscripts, { mark: "_", test: isIndex, flat: readsFlatLowered });
}

interface ScriptRule {
  readonly mark: string;
  readonly test: RegExp;
  /** Text that needs no mark. */
  readonly flat: RegExp;
}

function scriptText(text: string, characters: ReadonlyMap<string, string>, { mark, test, flat }: ScriptRule): string {
  const whole = Array.from(text, (character) => characters.get(character));
  if (whole.every((character) => character !== undefined)) return whole.join("");
  // Only short text is tested for endings: they may overlap in exponentially many ways.
  if (!test.test(text) || flat.test(text)) return text;
  return text.length === 1 ? `${mark}${text}` : `${mark}{${text}}`;
}

function charactersOf(plain: string, script: string): ReadonlyMap<string, string> {
  const others = Array.from(script);
  return new Map(Array.from(plain, (character, at) => [character, others[at] ?? character]));
}
