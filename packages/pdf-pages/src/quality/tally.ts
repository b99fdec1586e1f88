/** Counts of the kinds of characters in a text. */
export interface Tally {
  /** Frequency of each ASCII character. */
  readonly ascii: number[];
  /** Characters beyond ASCII other than whitespace. */
  beyondAscii: number;
  /** Code points that are not characters: U+FFFD, private use, control codes beyond ASCII, noncharacters. */
  unmapped: number;
  /** U+FFFD right after an East Asian letter, where no word has one. */
  lostInWords: number;
  /** U+FFFD right after another: sound text has single ones in place of a letter, never rows. */
  lostInRow: number;
  accentedLatin: number;
  han: number;
  /** Han characters among the most frequent ones. */
  commonHan: number;
  /** Japanese and Korean syllables, which show that Han characters are part of a sentence. */
  syllables: number;
  /** Stars, check marks and other symbols, outside of symbol fonts. */
  dingbats: number;
  /** Letters beyond ASCII after another letter. */
  pairs: number;
  /** Those pairs that no word contains, because the letters are of different scripts. */
  mixedPairs: number;
}

const noneOfAscii: readonly number[] = Array.from({ length: 128 }, () => 0);

/** Creates an empty tally. */
function createTally(): Tally {
  const counts = {
    beyondAscii: 0,
    unmapped: 0,
    lostInWords: 0,
    lostInRow: 0,
    accentedLatin: 0,
    han: 0,
    commonHan: 0,
    syllables: 0,
  };
  return { ascii: noneOfAscii.slice(), ...counts, dingbats: 0, pairs: 0, mixedPairs: 0 };
}

/** Returns the sum of several tallies. */
export function mergeTallies(tallies: readonly Tally[]): Tally {
  const [first = createTally()] = tallies;
  if (tallies.length < 2) return first;
  const merged = createTally();
  for (const tally of tallies) {
    for (let code = 0; code < merged.ascii.length; code++) {
      merged.ascii[code] = (merged.ascii[code] ?? 0) + (tally.ascii[code] ?? 0);
    }
    for (const key of counted) merged[key] += tally[key];
  }
  return merged;
}

const counted = [
  "beyondAscii",
  "unmapped",
  "lostInWords",
  "lostInRow",
  "accentedLatin",
  "han",
  "commonHan",
  "syllables",
  "dingbats",
  "pairs",
  "mixedPairs",
] as const satisfies readonly (keyof Tally)[];

/** Symbol fonts, in which private use is correct. */
const symbolFonts = /symbol|dingbat|wingding|webding|icon|awesome|emoji|marlett|bullet|music|bravura|glyph/i;

/** ASCII frequencies of the current count. A typed array is fast to count in but slow to create. */
const workspace = new Int32Array(128);

/** Counts the characters of texts in one `font`. */
export function tallyOf(texts: readonly string[], font: string): Tally {
  const tally = createTally();
  workspace.fill(0);
  for (const text of texts) addTo(tally, text, font);
  for (let code = 0; code < workspace.length; code++) tally.ascii[code] = workspace[code] ?? 0;
  return tally;
}

/** Counts the characters of `text` in `font`: ASCII in the workspace, others in `tally`. */
function addTo(tally: Tally, text: string, font: string): void {
  let before: number = scripts.none;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      workspace[unit] = (workspace[unit] ?? 0) + 1;
      before = scripts.none;
      continue;
    }
    const codePoint = text.codePointAt(index) ?? unit;
    if (codePoint > 0xffff) index++;
    if (isWhiteSpace(codePoint)) continue;
    before = addBeyondAscii(tally, codePoint, { font, before });
  }
}

interface Neighbourhood {
  readonly font: string;
  readonly before: number;
}

/** The previous character, if it is U+FFFD. */
const afterLost = -1;

/** Counts one character and returns its script. */
function addBeyondAscii(tally: Tally, codePoint: number, { font, before }: Neighbourhood): number {
  tally.beyondAscii++;
  if (isUnmapped(codePoint, font)) return addUnmapped(tally, codePoint, before);
  if (isDingbat(codePoint, font)) tally.dingbats++;
  const script = scriptOf(codePoint);
  if (script === scripts.accentedLatin) tally.accentedLatin++;
  if (script === scripts.kana || script === scripts.hangul) tally.syllables++;
  if (script === scripts.han) addHan(tally, codePoint);
  if (script !== scripts.none && before > scripts.none) addPair(tally, before, script);
  return script;
}

