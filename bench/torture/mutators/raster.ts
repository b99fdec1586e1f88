import type { Dice } from "../dice.ts";
import { mutateBytes } from "./bytes.ts";
import { fieldsOf, rearranged, withField, withNastyField, type Field } from "./fields.ts";
import { maxMutantBytes, startsWith, type Mutation, type Mutator } from "./mutator.ts";
import { nastyIntegers } from "./nasty.ts";

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts)).slice(0, maxMutantBytes);
}

const gifScreenFields = fieldsOf(true, [
  [6, 2],
  [8, 2],
  [10, 1],
  [11, 1],
  [12, 1],
]);

/** Fields of the image descriptor, and the byte behind it if there is no colour table: the size of the first codes. */
const gifImageFields = fieldsOf(true, [
  [1, 2],
  [3, 2],
  [5, 2],
  [7, 2],
  [9, 1],
  [10, 1],
]);

/** Screens, images, extensions and data of GIF (gif89a.txt): sizes, frames and codes in blocks that stay in step. */
export const gifMutator: Mutator = {
  name: "gif",
  accepts: (bytes) => startsWith(bytes, "GIF8"),
  mutate: (bytes, mutation) => {
    const { dice } = mutation;
    const headBytes = 13 + tableBytes(bytes[10] ?? 0);
    const head = bytes.slice(0, headBytes);
    const blocks = gifBlocks(bytes, headBytes);
    if (dice.chance(0.25)) return joined([withNastyField(head, gifScreenFields, dice), ...blocks]);
    return joined([head, ...rearranged(blocks, dice, (block) => changedGifBlock(block, mutation))]);
  },
};

/** Three bytes a colour, if the highest bit says that there is a table. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

function gifBlocks(bytes: Uint8Array, start: number): readonly Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let at = start; at < bytes.length && blocks.length < 2000;) {
    const end = Math.min(bytes.length, Math.max(at + 1, gifBlockEnd(bytes, at)));
    blocks.push(bytes.slice(at, end));
    at = end;
  }
  return blocks;
}

function gifBlockEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x3b) return at + 1;
  let end = at + gifBlockHead(bytes.subarray(at));
  for (let length = bytes[end] ?? 0; length > 0; length = bytes[end] ?? 0) end += length + 1;
  return end + 1;
}

/** Bytes before the first sub-block: of an extension its label, of an image its size, colours and first codes. */
function gifBlockHead(block: Uint8Array): number {
  return block[0] === 0x2c ? 11 + tableBytes(block[9] ?? 0) : 2;
}

function changedGifBlock(block: Uint8Array, mutation: Mutation): Uint8Array {
  const { dice } = mutation;
  const isImage = block[0] === 0x2c;
  if (isImage && dice.chance(0.5)) return withNastyField(block, gifImageFields, dice);
  if (!isImage && dice.chance(0.2))
    return withField(block, { at: 1, bytes: 1, isLittle: true }, dice.pick([0xf9, 0xff, 1, 0xfe]));
  const headBytes = gifBlockHead(block);
  const data = subBlockData(block.subarray(headBytes));
  return joined([block.slice(0, headBytes), subBlocks(mutateBytes(data, mutation), dice)]);
}

function subBlockData(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let length = bytes[0] ?? 0; length > 0; length = bytes[at] ?? 0) {
    parts.push(bytes.subarray(at + 1, at + 1 + length));
    at += length + 1;
  }
  return joined(parts);
}

/** Cuts data into sub-blocks of up to 255 bytes, sometimes of one byte, and sometimes without the end. */
function subBlocks(data: Uint8Array, dice: Dice): Uint8Array {
  const length = dice.pick([255, 255, 254, 1]);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += length) {
    const part = data.subarray(at, at + length);
    parts.push(Uint8Array.of(part.length), part);
  }
  return joined([...parts, new Uint8Array(dice.chance(0.9) ? 1 : 0)]);
}

/** Fields of the file header and of the headers of Windows and OS/2 (BITMAPFILEHEADER, BITMAPV5HEADER). */
const bmpFields: readonly Field[] = fieldsOf(true, [
  [2, 4],
  [10, 4],
  [14, 4],
  [18, 4],
  [22, 4],
  [26, 2],
  [28, 2],
  [30, 4],
  [34, 4],
  [46, 4],
  [54, 4],
  [58, 4],
  [62, 4],
  [66, 4],
]);

const bmpHeaderSizes = [0, 12, 16, 40, 52, 56, 64, 108, 124, 0xffff_ffff];
const bmpDepths = [0, 1, 2, 4, 8, 15, 16, 24, 32, 64];

