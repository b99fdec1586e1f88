import { inlineMark } from "@reader/core/render";
import { symbolText } from "@reader/document/content";
import type { Recording } from "@reader/document/builder";
import type { CharacterProperties } from "./properties.ts";
import { createWordFields } from "./word-fields.ts";
import type { WordMark } from "./word-marks.ts";
import { endCell, endParagraph } from "./word-paragraph-ends.ts";
import { inlinePicture } from "./word-pictures.ts";
import { type WordRun, wordRuns } from "./word-runs.ts";
import { type WordState, write } from "./word-teller-state.ts";

/** Texts inside texts, such as a note in a text box. */
const maxDepth = 4;

/** Tells a range as a text of its own, such as that of a note; nothing where it would be one too deep. */
export function held(state: WordState, start: number, end: number): Recording {
  const { fields, paragraphs } = state;
  paragraphs.begin();
  state.depth += 1;
  state.fields = createWordFields();
  if (state.depth <= maxDepth) for (const run of wordRuns(state.document, start, end)) tellRun(state, run);
  state.depth -= 1;
  state.fields = fields;
  return paragraphs.finish();
}

/** Whether a character is more than itself ([MS-DOC], 2.4.1). */
function isSpecial(character: string, { symbol }: CharacterProperties): boolean {
  return character < " " || (character === "(" && symbol !== undefined);
}

/** Tells a run, and does what its special characters ask for. */
export function tellRun(state: WordState, run: WordRun): void {
  const { text } = run;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (!isSpecial(character, run.properties)) continue;
    write(state, text.slice(from, at), run);
    tellSpecial(state, run, at);
    from = at + 1;
  }
  write(state, text.slice(from), run);
}

type SpecialAction = (state: WordState, run: WordRun, index: number) => void;

function sign(text: string): SpecialAction {
  return (state, run) => write(state, text, run);
}

/** What the characters below the space do, where text does not stand for itself. */
const actions: Readonly<Record<string, SpecialAction>> = {
  "\u0001": tellPicture,
  "\u0002": tellMarks,
  "\u0005": tellMarks,
  "\u0007": endCell,
  "\u0008": tellMarks,
  "\t": sign("\t"),
  "\u000b": breakLine,
  "\u000c": endParagraph,
  "\r": endParagraph,
  "\u000e": breakLine,
  "\u0013": ({ fields }) => fields.begin(),
  "\u0014": separateField,
  "\u0015"(state, run) {
    const shown = state.fields.end();
    write(state, shown, run);
  },
  "\u001e": sign("-"),
  "(": tellSymbol,
};

/** Marks that are marks only where the text says so. */
const onlySpecial: ReadonlySet<string> = new Set("\u0001\u0002\u0005\u0008\u0013\u0014\u0015");

function tellSpecial(state: WordState, run: WordRun, index: number): void {
  const character = run.text[index] ?? "";
  if (onlySpecial.has(character) && !run.properties.isSpecial) return;
  actions[character]?.(state, run, index);
}

/** The mark in the middle of a field knows of the object that the field shows. */
function separateField({ document, fields, paragraphs }: WordState, { properties }: WordRun): void {
  fields.separate();
  const { isObject, picture } = properties;
  const name = isObject && picture !== undefined ? document.objectName(picture) : undefined;
  if (name !== undefined) paragraphs.write(`${inlineMark("embedded object", [], name)} `, {});
}

function breakLine({ paragraphs, fields }: WordState): void {
  if (!fields.takeCode(" ")) paragraphs.add((flow) => flow.lineBreak());
}

function tellSymbol(state: WordState, run: WordRun): void {
  const { symbol } = run.properties;
  if (symbol === undefined) return;
  const font = state.document.symbolFonts[symbol.font] ?? "symbol";
  write(state, symbolText(String.fromCharCode(symbol.code), font), run);
}

function tellPicture(state: WordState, { properties }: WordRun): void {
  const { picture, isData } = properties;
  if (picture === undefined || isData || state.fields.takeCode("")) return;
  const found = inlinePicture(state.document.data, picture);
  if (found !== undefined) state.paragraphs.add((flow) => flow.picture(found));
}

function tellMarks(state: WordState, run: WordRun, index: number): void {
  for (const mark of state.marks.at(run.start + index)) tellMark(state, mark);
}

function tellMark(state: WordState, { kind, start, end, author, shape }: WordMark): void {
  const { paragraphs } = state;
  if (kind === "shape") tellShape(state, shape);
  if (end <= start) return;
  const aside = held(state, start, end);
  if (aside.isEmpty) return;
  if (kind === "shape") paragraphs.addBehind(aside);
  else if (kind === "comment") paragraphs.add((flow) => flow.comment({ author, words: aside }));
  else paragraphs.add((flow) => flow.note(aside, kind));
}

function tellShape({ document, paragraphs }: WordState, identifier: number): void {
  const shape = document.drawings.shape(identifier);
  if (shape === undefined) return;
  const picture = document.drawings.picture(shape);
  const { alt, drawnText } = shape;
  if (picture !== undefined) paragraphs.add((flow) => flow.picture(picture));
  else if (alt !== "") paragraphs.write(` [drawing: ${alt}] `, {});
  if (drawnText !== "") paragraphs.write(` ${drawnText} `, {});
}
