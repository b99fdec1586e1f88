/**
 * Always escaped: controls except tab and line feed, soft hyphens, separators, direction overrides, and other
 * characters that have no use in text.
 */
const always = String.raw`\0-\x08\x0b-\x1f\x7f-\x9f\xad\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb`;

/** Meaningful in some contexts: fillers, joiners, zero-width spaces and variation selectors. */
const dependent = String.raw`\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\ufe00-\ufe0f`;

const directionMarks = String.raw`\u061c\u200e\u200f`;

/** Matches characters that are always escaped, in any context. Fast. */
const alwaysSuspicious: RegExp = new RegExp(`[${always}]`);

/**
 * Matches characters that may have to be escaped, depending on context. Includes all surrogates, because lone
 * surrogates, tags and rare controls cannot be distinguished from other pairs at this speed. Fast.
 */
const sometimesSuspicious: RegExp = new RegExp(String.raw`[${dependent}${directionMarks}\ud800-\udfff]`);

/**
 * Letters and marks of the scripts that joiners shape: Arabic to N'Ko, Indic, Tibetan, Burmese, Khmer, Mongolian,
 * Javanese and Balinese.
 */
const joining = String.raw`[\u0600-\u0605\u0610-\u061a\u0620-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af\u1a00-\u1cff\ua840-\ua8ff\ua980-\uaaff\uabc0-\uabff\ufb50-\ufdff\ufe70-\ufefc\u{10a00}-\u{11fff}\u{1e900}-\u{1e95f}]`;

/** Scripts without spaces between words, which mark possible line breaks: Thai, Lao, Tibetan, Burmese, Khmer. */
const unspaced = String.raw`[\u0e01-\u109f\u1780-\u17ff\u1950-\u1aad]`;

/** An emoji with its presentation selector or skin tone. */
const emoji = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;

/**
 * Invisible characters that are meaningful in their context. Each may occur only once in a row: a sequence of them is a
 * hidden message.
 */
const legitimate = [
  // England, Scotland and Wales: the only flags of tag characters that Unicode recommends for interchange (UTS #51).
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  String.raw`${emoji}(?:\u200d${emoji})*`,
  String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
  String.raw`(?<=${joining})[\u200c\u200d](?![\u200c\u200d])`,
  String.raw`(?<![\u200c\u200d])[\u200c\u200d](?=${joining})`,
  String.raw`(?<=${unspaced})\u200b(?=${unspaced})`,
  // Selectors of standardised variants, for mathematics and CJK, and of ideographic variants.
  String.raw`(?<=[\p{Lo}\p{Sm}\p{So}\u3001-\u303f\uff01-\uff1f])(?<![\0-\x7f])[\ufe00-\ufe0d]|(?<=0)\ufe00`,
  String.raw`(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\u1820-\u18af])(?:[\u180b-\u180d\u180f]|\u180e(?=[\u1820-\u18af]))`,
  // Old Korean syllables that lack a consonant or a vowel.
  String.raw`\u115f(?=[\u1161-\u11a7\ud7b0-\ud7c6])|(?<=[\u1100-\u115e\ua960-\ua97c])\u1160`,
  String.raw`(?<=[\p{M}\u05d0-\u05ea])(?<!\u034f)\u034f`,
  String.raw`(?<=[\u1780-\u17b3])[\u17b4\u17b5]`,
].join("|");

