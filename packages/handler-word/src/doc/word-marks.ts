import type { PositionTable } from "./tables.ts";
import type { WordDocument } from "./word-document.ts";

/** A mark in the main text whose own text is stored elsewhere. */
export interface WordMark {
  readonly kind: "footnote" | "endnote" | "comment" | "shape";
  /** The range of its text among all characters; empty if it has no text. */
  readonly start: number;
  readonly end: number;
  /** The author of a comment. */
  readonly author: string;
  readonly shape: number;
}

/** The marks of the main text by position. */
export interface WordMarks {
  at(position: number): readonly WordMark[];
  /** Text boxes without a shape in the text. */
  readonly looseBoxes: readonly { readonly start: number; readonly end: number }[];
}

const none: readonly WordMark[] = [];

/** Finds the notes, comments and shapes of a document. */
export function readMarks(document: WordDocument): WordMarks {
  const marks = new Map<number, WordMark[]>();
  const add = (position: number, mark: WordMark): void => {
    const known = marks.get(position) ?? [];
    known.push(mark);
    marks.set(position, known);
  };
  addNotes(document, "footnote", add);
  addNotes(document, "endnote", add);
  addComments(document, add);
  return { at: (position) => marks.get(position) ?? none, looseBoxes: addShapes(document, add) };
}

type Add = (position: number, mark: WordMark) => void;

function addNotes(document: WordDocument, kind: "footnote" | "endnote", add: Add): void {
  const isFootnote = kind === "footnote";
  const marks = document.positions(isFootnote ? "footnoteMarks" : "endnoteMarks", 2);
  const texts = document.positions(isFootnote ? "footnoteTexts" : "endnoteTexts", 0);
  const range = document.range(isFootnote ? "footnotes" : "endnotes");
  eachEntry(marks, (position, index) => {
    add(position, { kind, ...partOf(texts, index, range), author: "", shape: 0 });
  });
}

/** [MS-DOC], 2.9.10 ATRDPre10: the initials, then the index of the author. */
const authorAt = 20;

function addComments(document: WordDocument, add: Add): void {
  const marks = document.positions("commentMarks", 30);
  const texts = document.positions("commentTexts", 0);
  eachEntry(marks, (position, index) => {
    const data = marks.data(index);
    const author = document.commentAuthors[data.u16(authorAt)] ?? data.utf16(2, Math.min(9, data.u16(0)));
    add(position, { kind: "comment", ...partOf(texts, index, document.range("comments")), author, shape: 0 });
  });
}

/** 2.9.105 FTXBXS: whether the entry is unused, and the identifier of the shape. */
const reusableAt = 8;
const shapeAt = 14;

function addShapes(document: WordDocument, add: Add): WordMarks["looseBoxes"] {
  const anchors = document.positions("shapeAnchors", 26);
  const boxes = document.positions("textBoxes", 22);
  const texts = new Map<number, { readonly start: number; readonly end: number }>();
  eachEntry(boxes, (_, index) => {
    const data = boxes.data(index);
    const part = partOf(boxes, index, document.range("textBoxes"));
    if (data.u16(reusableAt) === 0 && part.end > part.start) texts.set(data.u32(shapeAt), part);
  });
  eachEntry(anchors, (position, index) => {
    const shape = anchors.data(index).u32(0);
    const text = texts.get(shape) ?? { start: 0, end: 0 };
    texts.delete(shape);
    add(position, { kind: "shape", ...text, author: "", shape });
  });
  return [...texts.values()];
}

function eachEntry({ positions }: PositionTable, visit: (position: number, index: number) => void): void {
  for (let index = 0; index + 1 < positions.length; index += 1) visit(positions[index] ?? 0, index);
}

/** Returns the range of an entry of a table whose positions are relative to `within`. */
export function partOf(
  { positions }: PositionTable,
  index: number,
  within: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  const start = Math.min(within.end, within.start + (positions[index] ?? 0));
  return { start, end: Math.min(within.end, within.start + (positions[index + 1] ?? 0)) };
}