/** Headers, colour masks and rows of BMP: sizes, depths and ways of packing that agree with little else. */
export const bmpMutator: Mutator = {
  name: "bmp",
  accepts: (bytes) => startsWith(bytes, "BM"),
  mutate: (bytes, { dice, donor }) => {
    const changes: readonly (() => Uint8Array)[] = [
      () => withNastyField(bytes, bmpFields, dice),
      () => withNastyField(withNastyField(bytes, bmpFields, dice), bmpFields, dice),
      () => withField(bytes, { at: 14, bytes: 4, isLittle: true }, dice.pick(bmpHeaderSizes)),
      () => withField(bytes, { at: 28, bytes: 2, isLittle: true }, dice.pick(bmpDepths)),
      () => withField(bytes, { at: 30, bytes: 4, isLittle: true }, dice.below(14)),
      // Runs of pixels, with what they are escaped by, where rows were.
      () => withRuns(bytes, dice),
      () => joined([bytes.subarray(0, 54), mutateBytes(bytes.slice(54), { dice, donor: donor.slice(54) })]),
    ];
    return dice.pick(changes)();
  },
};

function withRuns(bytes: Uint8Array, dice: Dice): Uint8Array {
  const isFourBits = dice.chance(0.5);
  const depth = withField(bytes, { at: 28, bytes: 2, isLittle: true }, isFourBits ? 4 : 8);
  const packed = withField(depth, { at: 30, bytes: 4, isLittle: true }, isFourBits ? 2 : 1);
  const pixelsAt = new DataView(packed.buffer).getUint32(10, true);
  const runs = Uint8Array.from({ length: Math.min(4000, Math.max(0, packed.length - pixelsAt)) }, () =>
    dice.pick([0, 0, 1, 2, 3, 255, dice.below(256)]),
  );
  return joined([packed.subarray(0, pixelsAt), runs, packed.subarray(pixelsAt + runs.length)]);
}

const icoEntryBytes = 16;

/** Directories of ICO and CUR, and the images in them, each a PNG or a BMP without its file header. */
export const icoMutator: Mutator = {
  name: "ico",
  accepts: (bytes) => (startsWith(bytes, "\0\0\x01\0") || startsWith(bytes, "\0\0\x02\0")) && (bytes[4] ?? 0) > 0,
  mutate: (bytes, { dice, inner }) => {
    const count = bytes[4] ?? 0;
    const at = 6 + icoEntryBytes * dice.below(count);
    if (at + icoEntryBytes > bytes.length) return undefined;
    const entry: readonly (readonly [number, 1 | 2 | 4])[] = [
      [at, 1],
      [at + 1, 1],
      [at + 2, 1],
      [at + 4, 2],
      [at + 6, 2],
      [at + 8, 4],
      [at + 12, 4],
      [4, 2],
    ];
    if (dice.chance(0.4)) return withNastyField(bytes, fieldsOf(true, entry), dice);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const image = bytes.slice(
      view.getUint32(at + 12, true),
      view.getUint32(at + 12, true) + view.getUint32(at + 8, true),
    );
    // Behind all others, so that no other image moves.
    const changed = startsWith(image, "\x89PNG") ? inner(image) : withNastyField(image, bitmapFields, dice);
    const placed = withField(bytes, { at: at + 12, bytes: 4, isLittle: true }, bytes.length);
    return joined([withField(placed, { at: at + 8, bytes: 4, isLittle: true }, changed.length), changed]);
  },
};

const bitmapFields: readonly Field[] = bmpFields
  .filter(({ at }) => at >= 14 && at < 54)
  .map((field) => ({ ...field, at: field.at - 14 }));

const psdHeaderFields = fieldsOf(false, [
  [4, 2],
  [12, 2],
  [14, 4],
  [18, 4],
  [22, 2],
  [24, 2],
]);
const psdHeaderBytes = 26;

/** Sections of PSD (Photoshop File Formats): the header, colours, resources, layers and pixels, with right lengths. */
export const psdMutator: Mutator = {
  name: "psd",
  accepts: (bytes) => startsWith(bytes, "8BPS"),
  mutate: (bytes, mutation) => {
    const { dice } = mutation;
    const head = bytes.slice(0, psdHeaderBytes);
    const sections = psdSections(bytes);
    if (dice.chance(0.4)) return withNastyField(bytes, psdHeaderFields, dice);
    const at = dice.below(sections.length);
    const isPixels = at === sections.length - 1;
    const data = mutateBytes(sections[at] ?? new Uint8Array(), {
      dice,
      donor: sections[dice.below(sections.length)] ?? head,
    });
    // The ways to pack: as they are, runs, deflate, deflate of differences.
    const changed =
      isPixels && dice.chance(0.4) ? withField(data, { at: 0, bytes: 2, isLittle: false }, dice.below(5)) : data;
    return joined([head, ...sections.with(at, changed).flatMap((each, index) => sized(each, index, dice))]);
  },
};

function psdSections(bytes: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sections: Uint8Array[] = [];
  let at = psdHeaderBytes;
  while (sections.length < 3 && at + 4 <= bytes.length) {
    const length = view.getUint32(at);
    sections.push(bytes.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return [...sections, bytes.slice(at)];
}

/** A section behind its length, which is a lie now and then; the pixels have none. */
function sized(section: Uint8Array, index: number, dice: Dice): readonly Uint8Array[] {
  if (index > 2) return [section];
  const length = dice.chance(0.05) ? dice.pick(nastyIntegers) : section.length;
  return [withField(new Uint8Array(4), { at: 0, bytes: 4, isLittle: false }, length), section];
}
