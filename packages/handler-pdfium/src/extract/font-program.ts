import type { Pdfium } from "../engine/engine.ts";
import { numberAt, withMemory } from "../engine/memory.ts";

/** What the program of a font says about its characters. */
export interface FontProgram {
  /** True if its glyphs are numbered: it is TrueType, or not in the file. */
  readonly isNumbered: boolean;
  readonly glyphCount: number;
  /** The characters of glyphs by their numbers; empty if the program does not say. */
  readonly characters: ReadonlyMap<number, number>;
}

const unknownProgram: FontProgram = { isNumbered: false, glyphCount: 0, characters: new Map() };

/** Maximum size of a font that is searched for the characters of its glyphs. */
const maxBytes = 32 * 1024 * 1024;

/** Reads the program of a font by its handle. */
export function readFontProgram(engine: Pdfium, font: number): FontProgram {
  // A substitute of the engine has other glyphs than the font that the file names.
  if (engine.FPDFFont_GetIsEmbedded(font) !== 1) return { ...unknownProgram, isNumbered: true };
  return withMemory(engine, 8, (size) => {
    engine.FPDFFont_GetFontData(font, 0, 0, size);
    const length = numberAt(engine, size);
    if (length <= 0 || length > maxBytes) return unknownProgram;
    return withMemory(engine, length, (buffer) => {
      engine.FPDFFont_GetFontData(font, buffer, length, size);
      return parseFontProgram(engine.pdfium.HEAPU8.slice(buffer, buffer + length));
    });
  });
}

/** Reads numbers of a font. Beyond its end they are 0. */
interface FontBytes {
  readonly at16: (at: number) => number;
  readonly at32: (at: number) => number;
}

function fontBytes(bytes: Uint8Array): FontBytes {
  const at16 = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  return { at16, at32: (at) => at16(at) * 0x1_0000 + at16(at + 2) };
}

/** Versions of fonts with TrueType outlines: `00010000` and `true`. */
const versions: ReadonlySet<number> = new Set([0x0001_0000, 0x7472_7565]);
/** Table tags. */
const characterMap = 0x636d_6170;
const maximumProfile = 0x6d61_7870;
const maxTables = 100;

/** Parses the tables of a TrueType font (ISO/IEC 14496-22) that tell which glyph shows which character. */
export function parseFontProgram(bytes: Uint8Array): FontProgram {
  const font = fontBytes(bytes);
  if (!versions.has(font.at32(0))) return unknownProgram;
  const tables = new Map<number, number>();
  const count = Math.min(maxTables, font.at16(4));
  for (let index = 0; index < count; index += 1) {
    const entry = 12 + index * 16;
    tables.set(font.at32(entry), font.at32(entry + 8));
  }
  const profile = tables.get(maximumProfile);
  const map = tables.get(characterMap);
  return {
    isNumbered: true,
    glyphCount: profile === undefined ? 0 : font.at16(profile + 4),
    characters: map === undefined ? new Map<number, number>() : glyphCharacters(font, map),
  };
}

/** Platforms and encodings whose codes are Unicode, as 16 bits each. */
const unicodeMaps: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 6].concat([0x3_0001, 0x3_000a]));

function glyphCharacters(font: FontBytes, map: number): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  const count = Math.min(maxTables, font.at16(map + 2));
  for (let index = 0; index < count; index += 1) {
    const entry = map + 4 + index * 8;
    if (!unicodeMaps.has(font.at32(entry))) continue;
    const subtable = map + font.at32(entry + 4);
    const format = font.at16(subtable);
    if (format === 4) addSegments(font, subtable, characters);
    else if (format === 12) addGroups(font, subtable, characters);
  }
  return characters;
}

/** Several characters may have one glyph: the first is the usual one. */
function addCharacter(characters: Map<number, number>, glyph: number, character: number): void {
  if (glyph !== 0 && character >= 0x20 && !characters.has(glyph)) characters.set(glyph, character);
}

function addSegments(font: FontBytes, at: number, characters: Map<number, number>): void {
  const twice = font.at16(at + 6) & ~1;
  for (let offset = 0; offset < twice; offset += 2) {
    const end = font.at16(at + 14 + offset);
    const start = font.at16(at + 16 + twice + offset);
    const delta = font.at16(at + 16 + 2 * twice + offset);
    const rangeAt = at + 16 + 3 * twice + offset;
    const range = font.at16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = range === 0 ? code : font.at16(rangeAt + range + 2 * (code - start));
      addCharacter(characters, range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff, code);
    }
  }
}

const maxGroups = 20_000;
const maxCharacters = 0x11_0000;

function addGroups(font: FontBytes, at: number, characters: Map<number, number>): void {
  const count = Math.min(maxGroups, font.at32(at + 12));
  let visited = 0;
  for (let index = 0; index < count && visited < maxCharacters; index += 1) {
    const group = at + 16 + index * 12;
    const [start, end, first] = [font.at32(group), font.at32(group + 4), font.at32(group + 8)];
    for (let code = start; code <= end && visited < maxCharacters; code += 1, visited += 1) {
      addCharacter(characters, first + code - start, code);
    }
  }
}
