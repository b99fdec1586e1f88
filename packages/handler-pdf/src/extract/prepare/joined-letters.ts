import { namedCodes } from "../../engine/printed-list.ts";

/** A glyph of several letters, named by them as the Adobe Glyph List Specification says it: `t_t`, `f_f_i`, `T_h.alt`. */
const joined =
  /^((?:[A-Za-z]|ffi?|fi|ffl|fl|uni[0-9A-F]{4})(?:_(?:[A-Za-z]|ffi?|fi|ffl|fl|uni[0-9A-F]{4}))+)(?:\..*)?$/u;

/** Codes have one byte. */
const lastCode = 255;

/**
 * What the codes of a font mean whose glyphs are several letters in one, by the printed list of differences of its
 * encoding. Of such names the engine reads the first letter alone.
 */
export function joinedLetters(differences: string): readonly (readonly [code: number, text: string])[] {
  if (!differences.includes("_")) return [];
  const found = new Map<number, string>();
  for (const [code, name] of namedCodes(differences)) {
    const text = lettersOf(name);
    if (text !== undefined && code <= lastCode) found.set(code, text);
  }
  return [...found];
}

function lettersOf(name: string): string | undefined {
  const letters = joined.exec(name)?.[1];
  return letters?.split("_").map(letterOf).join("");
}

function letterOf(name: string): string {
  return name.startsWith("uni") ? String.fromCharCode(Number.parseInt(name.slice(3), 16)) : name;
}
