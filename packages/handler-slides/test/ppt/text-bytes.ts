import { Buffer } from "node:buffer";
import { longs, record, shorts, wide } from "./make-ppt.ts";

/** So many characters of paragraphs at a level, with a bullet or without. */
export type ParagraphBytes = readonly [characters: number, level: number, hasBullet: 0 | 1];

/** So many characters that look alike. */
export interface CharacterBytes {
  readonly characters: number;
  /** 1 for bold, 2 for italic, 4 for underlined. */
  readonly flags?: number;
  /** Which of the flags count; all that are set where it is not given. */
  readonly mask?: number;
  /** The group, of which four bits are read. */
  readonly group?: number;
  /** The number of the font of symbols; every text is in font 1. */
  readonly symbolFont?: number;
  /** Per cent by which it is raised. */
  readonly position?: number;
}

/** How a text is set (`StyleTextPropAtom`). */
export function styleOf(paragraphs: readonly ParagraphBytes[], characters: readonly CharacterBytes[] = []): Uint8Array {
  return record(
    0x0fa1,
    Buffer.concat([
      ...paragraphs.map(([count, level, bullet]) =>
        Buffer.concat([longs(count), shorts(level), longs(1), shorts(bullet)]),
      ),
      ...characters.map(charactersOf),
    ]),
  );
}

/** With a font, a size and a colour, as programs write them. */
function charactersOf(run: CharacterBytes): Uint8Array {
  const { characters, flags = 0, mask = flags, group = 0, symbolFont, position = 0 } = run;
  const shown = flags | (group << 10);
  const hasFlags = shown !== 0 || mask !== 0;
  // LibreOffice writes the bits of the group into the mask, more of them than are meant for it.
  const symbols = symbolFont === undefined ? 0 : 0x80_0000;
  const fields = 0x7_0000 | symbols | (position === 0 ? 0 : 0x8_0000) | (group << 10);
  return Buffer.concat([
    longs(characters, fields | mask),
    hasFlags ? shorts(shown) : new Uint8Array(),
    shorts(1),
    symbolFont === undefined ? new Uint8Array() : shorts(symbolFont),
    shorts(24),
    longs(0xfe00_0000),
    position === 0 ? new Uint8Array() : shorts(position),
  ]);
}

/** What is said of the bullets of one group. */
export interface NumberBytes {
  /** Its place in the list of schemes; absent where none is named. */
  readonly scheme?: number;
  readonly start?: number;
  /** Whether the items are numbered; nothing is said of it where it is absent. */
  readonly isNumbered?: 0 | 1;
  /** An image as a bullet. */
  readonly image?: number;
  /** Whether it tells of the language of the words, too. */
  readonly hasLanguage?: boolean;
}

/** The fields of a paragraph (`TextPFException9`). */
export function numberOf({ scheme, start = 1, isNumbered, image }: NumberBytes): Uint8Array {
  const bits: readonly (readonly [field: number | undefined, bit: number])[] = [
    [image, 0x80_0000],
    [scheme, 0x100_0000],
    [isNumbered, 0x200_0000],
  ];
  const mask = bits.reduce((all, [field, bit]) => (field === undefined ? all : all | bit), 0);
  const fields = [image, isNumbered, scheme, scheme === undefined ? undefined : start];
  return Buffer.concat([longs(mask), shorts(...fields.filter((field) => field !== undefined))]);
}

/** What is said of the groups of a text (`StyleTextProp9Atom`). */
export function numbersOf(groups: readonly NumberBytes[]): Uint8Array {
  const language = Buffer.concat([longs(0x267), shorts(0, 1033, 0, 0), longs(0, 1, 5)]);
  return record(
    0x0fac,
    Buffer.concat(
      groups.map((group) =>
        Buffer.concat([numberOf(group), longs(0), group.hasLanguage === true ? language : longs(0)]),
      ),
    ),
  );
}

/** Tags in which PowerPoint 2000 keeps what PowerPoint 97 does not know. */
export function newerTags(records: readonly Uint8Array[], name = "___PPT9"): Uint8Array {
  return record(0x1388, [record(0x138a, [record(0x0fba, wide(name)), record(0x138b, Buffer.concat(records))])]);
}
