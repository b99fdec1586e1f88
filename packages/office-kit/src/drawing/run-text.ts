import { symbolFontOf, symbolText } from "@reader/document/content";
import { childOf, type XmlElement } from "../xml/xml-tree.ts";

/** PowerPoint writes a line break inside of a run as a vertical tab. */
const innerBreak = /\v|_x000B_/g;

const softHyphen = "\u00ad";

/** Returns the text of a run, with line breaks, and with codes of symbol fonts (`a:rPr`) decoded. */
export function runText(written: string, properties: XmlElement | undefined): string {
  const text = written.replaceAll(innerBreak, "\n").replaceAll(softHyphen, "");
  const font = properties === undefined ? undefined : symbolFontIn(properties);
  return font === undefined ? text : text.replaceAll(fontCodes, (codes) => symbolText(codes, font));
}

/** Codes of a symbol font, as Office writes them for the font `a:sym` (ISO/IEC 29500-1, 21.1.2.3.10). */
const fontCodes = /[\uf020-\uf0ff]+/g;

function symbolFontIn(properties: XmlElement): ReturnType<typeof symbolFontOf> {
  const name =
    childOf(properties, "a:sym")?.attributes["typeface"] ?? childOf(properties, "a:latin")?.attributes["typeface"];
  return name === undefined ? undefined : symbolFontOf(name);
}
