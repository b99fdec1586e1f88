import { hasSoundExtras, isSoundFormula } from "./sound-formulas.ts";

/** A record of a part of a binary workbook, by where its bytes are. */
export interface PartRecord {
  readonly type: number;
  readonly at: number;
  readonly end: number;
}

/** Where the texts of records begin ([MS-XLSB] 2.4), and how many follow one another. */
const textPlaces: ReadonlyMap<number, readonly [at: number, count: number]> = new Map([
  [0x06, [8, 1]],
  [0x08, [8, 1]],
  [0x11, [4, 1]],
  [0x13, [1, 1]],
  [0x27, [9, 1]],
  [0x2b, [21, 1]],
  [0x2c, [2, 1]],
  [0x3e, [9, 1]],
  [0x93, [19, 1]],
  [0x9c, [8, 2]],
  [0x0163, [0, 1]],
  [0x01ee, [16, 4]],
  [0x0226, [0, 1]],
  [0x0227, [0, 1]],
  [0x0278, [0, 1]],
  [0x027d, [1, 1]],
]);

/** Where the formulas of records begin: behind the texts, if they have any. */
const formulaPlaces: ReadonlyMap<number, number> = new Map([
  [0x08, 2],
  [0x09, 18],
  [0x0a, 11],
  [0x0b, 11],
  [0x27, 0],
  [0x01aa, 17],
  [0x01ab, 16],
]);

/** Records of formulas that other cells refer to: BrtArrFmla and BrtShrFmla. */
const sharedTypes: ReadonlySet<number> = new Set([0x01aa, 0x01ab]);

/** What stands instead of the length of a text that is absent. */
const absentText = 0xff_ff_ff_ff;

/**
 * Mends the texts and formulas of a record in their place: texts end with the record, and a formula that does not, or that
 * SheetJS could not write in bounds, is empty. The library reads on in the records behind. Throws for a record that ends
 * before the length of its text or formula.
 */
export function mendTexts(view: DataView, { type, at, end }: PartRecord): void {
  const [textAt, count] = textPlaces.get(type) ?? [0, 0];
  let place = at + textAt;
  for (let text = 0; text < count; text += 1) place = endOfText(view, place, end);
  const formulaAt = formulaPlaces.get(type);
  if (formulaAt !== undefined) mendFormula(view, { type, at: place + formulaAt, end });
}

function endOfText(view: DataView, at: number, end: number): number {
  if (at + 4 > end) throw endsEarly();
  const length = view.getUint32(at, true);
  if (length === absentText) return at + 4;
  const most = Math.floor((end - at - 4) / 2);
  if (length > most) view.setUint32(at, most, true);
  return at + 4 + 2 * Math.min(length, most);
}

/** A formula has the number of its bytes, these bytes, and the same of what its tokens refer to (2.5.97.4). */
function mendFormula(view: DataView, { type, at, end }: PartRecord): void {
  if (at + 8 > end) throw endsEarly();
  const bytes = view.getUint32(at, true);
  const extrasAt = at + 4 + bytes;
  if (extrasAt + 4 <= end) {
    const formula = new DataView(view.buffer, view.byteOffset + at + 4, bytes);
    const extraBytes = view.getUint32(extrasAt, true);
    const extras = new DataView(view.buffer, view.byteOffset + extrasAt + 4, end - extrasAt - 4);
    const isSound = isSoundFormula(formula, sharedTypes.has(type) ? "shared" : "alone", 12);
    if (isSound && (extraBytes === 0 || hasSoundExtras(formula, extras))) return;
  }
  view.setUint32(at, 0, true);
  view.setUint32(at + 4, 0, true);
}

function endsEarly(): Error {
  return new RangeError("The record ends before its text or formula.");
}
