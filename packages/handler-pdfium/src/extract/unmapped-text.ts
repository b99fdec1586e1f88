import { asVisualVowel, cleanText, isPaintedFirst } from "@reader/pdf-pages";
import { isMathExtension, mathExtensionSigns } from "@reader/pdf-pages/lines";
import type { FontProgram } from "./font-program.ts";

/** A character that the file maps to no text. The engine returns its code, which is another character. */
export const unknownCharacter = "\uFFFD";

/** Returns the text of a code of a font, or U+FFFD. */
export type CodeReader = (code: number) => string;

/** A character without text, by its place among the found ones. */
export interface UnmappedCharacter {
  readonly at: number;
  readonly code: number;
}

/** What is known of characters by their places. */
export interface UnmappedGlyphs {
  /** The handle of the font, 0 for none. Fonts may share a name. */
  readonly fontAt: (place: number) => number;
  /** True for characters of one glyph. */
  readonly isOneGlyph: (one: number, other: number) => boolean;
  readonly programOf: (font: number) => FontProgram;
}

interface FoundTexts {
  readonly texts: string[];
  readonly styles: readonly { readonly font: { readonly name: string } }[];
}

/** Number of characters of a font that show its script. */
const maxMapped = 500;

/** Reads the characters that a file maps to no text into `texts`, font by font. */
export function readUnmapped(
  { texts, styles }: FoundTexts,
  unmapped: readonly UnmappedCharacter[],
  glyphs: UnmappedGlyphs,
): void {
  const lost = groupedBy(unmapped, ({ at }) => glyphs.fontAt(at));
  const isLost = new Set(unmapped.map(({ at }) => at));
  const others = [...styles.keys()].filter((place) => !isLost.has(place) && lost.has(glyphs.fontAt(place)));
  const mappedOf = groupedBy(others, glyphs.fontAt);
  for (const [font, characters] of lost) {
    const codes = characters.map(({ code }) => code);
    const name = styles[characters[0]?.at ?? 0]?.font.name ?? "";
    const places = mappedOf.get(font) ?? [];
    const mapped = places.slice(0, maxMapped).map((place) => texts[place] ?? "");
    const read = readerOfFont({ name, mapped: mapped.join("") }, codes, () => glyphs.programOf(font));
    for (const { at, code } of characters) texts[at] = read(code);
    const vowels = new Set([...new Set(codes)].map((code) => cleanText(read(code))).filter(isPaintedFirst));
    dropVowels(texts, places, { vowels, glyphs });
  }
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => number): ReadonlyMap<number, readonly Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  return groups;
}

interface PaintedVowels {
  readonly vowels: ReadonlySet<string>;
  readonly glyphs: UnmappedGlyphs;
}

const isMark = /^\p{M}$/u;

/** Removes vowels with glyphs of their own from the text of clusters, which such a map gives to another glyph. */
function dropVowels(texts: string[], places: readonly number[], { vowels, glyphs }: PaintedVowels): void {
  if (vowels.size === 0) return;
  for (const place of places) {
    const text = texts[place] ?? "";
    // A vowel around its letter has a first part with its own glyph.
    if (!isMark.test(text) || !vowels.has(text.normalize("NFD").charAt(0))) continue;
    if (glyphs.isOneGlyph(place, place - 1) || glyphs.isOneGlyph(place, place + 1)) texts[place] = "";
  }
}

/** TeX's font of mathematical symbols, most of which the engine knows by their names, and its stroke over others. */
const symbolFont = /^(?:[A-Z]{6}\+)?CMB?SY\d+$/u;
const symbols: ReadonlyMap<number, string> = new Map([[0x36, "\u0338"]]);

/** What is known of a font without its program. */
export interface KnownFont {
  readonly name: string;
  /** Characters of the font on the page that the file does map. */
  readonly mapped: string;
}

/**
 * Creates the reader of the codes of a font that a file maps to no text. The names of TeX's fonts of symbols say which
 * characters some codes are, and that none is a letter.
 */
export function readerOfFont(
  { name, mapped }: KnownFont,
  codes: readonly number[],
  readProgram: () => FontProgram,
): CodeReader {
  if (isMathExtension(name)) return (code) => mathExtensionSigns.get(code) ?? unknownCharacter;
  if (!symbolFont.test(name)) return readerOfCodes(codes, readProgram(), mapped);
  const others = codes.filter((code) => !symbols.has(code));
  const readOther = others.length === 0 ? undefined : namedReader(others, readProgram());
  return (code) => symbols.get(code) ?? readOther?.(code) ?? unknownCharacter;
}

/** The ligatures of TeX's text fonts, whose bitmaps have no names, from a code on. */
const ligatures = ["ff", "fi", "fl", "ffi", "ffl"];

