import {
  recordTypes,
  recordsIn,
  recordsOf,
  uint16At,
  uint32At,
  wideText,
  type PptRecord,
} from "@reader/office-kit/office-art";
import { bulletsOf, bulletAt, endOfCharacters, type NewerBullet } from "./newer-bullets.ts";

/** The name of the tag with the data that PowerPoint 2000 added to the format of PowerPoint 97. */
const newerTag = "___PPT9";

/** Returns the records that PowerPoint 2000 added to a shape, a slide, a master or a document. */
function newerRecords(parent: Uint8Array | undefined): readonly PptRecord[] {
  const tags = recordsOf(parent, recordTypes.tags).flatMap(({ body }) => recordsOf(body, recordTypes.binaryTag));
  const named = tags.filter(({ body }) =>
    recordsOf(body, recordTypes.text).some((name) => wideText(name.body) === newerTag),
  );
  return named.flatMap(({ body }) =>
    recordsOf(body, recordTypes.binaryTagData).flatMap((data) => [...recordsIn(data.body)]),
  );
}

/** Returns the bullets of a shape's text groups, from the shape's client data, or `undefined`. */
export function shapeBullets(client: Uint8Array | undefined): readonly NewerBullet[] | undefined {
  const found = newerRecords(client).find(({ type }) => type === recordTypes.newerTextStyle);
  return found === undefined ? undefined : bulletsOf(found.body);
}

/** The bullets of an outline text of a slide. */
export interface OutlineBullets {
  /** The identifier of the slide. */
  readonly slide: number;
  /** The kind of the text. */
  readonly kind: number;
  readonly bullets: readonly NewerBullet[];
}

/** Returns the bullets of the outline texts of a document, in order (`OutlineTextProps9Container` of [MS-PPT]). */
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

/** The bullets of each level, by kind of text. */
export type LevelBullets = ReadonlyMap<number, readonly NewerBullet[]>;

/** From this kind of text on, each level starts with its number ([MS-PPT], 2.9.38). */
const firstTelling = 5;
const maxLevels = 5;

/** Returns the bullets that a master defines for each level (`TextMasterStyle9Atom`, [MS-PPT], 2.9.37). */
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