function addUnmapped(tally: Tally, codePoint: number, before: number): number {
  tally.unmapped++;
  if (codePoint !== 0xfffd) return scripts.none;
  if (isOfEastAsia(before)) tally.lostInWords++;
  if (before === afterLost) tally.lostInRow++;
  return afterLost;
}

function isUnmapped(codePoint: number, font: string): boolean {
  return standsForNothing(codePoint) || (isPrivateUse(codePoint) && !symbolFonts.test(font));
}

function isOfEastAsia(script: number): boolean {
  return script >= scripts.han && script <= scripts.hangul;
}

function addHan(tally: Tally, codePoint: number): void {
  tally.han++;
  if (commonHan().has(codePoint)) tally.commonHan++;
}

function addPair(tally: Tally, before: number, script: number): void {
  tally.pairs++;
  if (before !== script && groupOf(before) !== groupOf(script)) tally.mixedPairs++;
}

/** All Latin blocks are one group, and so are the East Asian scripts. */
function groupOf(script: number): number {
  if (script <= scripts.otherLatin) return scripts.plainLatin;
  return script <= scripts.hangul ? scripts.han : script;
}

function standsForNothing(codePoint: number): boolean {
  return codePoint === 0xfffd || codePoint < 0xa0 || (codePoint & 0xfffe) === 0xfffe || isNonCharacter(codePoint);
}

function isNonCharacter(codePoint: number): boolean {
  return (codePoint >= 0xfdd0 && codePoint <= 0xfdef) || (codePoint >= 0xd800 && codePoint <= 0xdfff);
}

function isDingbat(codePoint: number, font: string): boolean {
  return codePoint >= 0x2600 && codePoint < 0x27c0 && !symbolFonts.test(font);
}

function isPrivateUse(codePoint: number): boolean {
  return (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf0000;
}

function isWhiteSpace(codePoint: number): boolean {
  return codePoint === 0xa0 || codePoint === 0x3000 || (codePoint >= 0x2000 && codePoint <= 0x200f);
}

/** Counts of the ASCII characters of a text. */
interface AsciiCounts {
  readonly controls: number;
  readonly plainLetters: number;
  readonly digits: number;
  /** All other visible characters. */
  readonly marks: number;
  /** Punctuation that distinguishes letters from glyph numbers. */
  readonly distinctiveMarks: number;
  readonly kindsOfTellingMarks: number;
}

/** All counts of a text, and the text. */
export interface Counts extends Tally, AsciiCounts {
  readonly texts: readonly string[];
}

/** Punctuation that draws leaders, lines and boxes or is part of numbers, of which tables and indexes are full. */
const fillers = "._-*=,|";

/** Computes the counts from the frequency of each ASCII code. */
export function asciiCountsOf(ascii: readonly number[]): AsciiCounts {
  const all = sum(ascii, 33, 127);
  const plainLetters = sum(ascii, 0x41, 0x5b) + sum(ascii, 0x61, 0x7b);
  const digits = sum(ascii, 0x30, 0x3a);
  let distinctiveMarks = all - plainLetters - digits;
  for (const filler of fillers) distinctiveMarks -= ascii[filler.charCodeAt(0)] ?? 0;
  return {
    controls: sum(ascii, 0, 9) + sum(ascii, 14, 32) + sum(ascii, 127, 128),
    plainLetters,
    digits,
    marks: all - plainLetters - digits,
    distinctiveMarks,
    kindsOfTellingMarks: kinds(ascii, 33, 48) + kinds(ascii, 58, 65) + kinds(ascii, 91, 97) + kinds(ascii, 123, 127),
  };
}

function sum(ascii: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let code = start; code < end; code++) total += ascii[code] ?? 0;
  return total;
}

function kinds(ascii: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let code = start; code < end; code++) total += ascii[code] === 0 ? 0 : 1;
  return total;
}

/** Returns the number of characters other than whitespace. */
export function visibleCharacters(tally: Tally): number {
  const { controls, plainLetters, digits, marks } = asciiCountsOf(tally.ascii);
  return tally.beyondAscii + controls + plainLetters + digits + marks;
}

/** Returns the number of visible characters in counts. */
export function visibleIn(counts: Counts): number {
  return counts.beyondAscii + counts.controls + counts.plainLetters + counts.digits + counts.marks;
}

let set: ReadonlySet<number> | undefined;

/**
 * Returns Chinese characters of which any longer text has several, traditional, simplified or Japanese: the most
 * frequent characters, numerals, and those of dates, places, addresses and names.
 */