/** Shorthand and music controls, tags, and lone surrogates. */
const astral = String.raw`\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;

let compiled: RegExp | undefined;

/**
 * Returns an expression that matches legitimate characters without a group, so that they are skipped; characters to
 * escape in the first group; and a single direction mark, which depends on its line, in the second. Compiled on first
 * use, because its Unicode classes take longer to compile than most files take to read.
 */
function suspicious(): RegExp {
  const mark = `[${directionMarks}]`;
  const suspect = `[${always}${dependent}${astral}]|${mark}(?=${mark})|(?<=${mark})${mark}`;
  compiled ??= new RegExp(`${legitimate}|(${suspect})|(${mark})`, "gu");
  return compiled;
}

const rightToLeft = /[\u05d0-\u05f2\u0620-\u065f\u066e-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** True if a line contains letters of a right-to-left script. */
function isLineRightToLeft(line: string): boolean {
  return rightToLeft.test(line);
}

/** The number of characters shown as escapes, by kind, as in the notice `escaped-characters`. */
export interface EscapeCounts {
  /** C0 except tab and line feed, DEL, and C1. */
  readonly controls: number;
  /** ESC and CSI, each of which starts a terminal sequence. */
  readonly ansi: number;
  /** Bidirectional overrides, embeddings, isolates and marks. */
  readonly bidi: number;
  /** Tag characters, other invisible characters without a meaning in their context, and lone surrogates. */
  readonly invisible: number;
}

/** True if `escapeText` would change the text. Fast on text that needs no escapes. */
export function needsEscape(text: string): boolean {
  if (alwaysSuspicious.test(text)) return true;
  if (!sometimesSuspicious.test(text)) return false;
  let found = false;
  replaceSuspicious(text, (character) => {
    found = true;
    return character;
  });
  return found;
}

/**
 * Escapes characters that would act on a terminal, reorder a line or hide from the reader: `\x1b`, `\u202e`,
 * `\u{e0041}`. Keeps tabs and line feeds, and joiners and selectors that are meaningful in their context: in emoji
 * sequences, in Arabic, Persian and Indic words, after the ideographs that they vary, and single direction marks in a
 * line with right-to-left letters. Does not double backslashes in the text: the result is what most readers expect, and
 * the notice `escaped-characters` gives the number of inserted escapes.
 */
export function escapeText(text: string): string {
  return alwaysSuspicious.test(text) || sometimesSuspicious.test(text) ? replaceSuspicious(text, escapeOf) : text;
}

/** Replaces every character that `escapeText` would change with the result of `replace`. */
export function replaceEscaped(text: string, replace: (character: string) => string): string {
  return replaceSuspicious(text, replace);
}

/** Escapes text that is shown within one line: like `escapeText`, but including tabs and line feeds. */
export function escapeName(name: string): string {
  return escapeText(name).replaceAll(/[\t\n]/g, escapeOf);
}

/** Counts the characters that `escapeText` changes. */
export function countEscapes(text: string): EscapeCounts {
  const counts = { controls: 0, ansi: 0, bidi: 0, invisible: 0 };
  if (!alwaysSuspicious.test(text) && !sometimesSuspicious.test(text)) return counts;
  replaceSuspicious(text, (character) => {
    counts[kindOf(character)] += 1;
    return character;
  });
  return counts;
}

const allAlwaysSuspicious = new RegExp(alwaysSuspicious, "g");

function replaceSuspicious(text: string, replace: (character: string) => string): string {
  // Fast path for text without context-dependent characters, such as logs full of colours.
  if (!sometimesSuspicious.test(text)) return text.replaceAll(allAlwaysSuspicious, replace);
  const line = { start: 0, end: -1, isRightToLeft: false };
  return text.replaceAll(suspicious(), (match: string, ...groups: unknown[]) => {
    const [character, mark, offset] = groups;
    if (typeof character === "string") return replace(character);
    if (typeof mark !== "string" || typeof offset !== "number") return match;
    if (offset > line.end) {
      line.start = text.lastIndexOf("\n", offset) + 1;
      const end = text.indexOf("\n", offset);
      line.end = end < 0 ? text.length : end;
      line.isRightToLeft = isLineRightToLeft(text.slice(line.start, line.end));
    }
    return line.isRightToLeft ? mark : replace(mark);
  });
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}

function kindOf(character: string): keyof EscapeCounts {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x1b || code === 0x9b) return "ansi";
  if (code < 0xa0) return "controls";
  return /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(character) ? "bidi" : "invisible";
}
