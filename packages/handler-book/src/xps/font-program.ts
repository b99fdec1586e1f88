/** What a font of a document says about its glyphs. */
export interface XpsFont {
  readonly name: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  /** Returns the width of a glyph in ems, or `undefined` if it is unknown. */
  widthOf(glyph: number): number | undefined;
  /** Returns the glyph of a character, or `undefined`. */
  glyphOf(codePoint: number): number | undefined;
}

/** A font that is missing or damaged. */
export const unknownFont: XpsFont = {
  name: "",
  isBold: false,
  isItalic: false,
  isMonospaced: false,
  widthOf: () => undefined,
  glyphOf: () => undefined,
};

/** Number of bytes at the start of a font that are hidden by a key, which is the name of its part. */
const hiddenBytes = 32;

/** Removes the key of an obfuscated font (ECMA-388, 9.1.7.3). Returns other fonts unchanged. */
export function plainFont(bytes: Uint8Array, part: string): Uint8Array {
  const digits = /([\da-f-]{32,40})\.odttf$/i.exec(part)?.[1]?.replaceAll("-", "") ?? "";
  if (digits.length !== 32) return bytes;
  const key = Array.from({ length: 16 }, (_, index) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16));
  const plain = bytes.slice();
  for (let at = 0; at < Math.min(hiddenBytes, plain.length); at += 1)
    plain[at] = (plain[at] ?? 0) ^ (key[15 - (at % 16)] ?? 0);
  return plain;
}

interface FontBytes {
  readonly short: (at: number) => number;
  readonly long: (at: number) => number;
}

function fontBytes(bytes: Uint8Array): FontBytes {
  const byte = (at: number): number => bytes[at] ?? 0;
  const short = (at: number): number => byte(at) * 0x100 + byte(at + 1);
  return { short, long: (at) => short(at) * 0x1_0000 + short(at + 2) };
}

/** Versions of OpenType: outlines of TrueType and of PostScript. */
const versions: ReadonlySet<number> = new Set([0x0001_0000, 0x7472_7565, 0x4f54_544f]);
const collection = 0x7474_6366;
const maxTables = 100;

/** Reads the tables of a font that say how wide its glyphs are (ISO/IEC 14496-22). `index` is that in a collection. */
export function readFont(bytes: Uint8Array, index: number): XpsFont {
  const font = fontBytes(bytes);
  const start = font.long(0) === collection ? font.long(12 + index * 4) : 0;
  if (!versions.has(font.long(start))) return unknownFont;
  const tables = new Map<string, number>();
  const count = Math.min(maxTables, font.short(start + 4));
  for (let nth = 0; nth < count; nth += 1) {
    const entry = start + 12 + nth * 16;
    tables.set(String.fromCharCode(...bytes.subarray(entry, entry + 4)), font.long(entry + 8));
  }
  const at = (tag: string): number => tables.get(tag) ?? bytes.length;
  const head = at("head");
  const unitsPerEm = font.short(head + 18);
  const widths = font.short(at("hhea") + 34);
  const [hmtx, glyphs] = [at("hmtx"), font.short(at("maxp") + 4)];
  const style = font.short(head + 44);
  return {
    name: nameIn(bytes, font, at("name")),
    isBold: (style & 1) === 1,
    isItalic: (style & 2) === 2,
    isMonospaced: font.long(at("post") + 12) !== 0,
    widthOf: (glyph) =>
      unitsPerEm === 0 || widths === 0 || glyph >= glyphs
        ? undefined
        : font.short(hmtx + Math.min(glyph, widths - 1) * 4) / unitsPerEm,
    glyphOf: glyphFinder(font, at("cmap")),
  };
}

const fullName = 4;
const maxNames = 500;

/** Returns the full name, as Windows programs store it. */
function nameIn(bytes: Uint8Array, font: FontBytes, table: number): string {
  const count = Math.min(maxNames, font.short(table + 2));
  for (let index = 0; index < count; index += 1) {
    const entry = table + 6 + index * 12;
    if (font.short(entry) !== 3 || font.short(entry + 6) !== fullName) continue;
    const start = table + font.short(table + 4) + font.short(entry + 10);
    return new TextDecoder("utf-16be").decode(bytes.subarray(start, start + font.short(entry + 8)));
  }
  return "";
}

/** Returns a function that looks up the glyph of a character in the table for Unicode, in segments or in groups. */
function glyphFinder(font: FontBytes, table: number): XpsFont["glyphOf"] {
  const count = Math.min(maxTables, font.short(table + 2));
  let best = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = table + 4 + index * 8;
    const subtable = table + font.long(entry + 4);
    const isUnicode = font.short(entry) === 0 || (font.short(entry) === 3 && [1, 10].includes(font.short(entry + 2)));
    const format = font.short(subtable);
    if (isUnicode && (format === 12 || (format === 4 && best === 0))) best = subtable;
  }
  if (best === 0) return () => undefined;
  return font.short(best) === 12
    ? (code) => glyphInGroups(font, best, code)
    : (code) => glyphInSegments(font, best, code);
}

function glyphInSegments(font: FontBytes, table: number, code: number): number | undefined {
  const size = font.short(table + 6);
  const [ends, starts] = [table + 14, table + 16 + size];
  const segment = firstWhere(size / 2, (index) => font.short(ends + index * 2) >= code);
  const start = font.short(starts + segment * 2);
  if (segment >= size / 2 || code < start) return undefined;
  const delta = font.short(starts + size + segment * 2);
  const rangeAt = starts + 2 * size + segment * 2;
  const range = font.short(rangeAt);
  const glyph = range === 0 ? code : font.short(rangeAt + range + (code - start) * 2);
  return glyph === 0 ? undefined : (glyph + delta) & 0xffff;
}

function glyphInGroups(font: FontBytes, table: number, code: number): number | undefined {
  const count = font.long(table + 12);
  const group = firstWhere(count, (index) => font.long(table + 16 + index * 12 + 4) >= code);
  const entry = table + 16 + group * 12;
  const start = font.long(entry);
  return group >= count || code < start ? undefined : font.long(entry + 8) + code - start;
}

/** Returns the first index for which a condition holds that holds for all after it. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, Math.floor(count)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
