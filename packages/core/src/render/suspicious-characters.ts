/** Controls but tab and line feed, soft hyphens, separators, direction overrides and what else has no business in text. */
const always = String.raw`\0-\x08\x0b-\x1f\x7f-\x9f\xad\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb`;

/** What has a meaning in some places: fillers, joiners, zero-width spaces and variation selectors. */
const dependent = String.raw`\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\ufe00-\ufe0f`;

const directionMarks = String.raw`\u061c\u200e\u200f`;

/** Matches what is always shown as an escape, wherever it stands. Quick. */
export const alwaysSuspicious: RegExp = new RegExp(`[${always}]`);

/**
 * Matches what may have to be shown as an escape, depending on what stands around it. Surrogates are among them because
 * halves of pairs, tags and rare controls cannot be told from other pairs at this speed. Quick.
 */
export const sometimesSuspicious: RegExp = new RegExp(String.raw`[${dependent}${directionMarks}\ud800-\udfff]`);

/** Letters and marks of the scripts that joiners shape: Arabic to N'Ko, India, Tibet, Burma, Khmer, Mongolian, Java, Bali. */
const joining = String.raw`[\u0600-\u0605\u0610-\u061a\u0620-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af\u1a00-\u1cff\ua840-\ua8ff\ua980-\uaaff\uabc0-\uabff\ufb50-\ufdff\ufe70-\ufefc\u{10a00}-\u{11fff}\u{1e900}-\u{1e95f}]`;

/** Scripts that write no spaces between words and mark where a line may break: Thai, Lao, Tibetan, Burmese, Khmer. */
const unspaced = String.raw`[\u0e01-\u109f\u1780-\u17ff\u1950-\u1aad]`;

/** An emoji with its presentation or skin. */
const emoji = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;

/** What is invisible and has a meaning where it stands. Each occurs only once in a row: a row of them is a hidden message. */
const legitimate = [
  // England, Scotland and Wales: the only flags of tag characters that Unicode recommends for interchange (UTS #51).
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  String.raw`${emoji}(?:\u200d${emoji})*`,
  String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
  String.raw`(?<=${joining})[\u200c\u200d](?![\u200c\u200d])`,
  String.raw`(?<![\u200c\u200d])[\u200c\u200d](?=${joining})`,
  String.raw`(?<=${unspaced})\u200b(?=${unspaced})`,
  // Selectors of variants that Unicode has standardised, for mathematics and CJK, and of ideographic variants.
  String.raw`(?<=[\p{Lo}\p{Sm}\p{So}\u3001-\u303f\uff01-\uff1f])(?<![\0-\x7f])[\ufe00-\ufe0d]|(?<=0)\ufe00`,
  String.raw`(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\u1820-\u18af])(?:[\u180b-\u180d\u180f]|\u180e(?=[\u1820-\u18af]))`,
  // Old Korean syllables that lack a consonant or a vowel.
  String.raw`\u115f(?=[\u1161-\u11a7\ud7b0-\ud7c6])|(?<=[\u1100-\u115e\ua960-\ua97c])\u1160`,
  String.raw`(?<=[\p{M}\u05d0-\u05ea])(?<!\u034f)\u034f`,
  String.raw`(?<=[\u1780-\u17b3])[\u17b4\u17b5]`,
].join("|");

/** Shorthand and music controls, tags, and halves of surrogate pairs. */
const astral = String.raw`\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;

let compiled: RegExp | undefined;

/**
 * Matches what is legitimate without a group, so that it is passed over; what is to be shown as an escape in the first
 * group; and a single direction mark, which depends on its line, in the second. Made when it is first needed, because
 * its Unicode classes take longer to compile than most files take to read.
 */
export function suspicious(): RegExp {
  const mark = `[${directionMarks}]`;
  const suspect = `[${always}${dependent}${astral}]|${mark}(?=${mark})|(?<=${mark})${mark}`;
  compiled ??= new RegExp(`${legitimate}|(${suspect})|(${mark})`, "gu");
  return compiled;
}

const rightToLeft = /[\u05d0-\u05f2\u0620-\u065f\u066e-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** Whether a line has letters that are written from right to left. */
export function isLineRightToLeft(line: string): boolean {
  return rightToLeft.test(line);
}
