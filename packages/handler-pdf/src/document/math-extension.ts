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

/** So many signs stand in one list of a map. */
const signsAList = 100;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

/** A map from these codes to Unicode, as a font refers to it. */
export function mathExtension(): string {
  const entries = Array.from(signs, (sign, code) => [code, sign] as const);
  const moved = movedTo.flatMap(({ from, to, by }) =>
    entries.slice(from, to + 1).map(([code, sign]) => [code + by, sign] as const),
  );
  const lines = [...entries, ...moved].map(([code, sign]) => `<${hex(code, 2)}> <${hex(sign.charCodeAt(0), 4)}>`);
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CMapName /TeX-OMX def /CMapType 2 def",
    "1 begincodespacerange <00> <FF> endcodespacerange",
    ...listsOf(lines),
    "endcmap end end",
  ].join("\n");
}

function listsOf(lines: readonly string[]): readonly string[] {
  const lists: string[] = [];
  for (let from = 0; from < lines.length; from += signsAList) {
    const part = lines.slice(from, from + signsAList);
    lists.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }
  return lists;
}