/** The first of them in the oldest encoding (OT1) and in that of Cork (T1). */
const firstLigatures = [0x0b, 0x1b];

const lineEnd = 0x0d;

/**
 * Returns the reader of TeX's ligatures if all control characters among the codes are in one of its encodings, and not only
 * line ends.
 */
function texReader(codes: readonly number[]): PartialReader | undefined {
  const controls = codes.filter((code) => code < 0x20);
  if (controls.every((code) => code === lineEnd)) return undefined;
  const first = firstLigatures.find((start) => controls.every((code) => ligatures[code - start] !== undefined));
  return first === undefined ? undefined : (code) => ligatures[code - first];
}

/**
 * Creates the reader of codes that a file maps to no text, from all such codes of one font on a page. In this order they
 * are: glyphs whose characters the font names, characters in UTF-8, glyphs in the usual order of TrueType fonts, or
 * ASCII, with the ligatures of TeX if no other control characters are among them.
 */
export function readerOfCodes(codes: readonly number[], program: FontProgram, mapped = ""): CodeReader {
  const areAscii = codes.every((code) => fromAscii(code) !== undefined) && !isOfOtherScript(mapped);
  const isInOrder = program.isNumbered && isText(codes, inGlyphOrder) && !isText(codes, fromAscii);
  const read = (areAscii ? undefined : namedReader(codes, program)) ?? (isInOrder ? inGlyphOrder : fromAscii);
  const readTex = isOfOtherScript(mapped) ? undefined : texReader(codes);
  return (code) => read(code) ?? readTex?.(code) ?? unknownCharacter;
}

/** Returns the reader of codes whose characters the font names, or that are UTF-8. */
function namedReader(codes: readonly number[], program: FontProgram): PartialReader | undefined {
  const byFont = inFont(program);
  if (shareOf(codes, (code) => byFont(code) !== undefined) >= minShare) return byFont;
  const areUtf8 = codes.some((code) => code > 0x7f) && codes.every((code) => fromUtf8(code) !== undefined);
  return areUtf8 ? fromUtf8 : undefined;
}

type PartialReader = (code: number) => string | undefined;

/** True for text that is mostly in other scripts than Latin: its font has codes that are ASCII by chance. */
function isOfOtherScript(mapped: string): boolean {
  const letters = mapped.match(/[\p{L}\p{M}]/gu) ?? [];
  return letters.length > 0 && letters.filter((sign) => /\p{Script=Latin}/u.test(sign)).length < letters.length / 10;
}

function inFont({ glyphCount, characters }: FontProgram): PartialReader {
  const known = new Set(characters.values());
  return (code) => {
    const character = code < glyphCount ? characters.get(code) : undefined;
    if (character !== undefined) return asPainted(String.fromCodePoint(character));
    // A code that is no glyph, but a character that the font has, is this character.
    return code >= glyphCount && known.has(code) ? String.fromCodePoint(code) : undefined;
  };
}

/** Glyphs are painted in the order of the page, where some vowels are before their letters. */
function asPainted(sign: string): string {
  return isPaintedFirst(sign) ? asVisualVowel(sign) : sign;
}

function fromAscii(code: number): string | undefined {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Some programs write UTF-8, with a map from its bytes to glyphs. */
function fromUtf8(code: number): string | undefined {
  const bytes = [code >>> 24, (code >>> 16) & 0xff, (code >>> 8) & 0xff, code & 0xff];
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first < 0 || code < 0x20) return undefined;
  try {
    const text = utf8.decode(Uint8Array.from(bytes.slice(first)));
    return Array.from(text).length === 1 ? text : undefined;
  } catch {
    return undefined;
  }
}

const macRoman = new TextDecoder("macintosh");
/** The glyphs after those of Mac Roman. */
const lastGlyphs = Array.from("ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ");
const firstGlyph = 3;
const firstAccented = 98;
const firstOfLast = 226;

/** The 258 glyphs that most TrueType fonts begin with, in their order (the `post` table of ISO/IEC 14496-22). */
function inGlyphOrder(code: number): string | undefined {
  if (code < firstGlyph) return undefined;
  if (code >= firstOfLast) return lastGlyphs[code - firstOfLast];
  return macRoman.decode(Uint8Array.of(code < firstAccented ? code + 29 : code + 30));
}

/** Minimum share of codes that a font names, and of letters, digits and spaces in text. */
const minShare = 0.8;
const usual = /^[\p{L}\p{N} ]$/u;

function isText(codes: readonly number[], read: PartialReader): boolean {
  return shareOf(codes, (code) => usual.test(read(code) ?? "")) >= minShare;
}

function shareOf(codes: readonly number[], isCounted: (code: number) => boolean): number {
  return codes.filter(isCounted).length / codes.length;
}
