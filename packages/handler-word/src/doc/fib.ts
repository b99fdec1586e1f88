import { viewOf, type ByteView } from "@reader/office-kit/compound";

/** Where the parts of a Word document lie, by the block at the head of its stream ([MS-DOC], 2.5.1 Fib). */
export interface Fib {
  readonly identifier: number;
  /** The version of the format: 193 and more since Word 97. */
  readonly version: number;
  readonly isEncrypted: boolean;
  /** Whether that is the kind of before Office 97. */
  readonly isObfuscated: boolean;
  /** Bytes at the start of the table stream that say how the rest is encrypted. */
  readonly keyBytes: number;
  readonly tableStream: "0Table" | "1Table";
  /** Characters of each of the texts, which lie one behind the other in this order. */
  readonly lengths: Readonly<Record<TextPart, number>>;
  /** A table of the table stream by its number in FibRgFcLcb97 (2.5.6). */
  table(index: number): { readonly at: number; readonly length: number };
}

/** The texts of a document. */
export type TextPart = (typeof textParts)[number];

/** In the order in which they lie. */
export const textParts = [
  "main",
  "footnotes",
  "headers",
  "macros",
  "comments",
  "endnotes",
  "textBoxes",
  "headerTextBoxes",
] as const;

/** The tables that are read. */
export const tableNumbers = {
  styles: 1,
  footnoteMarks: 2,
  footnoteTexts: 3,
  commentMarks: 4,
  commentTexts: 5,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  commentAuthors: 36,
  shapeAnchors: 40,
  endnoteMarks: 46,
  endnoteTexts: 47,
  drawings: 50,
  changeAuthors: 51,
  textBoxes: 56,
  lists: 73,
  listOverrides: 74,
} as const;

const lengthsAt = 0x4c;
const tablesAt = 0x9a;

/** Reads the head of a stream of Word 97 or later. */
export function readFib(stream: Uint8Array): Fib {
  const view = viewOf(stream);
  const flags = view.u16(0x0a);
  return {
    identifier: view.u16(0),
    version: view.u16(2),
    isEncrypted: (flags & 0x0100) !== 0,
    isObfuscated: (flags & 0x8000) !== 0,
    keyBytes: view.u32(0x0e),
    tableStream: (flags & 0x0200) === 0 ? "0Table" : "1Table",
    lengths: lengthsIn(view, lengthsAt),
    table(index) {
      const isThere = index < view.u16(0x98);
      const at = tablesAt + index * 8;
      return isThere ? { at: view.u32(at), length: view.u32(at + 4) } : { at: 0, length: 0 };
    },
  };
}

/** Lengths that say more than the file can hold are cut by whoever reads the text. */
export function lengthsIn(view: ByteView, at: number): Fib["lengths"] {
  const lengths = textParts.map((part, index) => [part, Math.max(0, view.i32(at + index * 4))] as const);
  return Object.fromEntries(lengths) as Record<TextPart, number>;
}
