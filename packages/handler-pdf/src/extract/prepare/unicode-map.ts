/** So many codes stand in one list of a map, as its format wants it. */
const codesAList = 100;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

/** A map from codes of one byte to what they mean, as a font refers to it under `ToUnicode`. */
export function unicodeMap(entries: readonly (readonly [code: number, text: string])[]): string {
  const lines = entries.map(([code, text]) => `<${hex(code, 2)}> <${utf16(text)}>`);
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CMapName /Named-Glyphs def /CMapType 2 def",
    "1 begincodespacerange <00> <FF> endcodespacerange",
    ...listsOf(lines),
    "endcmap end end",
  ].join("\n");
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join("");
}

function listsOf(lines: readonly string[]): readonly string[] {
  const lists: string[] = [];
  for (let from = 0; from < lines.length; from += codesAList) {
    const part = lines.slice(from, from + codesAList);
    lists.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }
  return lists;
}
