import { inlineMark } from "@reader/core/handler";
import {
  createHeldParagraphs,
  dayOfWordDate,
  type Flow,
  type HeldParagraphs,
  type ParagraphStyle,
  type Recording,
  type RunFormat,
} from "@reader/document/builder";
import { symbolText, withoutPrivateSymbols } from "@reader/document/content";
import type { CharacterProperties, ParagraphProperties } from "./properties.ts";
import type { WordDocument } from "./word-document.ts";
import { createWordFields, type WordFields } from "./word-fields.ts";
import type { WordMark, WordMarks } from "./word-marks.ts";
import { inlinePicture } from "./word-drawings.ts";
import { type WordRun, wordRuns } from "./word-runs.ts";

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

/** What a teller knows of the place to which it has come. */
export interface WordState {
  readonly document: WordDocument;
  readonly flow: Flow;
  readonly marks: WordMarks;
  readonly paragraphs: HeldParagraphs;
  fields: WordFields;
  last: CharacterProperties | undefined;
  /** How deep in texts that are told inside others. */
  depth: number;
}

/** Tells words as they are meant, unless they are the code of a field. */
function write(state: WordState, text: string, { properties }: WordRun): void {
  if (text === "" || state.fields.takeCode(text)) return;
  const symbols = properties.font === undefined ? undefined : state.document.symbolFonts[properties.font];
  const isPrivate = symbols !== undefined && /[\uf020-\uf0ff]/.test(text);
  const meant = isPrivate ? symbolText(text, symbols) : withoutPrivateSymbols(text);
  note(state, properties);
  state.paragraphs.write(properties.isCapital ? meant.toUpperCase() : meant, formatOf(state, properties));
}

/** Counts changes and what is hidden, once for each run of them. */
function note(state: WordState, properties: CharacterProperties): void {
  const { flow, last } = state;
  state.last = properties;
  if (properties.isHidden && last?.isHidden !== true) flow.hiddenCount += 1;
  const change = changeOf(properties);
  if (change === undefined || (last !== undefined && isSameChange(change, changeOf(last)))) return;
  flow.changes.count(change.kind, state.document.changeAuthors[change.author] ?? "", dayOfWordDate(change.at));
}

interface Change {
  readonly kind: "insertion" | "deletion";
  readonly author: number;
  readonly at: number;
}

function changeOf(properties: CharacterProperties): Change | undefined {
  const { isInserted, isDeleted, inserter, deleter, insertedAt, deletedAt } = properties;
  if (isDeleted) return { kind: "deletion", author: deleter, at: deletedAt };
  return isInserted ? { kind: "insertion", author: inserter, at: insertedAt } : undefined;
}

function isSameChange(one: Change, other: Change | undefined): boolean {
  return other !== undefined && one.kind === other.kind && one.author === other.author;
}

function formatOf({ fields }: WordState, properties: CharacterProperties): RunFormat {
  const { isBold, isItalic, isStruck, isHidden, isInserted, isDeleted, script } = properties;
  return { link: fields.link, isBold, isItalic, isStruck, isHidden, isInserted, isDeleted, script };
}

/** Ends a paragraph, and the inner cell or row whose last one it is. */
function endParagraph(state: WordState, run: WordRun, index: number): void {
  if (state.fields.takeCode(" ")) return;
  const properties = run.paragraphAt(index);
  const depth = depthOf(properties);
  endTold(state, properties, depth);
  if (properties.isInnerRowEnd) state.paragraphs.endRow(depth);
  else if (properties.isInnerCellEnd) state.paragraphs.endCell(depth);
}

/** Ends a cell, or the row whose mark it is. */
function endCell(state: WordState, run: WordRun, index: number): void {
  const properties = run.paragraphAt(index);
  const depth = Math.max(1, depthOf(properties));
  if (properties.isRowEnd) {
    state.paragraphs.endRow(depth);
    return;
  }
  endTold(state, properties, depth);
  state.paragraphs.endCell(depth);
}

function endTold(state: WordState, properties: ParagraphProperties, depth: number): void {
  state.paragraphs.end(depth, styleOf(state, properties));
}

function depthOf({ isInTable, tableDepth }: ParagraphProperties): number {
  return Math.max(0, tableDepth ?? (isInTable ? 1 : 0));
}

/** Numbers above this one are no lists but what older versions wrote instead of one. */
const maxList = 0x7fe;

function styleOf({ document, paragraphs }: WordState, properties: ParagraphProperties): ParagraphStyle {
  const { styles } = document;
  const { style, outline } = properties;
  const own = outline === undefined || outline > 8 ? undefined : outline + 1;
  const heading = own ?? styles.heading(style);
  const listed = listItemOf(document, properties);
  return {
    heading,
    isCode: styles.isCode(style),
    isQuote: styles.isQuote(style),
    list: listed ?? (heading === undefined ? hangingItem(paragraphs, properties) : undefined),
  };
}

function listItemOf({ lists }: WordDocument, { list, listLevel }: ParagraphProperties): ParagraphStyle["list"] {
  const label = list > 0 && list <= maxList ? lists.label(list, listLevel) : undefined;
  return label === undefined ? undefined : { level: listLevel, label: label === "" ? " " : label };
}

/** A sign and a tab in front of lines that hang are an item too. */
function hangingItem(paragraphs: HeldParagraphs, { isHanging, indent }: ParagraphProperties): ParagraphStyle["list"] {
  const label = isHanging ? paragraphs.takeHangingLabel() : undefined;
  return label === undefined ? undefined : { level: Math.max(0, indent), label };
}

/** Tells a flow of the texts of a document. */
export interface WordTeller {
  /** Tells a range of characters, in steps between which the event loop may turn. */
  tell(start: number, end: number): Generator<void>;
  /** A range as a text of its own. */
  held(start: number, end: number): Recording;
  /** Ends what is open. */
  close(): void;
}

/** Nothing was told yet. */
export function createWordTeller(document: WordDocument, flow: Flow, marks: WordMarks): WordTeller {
  const paragraphs = createHeldParagraphs(flow);
  const state: WordState = { document, flow, marks, paragraphs, fields: createWordFields(), last: undefined, depth: 0 };
  return {
    *tell(start, end) {
      for (const run of wordRuns(document, start, end)) {
        tellRun(state, run);
        yield;
      }
    },
    held: (start, end) => held(state, start, end),
    close: () => paragraphs.close(),
  };
}
