import type { Bullet } from "@reader/office-kit/drawing";
import { uint16At, uint32At } from "@reader/office-kit/office-art";

/** The bullets of a text as PowerPoint 2000 and later store them; `undefined` if they add nothing. */
export type NewerBullet = Bullet | undefined;

/** `TextAutoNumberSchemeEnum` of [MS-PPT] by DrawingML names. Schemes of other scripts use Arabic digits. */
const schemes: readonly string[] = [
  "alphaLcPeriod",
  "alphaUcPeriod",
  "arabicParenR",
  "arabicPeriod",
  "romanLcParenBoth",
  "romanLcParenR",
  "romanLcPeriod",
  "romanUcPeriod",
  "alphaLcParenBoth",
  "alphaLcParenR",
  "alphaUcParenBoth",
  "alphaUcParenR",
  "arabicParenBoth",
  "arabicPlain",
  "romanUcParenBoth",
  "romanUcParenR",
  "ea1ChsPlain",
  "ea1ChsPeriod",
  "circleNumDbPlain",
  "circleNumWdWhitePlain",
  "circleNumWdBlackPlain",
  "ea1ChtPlain",
  "ea1ChtPeriod",
  "arabic1Minus",
  "arabic2Minus",
  "hebrew2Minus",
  "ea1JpnKorPlain",
  "ea1JpnKorPeriod",
  "arabicDbPlain",
  "arabicDbPeriod",
];

/** The default numbering scheme, as PowerPoint 2003 writes it. */
const usualScheme = 3;

/** Mask bits of paragraph properties (`PFMasks`, [MS-PPT], 2.9.21), character properties and language. */
const paragraphBits = { image: 0x80_0000, scheme: 0x100_0000, isNumbered: 0x200_0000 } as const;

const characterBits = { id: 0x10_0000 } as const;

const languageBits = { spelling: 0x1, language: 0x2, other: 0x4, id: 0x20, direction: 0x40, tags: 0x200 } as const;

/** Reads a `StyleTextProp9Atom` ([MS-PPT], 2.9.67): the properties of each group of the text. */
export function bulletsOf(body: Uint8Array): readonly NewerBullet[] {
  const bullets: NewerBullet[] = [];
  for (let at = 0; at + 12 <= body.length;) {
    const { bullet, end } = bulletAt(body, at);
    bullets.push(bullet);
    at = endOfLanguage(body, endOfCharacters(body, end));
  }
  return bullets;
}

/** Reads a `TextPFException9` ([MS-PPT], 2.9.26). */
export function bulletAt(body: Uint8Array, start: number): { readonly bullet: NewerBullet; readonly end: number } {
  const mask = uint32At(body, start);
  let at = start + 4;
  const field = (bit: number, bytes: number): number | undefined => {
    if ((mask & bit) === 0) return undefined;
    at += bytes;
    return at - bytes;
  };
  const image = field(paragraphBits.image, 2);
  const isNumbered = field(paragraphBits.isNumbered, 2);
  const scheme = field(paragraphBits.scheme, 4);
  return { bullet: newerBullet(body, { image, isNumbered, scheme }), end: at };
}

/** The offset of each field, or `undefined` if it is absent. */
interface BulletFields {
  readonly image: number | undefined;
  readonly isNumbered: number | undefined;
  readonly scheme: number | undefined;
}

/** A scheme alone does not turn numbering on. */
function newerBullet(body: Uint8Array, { image, isNumbered, scheme }: BulletFields): NewerBullet {
  if (isNumbered === undefined) return image === undefined ? undefined : { type: "bullet" };
  if (uint16At(body, isNumbered) === 0) return { type: "bullet" };
  const name = schemes[scheme === undefined ? usualScheme : uint16At(body, scheme)] ?? "";
  return { type: "number", scheme: name, start: scheme === undefined ? 1 : uint16At(body, scheme + 2) };
}

/** Returns the end of the character properties of a group (`TextCFException9`). */
export function endOfCharacters(body: Uint8Array, start: number): number {
  return start + 4 + ((uint32At(body, start) & characterBits.id) === 0 ? 0 : 4);
}

const languageFields = [
  [languageBits.spelling, 2],
  [languageBits.language, 2],
  [languageBits.other, 2],
  [languageBits.direction, 2],
  [languageBits.id, 4],
] as const;

function endOfLanguage(body: Uint8Array, start: number): number {
  const mask = uint32At(body, start);
  let at = start + 4;
  for (const [bit, bytes] of languageFields) if ((mask & bit) !== 0) at += bytes;
  return (mask & languageBits.tags) === 0 ? at : at + 4 + 4 * uint32At(body, at);
}
