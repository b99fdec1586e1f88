import { ownEntry } from "@reader/document/content";
const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi;

/** Replaces references. Returns `undefined` if one of them is not predefined in XML. */
export function unescapeXml(text: string): string | undefined {
  if (!text.includes("&")) return text;
  let isKnown = true;
  const plain = text.replace(reference, (whole: string, ...parts: readonly (string | undefined)[]) => {
    const [hexadecimal, decimal, name] = parts;
    const character =
      name === undefined
        ? characterOf(Number.parseInt(hexadecimal ?? decimal ?? "", hexadecimal === undefined ? 10 : 16))
        : ownEntry(named, name);
    isKnown &&= character !== undefined;
    return character ?? whole;
  });
  return isKnown ? plain : undefined;
}

function characterOf(code: number): string | undefined {
  const isText = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10_ff_ff);
  return isText && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : undefined;
}

const escapedCharacter = /_x([\da-f]{4})_/gi;

/**
 * Decodes characters that XML cannot hold, written as `_x0007_` (ISO/IEC 29500-1, 22.9.2.19). `_x005F_` is an
 * underscore.
 */
export function unescapeCharacters(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(escapedCharacter, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Normalises line ends as XML requires: literal carriage returns become line feeds. */
export function normaliseLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}
