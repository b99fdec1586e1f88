import { viewOf, type ByteView } from "@reader/office-kit/compound";

/** The file information block: the locations of the parts of a Word document ([MS-DOC], 2.5.1 Fib). */
export interface Fib {
  readonly identifier: number;
  /** The version of the format; 193 or higher since Word 97. */
  readonly version: number;
  readonly isEncrypted: boolean;
  /** True for XOR obfuscation, the encryption used before Office 97. */
  readonly isObfuscated: boolean;
  /** Length of the encryption header at the start of the table stream, in bytes. */
  readonly keyBytes: number;
  readonly tableStream: "0Table" | "1Table";
  /** The length of each text in characters. The texts are stored one after the other in this order. */
  readonly lengths: Readonly<Record<TextPart, number>>;
  /** Returns the location of a table in the table stream by its index in FibRgFcLcb97 (2.5.6). */
  table(index: number): { readonly at: number; readonly length: number };
}

/** The names of a document's texts. */
export type TextPart = (typeof textParts)[number];

/** The texts in the order in which they are stored. */
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

/** Indices in FibRgFcLcb97 of the tables that the reader uses. */
export const tableNumbers = {
  styles: 1,
  footnoteMarks: 2,
  footnoteTexts: 3,
  commentMarks: 4,
  commentTexts: 5,
  sections: 6,
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

/** Reads the file information block of Word 97 or later. */
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

/** Reads the lengths of the texts. They may exceed the file; `wordRuns` cuts them. */
export function lengthsIn(view: ByteView, at: number): Fib["lengths"] {
  const lengths = textParts.map((part, index) => [part, Math.max(0, view.i32(at + index * 4))] as const);
  return Object.fromEntries(lengths) as Record<TextPart, number>;
}