function commonHan(): ReadonlySet<number> {
  set ??= new Set(Array.from(common, (character) => character.codePointAt(0) ?? 0));
  return set;
}

const common: string =
  "的一是不了在人有我他这這中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着著去之过過家学學" +
  "对對可她里裡后後小么麼心多天而能好都然没沒日于於起还還发發成事只作当當想看文无無開开手十用主行方又如前所本见見经經" +
  "头頭面公同三已老从從动動两兩长長二四五六七八九百千万萬月分市区區省县縣路号號名王李张張刘劉陈陳東东西南北京部业業" +
  "法定理机機高工内內外全第新表数數及与與或者等使合其由进進度系统統信息电電金山川田村間問題目次章項見点點図圖語気場実現";

/** The distinguished scripts. */
export type ScriptName =
  | "none"
  /** A to Z. */
  | "plainLatin"
  /** Accented letters of the two blocks that wrongly decoded bytes fall into. */
  | "accentedLatin"
  /** Other Latin letters: Vietnamese, phonetic, ligatures. */
  | "otherLatin"
  | "han"
  | "kana"
  | "hangul"
  | "greek"
  | "cyrillic"
  | "rightToLeft"
  | "other";

/** Numbers of the scripts: Latin first, then East Asian. */
export const scripts: Readonly<Record<ScriptName, number>> = {
  none: 0,
  plainLatin: 1,
  accentedLatin: 2,
  otherLatin: 3,
  han: 4,
  kana: 5,
  hangul: 6,
  greek: 7,
  cyrillic: 8,
  rightToLeft: 9,
  other: 10,
};

/** The first code point and script of each range. Ranges that are mostly not letters have none. */
const ranges: readonly (readonly [first: number, script: number])[] = [
  [0x20000, scripts.han],
  [0x10000, scripts.none],
  [0xffa0, scripts.none],
  [0xff66, scripts.kana],
  [0xff00, scripts.none],
  [0xfe70, scripts.rightToLeft],
  [0xfe00, scripts.none],
  [0xfb1d, scripts.rightToLeft],
  [0xfb00, scripts.otherLatin],
  [0xf900, scripts.han],
  [0xd7b0, scripts.none],
  [0xac00, scripts.hangul],
  [0xa000, scripts.other],
  [0x3400, scripts.han],
  [0x3190, scripts.none],
  [0x3130, scripts.hangul],
  [0x3100, scripts.han],
  [0x3040, scripts.kana],
  // Punctuation, arrows and symbols come first: French has an apostrophe before an accent in each line.
  [0x2000, scripts.none],
  [0x1f00, scripts.greek],
  [0x1e00, scripts.otherLatin],
  [0x1d00, scripts.none],
  [0x1200, scripts.other],
  [0x1100, scripts.hangul],
  [0x530, scripts.rightToLeft],
  [0x400, scripts.cyrillic],
  [0x370, scripts.greek],
  [0x2b0, scripts.none],
  [0x180, scripts.otherLatin],
  [0xf8, scripts.accentedLatin],
  [0xf7, scripts.none],
  [0xd8, scripts.accentedLatin],
  [0xd7, scripts.none],
  [0xc0, scripts.accentedLatin],
];

/** Returns the script of a code point, by its block. All letters of a word have the same one. */
export function scriptOf(codePoint: number): number {
  if (codePoint < 0x80) return isPlainLetter(codePoint) ? scripts.plainLatin : scripts.none;
  if (codePoint >= 0xc0 && codePoint < 0x180)
    return isSymbolAmongLetters(codePoint) ? scripts.none : scripts.accentedLatin;
  // From Devanagari to Georgian, each 128 code points are a separate script.
  if (codePoint >= 0x900 && codePoint < 0x1100) return 0x100 + (codePoint >> 7);
  return scriptInRanges(codePoint);
}

function scriptInRanges(codePoint: number): number {
  // A page in Korean calls this a thousand times.
  if (codePoint >= 0xac00 && codePoint < 0xd7b0) return scripts.hangul;
  for (const [first, script] of ranges) if (codePoint >= first) return script;
  return scripts.none;
}

/** The multiplication and division signs among the accented letters. */
function isSymbolAmongLetters(codePoint: number): boolean {
  return codePoint === 0xd7 || codePoint === 0xf7;
}

function isPlainLetter(codePoint: number): boolean {
  const lower = codePoint | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
