import { unicodeMap } from "./unicode-map.ts";

/**
 * What the codes 0 to 127 of TeX's font for large signs of mathematics mean: D. Knuth, "Computer Modern Typefaces", the
 * encoding OMX. What is only a piece of a drawing, such as the bar of a root, is a space.
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

/** Old programs do not like the first codes, and move ten of them to the one place, and the next ones to the other. */
const movedTo = [
  { from: 0, to: 9, by: 161 },
  { from: 10, to: 32, by: 163 },
];

/** A map from these codes to Unicode, as a font refers to it. */
export function mathExtension(): string {
  const entries = Array.from(signs, (sign, code) => [code, sign] as const);
  const moved = movedTo.flatMap(({ from, to, by }) =>
    entries.slice(from, to + 1).map(([code, sign]) => [code + by, sign] as const),
  );
  return unicodeMap([...entries, ...moved]);
}
