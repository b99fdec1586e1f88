import type { TextStyle } from "../../page-content.ts";
import type { StextFont } from "./stext-json.ts";
import { stextScale } from "./stext-json.ts";

const subsetPrefix = /^[A-Z]{6}\+/u;
const boldName = /bold|black|heavy|demi(?!aeval)|semibd|[-,_](?:bd|b)\b|cmbx|sfbx|[-_]medi$/iu;
const italicName = /italic|oblique|slanted|[-,_]it\b|cmti|sfti|cmsl|[-_](?:medi)?ital$/iu;
const monospacedName =
  /mono|courier|consol|typewriter|menlo|fixed|cmtt|sftt|lettergothic|andale|inconsolata|nimbusmonl/iu;

/** Gives the style of a font; the same object for the same font and size, because a page has thousands of runs. */
export function createStyleReader(): (font: StextFont) => TextStyle {
  const known = new Map<string, TextStyle>();
  return (font) => {
    const key = `${font.size}/${font.weight}/${font.style}/${font.name}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const style = styleOf(font);
    known.set(key, style);
    return style;
  };
}

function styleOf(font: StextFont): TextStyle {
  const name = font.name.replace(subsetPrefix, "");
  return {
    font: name,
    sizePt: font.size / stextScale,
    isBold: font.weight === "bold" || boldName.test(name),
    isItalic: font.style === "italic" || italicName.test(name),
    isMonospaced: font.family === "monospace" || monospacedName.test(name),
  };
}
