import { viewOf } from "@reader/office-kit/compound";

/** Sizes of operands in bytes by the one-byte codes of Word 6 and 95. Codes that are not listed have one byte. */
const sizes: ReadonlyMap<number, number> = new Map([
  ...[0, 83].map((code) => [code, 0] as const),
  ...[2, 16, 17, 18, 19, 21, 22, 26, 27, 28, 36, 45, 46, 47, 48, 49].map((code) => [code, 2] as const),
  ...[30, 31, 32, 33, 34, 35, 38, 39, 40, 41, 42, 43].map((code) => [code, 2] as const),
  ...[69, 72, 80, 93, 96, 97, 99, 101, 107, 109, 110, 121, 122, 123, 124].map((code) => [code, 2] as const),
  ...[140, 141, 144, 145, 148, 149, 154, 155, 156, 157, 160, 161, 164, 165, 166, 167, 168, 169, 170].map(
    (code) => [code, 2] as const,
  ),
  ...[171, 182, 183, 184, 188, 189, 195, 197, 198].map((code) => [code, 2] as const),
  ...[3, 73, 95, 136, 137].map((code) => [code, 3] as const),
  ...[20, 70, 192, 194, 196, 200].map((code) => [code, 4] as const),
  ...[193, 199].map((code) => [code, 5] as const),
]);

/** Codes whose operand starts with its size in a byte. */
const sized: ReadonlySet<number> = new Set([
  12, 15, 23, 52, 64, 68, 74, 78, 81, 82, 103, 105, 106, 108, 120, 133, 187, 191,
]);

/** The definition of a table row. Its operand starts with its size in two bytes, which count one of themselves. */
const rowDefinition = 190;

/** A modifier of Word 97 that has the same operand, and where that starts in the operand of the old one. */
interface NewModifier {
  readonly code: number;
  readonly from: number;
}

/** Modifiers that the reader uses, by their old codes. */
const newModifiers: ReadonlyMap<number, NewModifier> = new Map([
  // Paragraphs: the style, new pages, tables and their rows, and indents.
  [2, same(0x4600)],
  [9, same(0x2407)],
  [24, same(0x2416)],
  [25, same(0x2417)],
  [17, same(0x840f)],
  [19, same(0x8411)],
  // Characters: tracked changes and special characters.
  [65, same(0x0800)],
  [66, same(0x0801)],
  [69, same(0x4804)],
  [70, same(0x6805)],
  [68, { code: 0x6a03, from: 1 }],
  [71, same(0x0806)],
  [75, same(0x080a)],
  [117, same(0x0855)],
  [74, { code: 0x6a09, from: 1 }],
  // Characters: their style and look.
  [80, same(0x4a30)],
  [85, same(0x0835)],
  [86, same(0x0836)],
  [87, same(0x0837)],
  [91, same(0x083b)],
  [92, same(0x083c)],
  [93, same(0x4a4f)],
  [101, same(0x4845)],
  [104, same(0x2a48)],
  // Sections: where they start.
  [142, same(0x3009)],
]);

function same(code: number): NewModifier {
  return { code, from: 0 };
}

/** Operand sizes of new modifiers in bytes by the upper bits of their codes ([MS-DOC], 2.6.1). */
const newBytes = [1, 1, 2, 4, 2, 2, 0, 3] as const;

/** An old modifier: its code, and the range of its operand. */
interface OldModifier {
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

/** Iterates over the property modifiers of Word 6 and 95 in a list. */
export function* oldModifiersIn(bytes: Uint8Array): Generator<OldModifier> {
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length;) {
    const code = view.u8(at);
    const start = at + 1;
    let end = start + (sizes.get(code) ?? 1);
    if (code === rowDefinition) end = start + 1 + view.u16(start);
    else if (sized.has(code)) end = start + 1 + view.u8(start);
    yield { code, start, end };
    at = end;
  }
}

/** Returns the modifiers of Word 97 for a list of Word 6 or 95, as far as the reader uses them. */
export function newModifiersOf(bytes: Uint8Array): Uint8Array {
  const changes: number[] = [];
  for (const { code, start, end } of oldModifiersIn(bytes)) {
    const known = newModifiers.get(code);
    if (known === undefined) continue;
    const length = newBytes[known.code >> 13] ?? 1;
    const operand = bytes.subarray(start + known.from, Math.min(end, start + known.from + length));
    changes.push(known.code & 0xff, known.code >> 8, ...operand);
    for (let missing = operand.length; missing < length; missing += 1) changes.push(0);
  }
  return Uint8Array.from(changes);
}
