/**
 * Returns the character of each glyph in a TrueType or OpenType font, by its `cmap` table. A glyph of several
 * characters has the lowest, so that an Arabic letter precedes its presentation forms. Returns nothing if the font has
 * no such table or is broken.
 */
export function charactersOfGlyphs(font: Uint8Array): ReadonlyMap<number, number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const characters = new Map<number, number>();
  try {
    const table = subtableOf(view);
    if (table !== undefined) (view.getUint16(table) === 12 ? addGroups : addSegments)(view, table, characters);
  } catch (error) {
    // A read beyond the end of a broken font. What was found before is sound.
    if (!(error instanceof RangeError)) throw error;
  }
  return characters;
}

/** Maximum number of tables and subtables. Fonts have about twenty and five. */
const maxTables = 100;

/** The formats that are read, the better one first: all of Unicode, and its first 65,536 characters. */
const formats = [12, 4];

/** Returns the position of the best Unicode subtable. */
function subtableOf(view: DataView): number | undefined {
  const cmap = tableAt(view, "cmap");
  if (cmap === undefined) return undefined;
  const count = Math.min(view.getUint16(cmap + 2), maxTables);
  const positions = Array.from({ length: count }, (_, index) => cmap + 4 + index * 8)
    .filter((record) => isUnicode(view.getUint16(record), view.getUint16(record + 2)))
    .map((record) => cmap + view.getUint32(record + 4));
  const found = formats.map((format) => positions.find((at) => view.getUint16(at) === format));
  return found.find((at) => at !== undefined);
}

/** The platforms are 0 for Unicode and 3 for Windows, where 1 and 10 are Unicode. */
function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

function tableAt(view: DataView, tag: string): number | undefined {
  const count = Math.min(view.getUint16(4), maxTables);
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)));
    if (name === tag) return view.getUint32(record + 8);
  }
  return undefined;
}

/** Maximum number of characters read. A font of all planes has fewer; groups of a hostile one overlap. */
const maxCharacters = 200_000;

/** Adds the characters of format 12: groups of consecutive characters and glyphs. */
function addGroups(view: DataView, table: number, characters: Map<number, number>): void {
  const count = view.getUint32(table + 12);
  let room = maxCharacters;
  for (let index = 0; index < count && room > 0; index += 1) {
    const group = table + 16 + index * 12;
    const [first, last, glyph] = [view.getUint32(group), view.getUint32(group + 4), view.getUint32(group + 8)];
    for (let code = first; code <= last && room > 0; code += 1, room -= 1) add(characters, glyph + code - first, code);
    room -= 1;
  }
}

/** Adds the characters of format 4: segments with an offset, or with a list of glyphs. */
function addSegments(view: DataView, table: number, characters: Map<number, number>): void {
  const doubled = view.getUint16(table + 6);
  const ends = table + 14;
  const starts = ends + doubled + 2;
  let room = maxCharacters;
  for (let at = 0; at < doubled && room > 0; at += 2) {
    const [first, last] = [view.getUint16(starts + at), view.getUint16(ends + at)];
    const delta = view.getUint16(starts + doubled + at);
    const rangeAt = starts + 2 * doubled + at;
    const range = view.getUint16(rangeAt);
    for (let code = first; code <= last && code !== 0xffff && room > 0; code += 1, room -= 1) {
      const listed = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - first));
      if (listed !== 0) add(characters, (listed + delta) & 0xffff, code);
    }
  }
}

function add(characters: Map<number, number>, glyph: number, code: number): void {
  if (glyph === 0 || code < 0x20 || code > 0x10ffff) return;
  const known = characters.get(glyph);
  if (known === undefined || code < known) characters.set(glyph, code);
}
