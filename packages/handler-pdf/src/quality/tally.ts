import { commonHan } from "./common-han.ts";
import { scriptOf, scripts } from "./script-of.ts";

/** What the characters of some text are, counted. */
export interface Tally {
  /** How often each character of ASCII was met. */
  readonly ascii: number[];
  /** Characters beyond ASCII other than white space. */
  beyondAscii: number;
  /** Those that stand for no character: U+FFFD, private use, controls beyond ASCII, noncharacters. */
  unmapped: number;
  /** U+FFFD right after a letter of East Asia, where no word has one. */
  lostInWords: number;
  /** U+FFFD right after another: sound text has one in place of a letter here and there, and rows of them nowhere. */
  lostInRow: number;
  accentedLatin: number;
  han: number;
  /** Han characters that are among the commonest. */
  commonHan: number;
  /** Syllables of Japanese and Korean, which show that Han characters stand in a sentence. */
  syllables: number;
  /** Stars, check marks and other small pictures, in a font that is not one of pictures. */
  dingbats: number;
  /** Letters beyond ASCII that follow another. */
  pairs: number;
  /** Those of them that no word holds, as the two are of different scripts. */
  mixedPairs: number;
}

const noneOfAscii: readonly number[] = Array.from({ length: 128 }, () => 0);

/** An empty tally. */
export function createTally(): Tally {
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

/** The counts of several texts together. */
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

/** Fonts whose characters are pictures, so that private use is the right place for them. */
const pictureFonts = /symbol|dingbat|wingding|webding|icon|awesome|emoji|marlett|bullet|music|bravura|glyph/i;

/** How often each character of ASCII was met in what is counted now: a typed array is fast to count in, and slow to be made. */
const workspace = new Int32Array(128);

/** Counts the characters of texts, which all stand in `font`. */
export function tallyOf(texts: readonly string[], font: string): Tally {
  const tally = createTally();
  workspace.fill(0);
  for (const text of texts) addTo(tally, text, font);
  for (let code = 0; code < workspace.length; code++) tally.ascii[code] = workspace[code] ?? 0;
  return tally;
}

/** Counts the characters of `text`, which stand in `font`: those of ASCII into the workspace, the others into `tally`. */
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

/** What stands before a character, where that is U+FFFD. */
const afterLost = -1;

/** Counts one character and gives its script. */
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
  return standsForNothing(codePoint) || (isPrivateUse(codePoint) && !pictureFonts.test(font));
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

/** Latin letters of all blocks go together, and so do the scripts of East Asia. */
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
  return codePoint >= 0x2600 && codePoint < 0x27c0 && !pictureFonts.test(font);
}

function isPrivateUse(codePoint: number): boolean {
  return (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf0000;
}

function isWhiteSpace(codePoint: number): boolean {
  return codePoint === 0xa0 || codePoint === 0x3000 || (codePoint >= 0x2000 && codePoint <= 0x200f);
}
