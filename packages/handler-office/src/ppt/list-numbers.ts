import type { Bullet } from "../slides/numbering.ts";
import { recordTypes, recordsIn, recordsOf, uint16At, uint32At, wideText, type PptRecord } from "./records.ts";

/** What a newer PowerPoint says of the bullets of a text; undefined where it leaves them as they are. */
export type NewerBullet = Bullet | undefined;

/** `TextAutoNumberSchemeEnum` of [MS-PPT] by the names that DrawingML has; those of other scripts get Arabic digits. */
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

/** The scheme where a text is numbered and does not say how, as PowerPoint 2003 writes the usual one. */
const usualScheme = 3;

/** Bits of what is said of a paragraph (`PFMasks`, [MS-PPT], 2.9.21), of its characters and of their language. */
const paragraphBits = { picture: 0x80_0000, scheme: 0x100_0000, isNumbered: 0x200_0000 } as const;
const characterBits = { id: 0x10_0000 } as const;
const languageBits = { spelling: 0x1, language: 0x2, other: 0x4, id: 0x20, direction: 0x40, tags: 0x200 } as const;

/** Reads a `StyleTextProp9Atom` ([MS-PPT], 2.9.67): what is said of each group of the text. */
function bulletsOf(body: Uint8Array): readonly NewerBullet[] {
  const bullets: NewerBullet[] = [];
  for (let at = 0; at + 12 <= body.length;) {
    const { bullet, end } = bulletAt(body, at);
    bullets.push(bullet);
    at = endOfLanguage(body, endOfCharacters(body, end));
  }
  return bullets;
}

/** Reads a `TextPFException9` ([MS-PPT], 2.9.26). */
function bulletAt(body: Uint8Array, start: number): { readonly bullet: NewerBullet; readonly end: number } {
  const mask = uint32At(body, start);
  let at = start + 4;
  const field = (bit: number, bytes: number): number | undefined => {
    if ((mask & bit) === 0) return undefined;
    at += bytes;
    return at - bytes;
  };
  const picture = field(paragraphBits.picture, 2);
  const isNumbered = field(paragraphBits.isNumbered, 2);
  const scheme = field(paragraphBits.scheme, 4);
  return { bullet: newerBullet(body, { picture, isNumbered, scheme }), end: at };
}

/** Where each field stands; undefined for one that is not there. */
interface BulletFields {
  readonly picture: number | undefined;
  readonly isNumbered: number | undefined;
  readonly scheme: number | undefined;
}

/** A scheme alone numbers nothing: it is what the items would be numbered by. */
function newerBullet(body: Uint8Array, { picture, isNumbered, scheme }: BulletFields): NewerBullet {
  if (isNumbered === undefined) return picture === undefined ? undefined : { type: "bullet" };
  if (uint16At(body, isNumbered) === 0) return { type: "bullet" };
  const name = schemes[scheme === undefined ? usualScheme : uint16At(body, scheme)] ?? "";
  return { type: "number", scheme: name, start: scheme === undefined ? 1 : uint16At(body, scheme + 2) };
}

function endOfCharacters(body: Uint8Array, start: number): number {
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

/** The name of the tag in which PowerPoint 2000 keeps what PowerPoint 97 does not know. */
const newerTag = "___PPT9";

/** The records that PowerPoint 2000 has added to a shape, a slide, a master or a document. */
function newerRecords(parent: Uint8Array | undefined): readonly PptRecord[] {
  const tags = recordsOf(parent, recordTypes.tags).flatMap(({ body }) => recordsOf(body, recordTypes.binaryTag));
  const named = tags.filter(({ body }) =>
    recordsOf(body, recordTypes.text).some((name) => wideText(name.body) === newerTag),
  );
  return named.flatMap(({ body }) =>
    recordsOf(body, recordTypes.binaryTagData).flatMap((data) => [...recordsIn(data.body)]),
  );
}

/** What is said of the groups of a shape's text, by the client data of the shape; undefined where nothing is. */
export function shapeBullets(client: Uint8Array | undefined): readonly NewerBullet[] | undefined {
  const found = newerRecords(client).find(({ type }) => type === recordTypes.newerTextStyle);
  return found === undefined ? undefined : bulletsOf(found.body);
}

/** What is said of a text of the outline of a slide. */
export interface OutlineBullets {
  /** The number by which the slide is referred to. */
  readonly slide: number;
  /** The kind of the text. */
  readonly kind: number;
  readonly bullets: readonly NewerBullet[];
}

/** What a document says of the texts of its outlines (`OutlineTextProps9Container` of [MS-PPT]), in its order. */
export function outlineBullets(documentList: Uint8Array | undefined): readonly OutlineBullets[] {
  const found: OutlineBullets[] = [];
  for (const { type, body } of newerRecords(documentList)) {
    if (type !== recordTypes.newerOutlineStyles) continue;
    let header: Uint8Array | undefined;
    for (const record of recordsIn(body)) {
      if (record.type === recordTypes.newerOutlineHeader) header = record.body;
      if (record.type !== recordTypes.newerTextStyle) continue;
      found.push({ slide: uint32At(header, 0), kind: uint32At(header, 4), bullets: bulletsOf(record.body) });
    }
  }
  return found;
}

/** The bullets of each level of texts, by their kinds. */
export type LevelBullets = ReadonlyMap<number, readonly NewerBullet[]>;

/** Kinds of text from this one on say before each level which one it is ([MS-PPT], 2.9.38). */
const firstTelling = 5;
const maxLevels = 5;

/** What a master says of the levels of its texts (`TextMasterStyle9Atom`, [MS-PPT], 2.9.37). */
export function masterBullets(master: Uint8Array | undefined): LevelBullets {
  const kinds = new Map<number, readonly NewerBullet[]>();
  for (const { type, instance, body } of newerRecords(master)) {
    if (type !== recordTypes.newerMasterStyle) continue;
    const levels: NewerBullet[] = [];
    let at = 2;
    for (let left = Math.min(maxLevels, uint16At(body, 0)); left > 0; left -= 1) {
      if (instance >= firstTelling) at += 2;
      const { bullet, end } = bulletAt(body, at);
      levels.push(bullet);
      at = endOfCharacters(body, end);
    }
    kinds.set(instance, levels);
  }
  return kinds;
}
