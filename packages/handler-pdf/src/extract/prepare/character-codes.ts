import type { PDFObject } from "mupdf";
import { hasAt, streamBytesAt, textAt, withObject } from "../../engine/pdf-objects.ts";
import type { CodeTexts } from "./cluster-map.ts";

/** The glyph numbers of all codes of two bytes, two bytes each. */
const wholeMapBytes = 2 * 0x1_00_00;

/**
 * Returns the text of each code of a font without a map whose codes are characters, or `undefined` for another font.
 * FPDF, TCPDF and RBPDF number glyphs so: `CIDToGIDMap` leads from each of the 65,536 characters to a glyph. Numbers of
 * a character collection begin with 1 instead, and no glyph is that of a control character.
 */
export function characterCodesOf(font: PDFObject): CodeTexts | undefined {
  if (textAt(font, "Subtype") !== "Type0" || textAt(font, "Encoding") !== "Identity-H") return undefined;
  if (hasAt(font, "ToUnicode")) return undefined;
  return withObject(font, ["DescendantFonts", 0], (descendant) => {
    const ordering = textAt(descendant, "CIDSystemInfo", "Ordering") ?? "";
    if (ordering !== "Identity" && ordering !== "UCS") return undefined;
    const map = streamBytesAt(descendant, ["CIDToGIDMap"], wholeMapBytes);
    return map === undefined ? undefined : charactersIn(map);
  });
}

const firstCharacter = 0x20;

function charactersIn(map: Uint8Array): CodeTexts | undefined {
  if (map.length !== wholeMapBytes) return undefined;
  const texts: (readonly [code: number, text: string])[] = [];
  for (let code = 0; code < map.length / 2; code += 1) {
    const hasGlyph = map[2 * code] !== 0 || map[2 * code + 1] !== 0;
    if (hasGlyph && code > 0 && code < firstCharacter) return undefined;
    if (hasGlyph && isCharacter(code)) texts.push([code, String.fromCharCode(code)]);
  }
  return texts.length === 0 ? undefined : texts;
}

/** True unless a code is that of a control character, half of a surrogate pair or one of the last two. */
function isCharacter(code: number): boolean {
  return code >= firstCharacter && (code < 0xd800 || code > 0xdfff) && code < 0xfffe;
}
