import type { TextStyle } from "../model/page-content.ts";
import type { StextFont } from "../model/stext-json.ts";
import { stextScale } from "../model/stext-json.ts";

const subsetPrefix = /^[A-Z]{6}\+/u;
const boldName = /bold|black|heavy|demi(?!aeval)|semibd|[-,_](?:bd|b)\b|cmbx|sfbx|[-_]medi$/iu;
const italicName = /italic|oblique|slanted|[-,_]it\b|cmti|sfti|cmsl|[-_](?:medi)?ital$/iu;
const monospacedName =
  /mono|courier|consol|typewriter|menlo|monaco|fixed|cmtt|sftt|lettergothic|andale|inconsolata|nimbusmonl|sourcecode|firacode|cascadiacode|iosevka|texgyrecursor|mplus ?\dm/iu;

interface KnownStyle {
  readonly font: StextFont;
  readonly style: TextStyle;
}

/** Gives the style of a font; the same object for the same font and size, because a page has thousands of runs. */
export function createStyleReader(): (font: StextFont) => TextStyle {
  const known: KnownStyles = new Map();
  let last: KnownStyle | undefined;
  return (font) => {
    // Most runs look like the one before.
    if (last === undefined || !isSameFont(font, last.font)) last = knownStyle(known, font);
    return last.style;
  };
}

/** By name and size, of which one key would have to be put together for each run. */
type KnownStyles = Map<string, Map<number, KnownStyle[]>>;

function knownStyle(known: KnownStyles, font: StextFont): KnownStyle {
  let bySize = known.get(font.name);
  if (bySize === undefined) known.set(font.name, (bySize = new Map<number, KnownStyle[]>()));
  let alike = bySize.get(font.size);
  if (alike === undefined) bySize.set(font.size, (alike = []));
  const found = alike.find((one) => isSameFont(font, one.font));
  if (found !== undefined) return found;
  const added = { font, style: styleOf(font) };
  alike.push(added);
  return added;
}

function isSameFont(one: StextFont, other: StextFont): boolean {
  if (one === other) return true;
  return one.size === other.size && one.name === other.name && one.weight === other.weight && one.style === other.style;
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
