/** The bytes of a part of a formula. */
export type Bytes = readonly number[];

/** The records of one version of MTEF. */
export interface Records {
  /** A formula as the stream `Equation Native` stores it. */
  readonly formula: (...items: readonly Bytes[]) => Uint8Array;
  readonly line: (...items: readonly Bytes[]) => Bytes;
  /** A line that is not shown: an absent slot. */
  readonly noLine: Bytes;
  readonly pile: (...lines: readonly Bytes[]) => Bytes;
  readonly matrix: (rows: number, columns: number, ...cells: readonly Bytes[]) => Bytes;
  readonly template: (selector: number, variation: number, ...items: readonly Bytes[]) => Bytes;
  readonly character: (face: number, code: number, ...marks: readonly number[]) => Bytes;
  /** Characters in the typeface of variables. */
  readonly variables: (text: string) => Bytes;
}

/** Typefaces of a formula. */
export const face = {
  text: 1,
  functions: 2,
  variables: 3,
  greek: 4,
  symbol: 6,
  vector: 7,
  numbers: 8,
  space: 24,
} as const;

const end = 0;

function word(value: number): Bytes {
  return [value & 255, value >> 8];
}

/** The header of the stream: its size, and fields that say nothing of the formula. */
const streamHeader: Bytes = [28, 0, ...Array.from({ length: 26 }, () => 0)];

/** Records of Equation Editor: MTEF 2 and 3. */
export function oldRecords(version: 2 | 3, platform = 1): Records {
  const code = (value: number): Bytes => (version === 2 ? [value] : word(value));
  const ended: Bytes = version === 2 ? [] : [end];
  const records: Records = {
    formula: (...items) => Uint8Array.from([...streamHeader, version, platform, 1, 3, 0, 10, ...items.flat(), end]),
    line: (...items) => [1, ...items.flat(), end],
    noLine: [0x11],
    pile: (...lines) => [4, 1, 0, ...lines.flat(), end],
    matrix: (rows, columns, ...cells) => [5, 0, 2, 0, rows, columns, ...lineKinds(rows, columns), ...cells.flat(), end],
    template: (selector, variation, ...items) => [3, selector, variation, 0, ...items.flat(), end],
    character: (typeface, value, ...marks) => {
      const start = [marks.length === 0 ? 2 : 0x22, 128 + typeface, ...code(value)];
      return marks.length === 0 ? start : [start, ...marks.map((mark) => [6, mark, ...ended]), [end]].flat();
    },
    variables: (text) =>
      Array.from(text).flatMap((letter) => records.character(face.variables, letter.codePointAt(0) ?? 0)),
  };
  return records;
}

/** Records of MathType 4 and later: MTEF 5. */
export const records5: Records = {
  formula: (...items) =>
    Uint8Array.from([...streamHeader, 5, 1, 0, 6, 0, ...text("DSMT6"), 0, ...definitions, ...items.flat(), end]),
  line: (...items) => [1, 0, ...items.flat(), end],
  noLine: [1, 1],
  pile: (...lines) => [4, 0, 1, 0, ...lines.flat(), end],
  matrix: (rows, columns, ...cells) => [
    5,
    0,
    0,
    2,
    0,
    rows,
    columns,
    ...lineKinds(rows, columns),
    ...cells.flat(),
    end,
  ],
  template: (selector, variation, ...items) => {
    const long = variation < 128 ? [variation] : [(variation & 127) | 128, variation >> 8];
    return [3, 0, selector, ...long, 0, ...items.flat(), end];
  },
  character: (typeface, value, ...marks) => {
    const start = [2, marks.length === 0 ? 0 : 1, 128 + typeface, ...word(value)];
    return marks.length === 0 ? start : [start, ...marks.map((mark) => [6, 0, mark]), [end]].flat();
  },
  variables: (letters) =>
    Array.from(letters).flatMap((letter) => records5.character(face.variables, letter.codePointAt(0) ?? 0)),
};

function text(value: string): Bytes {
  return [...Array.from(value, (letter) => letter.charCodeAt(0)), 0];
}

/** Two bits for each line between rows and columns. */
function lineKinds(rows: number, columns: number): Bytes {
  return Array.from({ length: Math.ceil((rows + 1) / 4) + Math.ceil((columns + 1) / 4) }, () => 0);
}

/** Definitions that precede the lines of a formula of MathType. */
const definitions: Bytes = [
  [19, ...text("WinAllBasicCodePages")],
  [17, 5, ...text("Times New Roman")],
  // Preferences: one size of 12 pt, one space of 150 %, a style of the first font and one without a font.
  [18, 0, 1, 0x21, 0x2f, 1, 0x41, 0x50, 0xf0, 2, 1, 0, 0],
  // A font style, a named colour and its use, a record of the future, and the size.
  [8, 1, 0, 16, 4, 0, 0, 0, 0, 0, 0, ...text("black"), 15, 0, 100, 2, 9, 9, 9, 101, 0, 4, 10],
].flat();
