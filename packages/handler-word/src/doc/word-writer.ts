import { inlineMark } from "@reader/core/render";
import {
  createHeldParagraphs,
  dayOfWordDate,
  type DocumentBuilder,
  type DocumentImage,
  type HeldParagraphs,
  type ParagraphStyle,
  type Recording,
  type RunFormat,
} from "@reader/document/builder";
import { symbolText, withoutPrivateSymbols } from "@reader/document/content";
import type { CharacterProperties, ParagraphProperties } from "./properties.ts";
import type { PageBreaks } from "../breaks/page-breaks.ts";
import { isPreviewOmitted } from "../page/formula-preview.ts";
import { formFieldText } from "./form-field.ts";
import type { CountedPages } from "./page-breaks.ts";
import type { WordDocument } from "./word-document.ts";
import { createWordFields, type WordFields } from "./word-fields.ts";
import { isCodeMonospaced } from "./font-use.ts";
import { inlineImage } from "./word-drawings.ts";
import { type WordMark, type WordMarks, type WordRun, wordRuns } from "./word-runs.ts";

/** Writes the texts of a document to a document builder. */
export interface WordWriter {
  /** Writes a range of characters. Yields after each run so that the caller can yield to the event loop. */
  write(start: number, end: number): Generator<void>;
  /** Records a range as a separate text. */
  record(start: number, end: number): Recording;
  /** Ends open paragraphs and tables. */
  close(): void;
}

/** What a writer needs besides the text. */
export interface WriterParts {
  readonly marks: WordMarks;
  readonly pages: CountedPages | undefined;
}

/** Creates a writer. */
export function createWordWriter(document: WordDocument, builder: DocumentBuilder, parts: WriterParts): WordWriter {
  const paragraphs = createHeldParagraphs(builder);
  const state: WordState = {
    document,
    builder,
    ...parts,
    paragraphs,
    fields: createWordFields(paragraphs),
    last: undefined,
    depth: 0,
    isCodeMonospaced: false,
    isAfterCode: false,
  };
  return {
    *write(start, end) {
      state.isCodeMonospaced = yield* isCodeMonospaced(document, start, end);
      for (const run of wordRuns(document, start, end)) {
        writeRun(state, run);
        yield;
      }
    },
    record: (start, end) => recordRange(state, start, end),
    close: () => paragraphs.close(),
  };
}

/** The state of a writer. */
interface WordState {
  readonly document: WordDocument;
  readonly builder: DocumentBuilder;
  readonly marks: WordMarks;
  /** The pages of the main text, if they are counted. */
  readonly pages: CountedPages | undefined;
  readonly paragraphs: HeldParagraphs;
  fields: WordFields;
  last: CharacterProperties | undefined;
  /** The current depth of nested texts. */
  depth: number;
  /** True if monospaced paragraphs are code. */
  isCodeMonospaced: boolean;
  /** True if the last paragraph was code. Blank lines continue it. */
  isAfterCode: boolean;
}

/** Maximum depth of nested texts, such as a note in a text box. */
const maxDepth = 4;

/** Records the text of a range, such as a note. The recording is empty if texts are nested too deeply. */
function recordRange(state: WordState, start: number, end: number): Recording {
  const { fields, paragraphs } = state;
  paragraphs.begin();
  state.depth += 1;
  state.fields = createWordFields(state.paragraphs);
  if (state.depth <= maxDepth) for (const run of wordRuns(state.document, start, end)) writeRun(state, run);
  state.depth -= 1;
  state.fields = fields;
  return paragraphs.finish();
}

/** True if a character is a control character or a symbol placeholder ([MS-DOC], 2.4.1). */
function isSpecial(character: string, { symbol }: CharacterProperties): boolean {
  return character < " " || (character === "(" && symbol !== undefined);
}

/** Writes a run and processes its special characters. */
function writeRun(state: WordState, run: WordRun): void {
  const { text } = run;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (!isSpecial(character, run.properties)) continue;
    write(state, text.slice(from, at), run);
    writeSpecial(state, run, at);
    from = at + 1;
  }
  write(state, text.slice(from), run);
}

type SpecialAction = (state: WordState, run: WordRun, index: number) => void;

function literal(text: string): SpecialAction {
  return (state, run) => write(state, text, run);
}

/** Actions for special characters. */
const actions: Readonly<Record<string, SpecialAction>> = {
  "\u0001": writeImage,
  "\u0002": writeMarks,
  "\u0005": writeMarks,
  "\u0007": endCell,
  "\u0008": writeMarks,
  "\t": literal("\t"),
  "\u000b": breakLine,
  "\u000c": endPage,
  "\r": endParagraph,
  "\u000e": breakLine,
  "\u0013": ({ fields }) => fields.begin(),
  "\u0014": separateField,
  "\u0015"(state, run) {
    write(state, state.fields.end(), run);
  },
  "\u001e": literal("-"),
  "(": writeSymbol,
};

/** Characters that are special only if the run is marked as special. */
const onlySpecial: ReadonlySet<string> = new Set("\u0001\u0002\u0005\u0008\u0013\u0014\u0015");

function writeSpecial(state: WordState, run: WordRun, index: number): void {
  const character = run.text[index] ?? "";
  if (onlySpecial.has(character) && !run.properties.isSpecial) return;
  actions[character]?.(state, run, index);
}

/** The separator of an object's field refers to the object. Its result, an image, is the preview of a formula. */
function separateField(state: WordState, run: WordRun): void {
  const { document, fields, paragraphs } = state;
  fields.separate();
  const { isObject, dataLocation } = run.properties;
  if (!isObject || dataLocation === undefined || fields.takeCode("")) return;
  const equation = document.equation(dataLocation);
  if (equation !== undefined) fields.setEquation(equation);
  if (equation !== undefined && equation !== "") {
    writeEquation(state, equation, run);
    return;
  }
  const name = document.objectName(dataLocation);
  if (name !== undefined) paragraphs.write(`${inlineMark("embedded object", [], name)} `, {});
}

/** Writes a formula. It is not text, so that it has neither a style nor the link of its surroundings. */
function writeEquation(state: WordState, equation: string, run: WordRun): void {
  startDuePage(state, run)?.content();
  countChange(state, run.properties);
  const { isHidden, isInserted, isDeleted } = formatOf(state, run.properties);
  state.paragraphs.add((builder) => builder.raw(`$${equation}$`, { isHidden, isInserted, isDeleted }));
}

function breakLine({ paragraphs, fields }: WordState): void {
  if (!fields.takeCode(" ")) paragraphs.lineBreak();
}

function writeSymbol(state: WordState, run: WordRun): void {
  const { symbol } = run.properties;
  if (symbol === undefined) return;
  const font = state.document.symbolFonts[symbol.font] ?? "symbol";
  write(state, symbolText(String.fromCharCode(symbol.code), font), run);
}

function writeImage(state: WordState, run: WordRun): void {
  const { dataLocation, isData } = run.properties;
  if (dataLocation !== undefined && isData) state.fields.setForm(formFieldText(state.document.data, dataLocation));
  if (dataLocation === undefined || isData || state.fields.takeCode("")) return;
  const found = inlineImage(state.document.data, dataLocation);
  if (found !== undefined) addImage(state, found, run);
}

function addImage(state: WordState, image: DocumentImage, run: WordRun): void {
  if (isPreviewOmitted(state.fields.equation, image.name)) return;
  startDuePage(state, run)?.content();
  state.paragraphs.add((builder) => builder.image(image));
}

function writeMarks(state: WordState, run: WordRun, index: number): void {
  for (const mark of state.marks.at(run.start + index)) writeMark(state, mark, run);
}

function writeMark(state: WordState, { kind, start, end, author, shape }: WordMark, run: WordRun): void {
  const { paragraphs } = state;
  if (kind === "shape") writeShape(state, shape, run);
  if (end <= start) return;
  const aside = recordRange(state, start, end);
  if (aside.isEmpty) return;
  if (kind === "shape") paragraphs.addBehind(aside);
  else if (kind === "comment") paragraphs.add((builder) => builder.comment({ author, words: aside }));
  else paragraphs.add((builder) => builder.note(aside, kind));
}

function writeShape(state: WordState, identifier: number, run: WordRun): void {
  const { document, paragraphs } = state;
  const shape = document.drawings.shape(identifier);
  if (shape === undefined) return;
  const image = document.drawings.image(shape);
  const { alt, drawnText } = shape;
  if (image !== undefined) addImage(state, image, run);
  else if (alt !== "") paragraphs.write(` [drawing: ${alt}] `, {});
  if (drawnText !== "") paragraphs.write(` ${drawnText} `, {});
}

/** Writes text, with symbol fonts decoded. Text in field codes is consumed instead. */
function write(state: WordState, text: string, run: WordRun): void {
  if (text === "" || state.fields.takeCode(text)) return;
  startDuePage(state, run)?.text(text);
  const { properties } = run;
  const symbols = properties.font === undefined ? undefined : state.document.symbolFonts[properties.font];
  const isPrivate = symbols !== undefined && /[\uf020-\uf0ff]/.test(text);
  const meant = isPrivate ? symbolText(text, symbols) : withoutPrivateSymbols(text);
  countChange(state, properties);
  state.paragraphs.write(properties.isCapital ? meant.toUpperCase() : meant, formatOf(state, properties));
}

/** Counts tracked changes and hidden text, once for each contiguous run. */
function countChange(state: WordState, properties: CharacterProperties): void {
  const { builder, last } = state;
  state.last = properties;
  if (properties.isHidden && last?.isHidden !== true) builder.hiddenCount += 1;
  const change = changeOf(properties);
  if (change === undefined || (last !== undefined && isSameChange(change, changeOf(last)))) return;
  builder.changes.count(change.kind, state.document.changeAuthors[change.author] ?? "", dayOfWordDate(change.at));
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

function formatOf({ document, fields }: WordState, properties: CharacterProperties): RunFormat {
  const isMonospaced = document.monospacedFonts[properties.font ?? -1];
  const { isBold, isItalic, isStruck, isHidden, isInserted, isDeleted, script, shifted } = properties;
  const look = { isBold, isItalic, isStruck, script: script ?? shifted };
  return { link: fields.link, isHidden, isInserted, isDeleted, isMonospaced, ...look };
}

/** Ends a paragraph, and the nested cell or row that ends with it. */
function endParagraph(state: WordState, run: WordRun, index: number): void {
  if (state.fields.takeCode(" ")) return;
  state.fields.clearEquations();
  const own = run.paragraphAt(index);
  const properties = isSectionEnd(state, run, index) ? { ...own, list: 0 } : own;
  const depth = depthOf(properties);
  finishParagraph(state, properties, depth);
  if (properties.isInnerRowEnd) state.paragraphs.endRow(depth, properties.cellEdges);
  else if (properties.isInnerCellEnd) state.paragraphs.endCell(depth);
}

/** True for a paragraph that only ends a section. It has no number in Word, and its list does not count it. */
function isSectionEnd({ paragraphs }: WordState, run: WordRun, index: number): boolean {
  return run.text[index] === "\u000c" && paragraphs.isEmpty;
}

/**
 * Ends a page or a section. A section ends with its paragraph. A page can end anywhere in a paragraph, even before its
 * first character ([MS-DOC], 2.4.1).
 */
function endPage(state: WordState, run: WordRun, index: number): void {
  const { pages, paragraphs } = state;
  if (run.endsParagraph(index)) endParagraph(state, run, index);
  else if (!paragraphs.isEmpty) breakLine(state);
  if (pages === undefined || state.depth > 0) return;
  const section = pages.sections.get(run.start + index + 1);
  if (section !== undefined) {
    pages.breaks.section(section);
    return;
  }
  paragraphs.startPage(pages.breaks.inserted());
}

/**
 * Starts a page before the first content of a paragraph that has to start on one. Returns the counter, which takes the
 * content next, or `undefined` if pages are not counted here.
 */
function startDuePage({ pages, depth, paragraphs }: WordState, run: WordRun): PageBreaks | undefined {
  if (pages === undefined || depth > 0) return undefined;
  const { startsPage, isInTable } = run.paragraphAt(0);
  const page = pages.breaks.block(startsPage && !isInTable && paragraphs.isEmpty);
  if (page !== undefined) paragraphs.startPage(page);
  return pages.breaks;
}

/** Ends a cell, or the row if this is a row mark. */
function endCell(state: WordState, run: WordRun, index: number): void {
  const properties = run.paragraphAt(index);
  const depth = Math.max(1, depthOf(properties));
  if (properties.isRowEnd) {
    state.paragraphs.endRow(depth, properties.cellEdges);
    return;
  }
  finishParagraph(state, properties, depth);
  state.paragraphs.endCell(depth);
}

function finishParagraph(state: WordState, properties: ParagraphProperties, depth: number): void {
  const style = styleOf(state, properties);
  state.paragraphs.end(depth, style);
  state.isAfterCode = style.isCode === true;
}

function depthOf({ isInTable, tableDepth }: ParagraphProperties): number {
  return Math.max(0, tableDepth ?? (isInTable ? 1 : 0));
}

/** The highest list number. Older versions wrote higher values in place of a list. */
const maxList = 0x7fe;

function styleOf(state: WordState, properties: ParagraphProperties): ParagraphStyle {
  const { document, paragraphs } = state;
  const { styles } = document;
  const { style, outline } = properties;
  const own = outline === undefined || outline > 8 ? undefined : outline + 1;
  const heading = own ?? styles.heading(style);
  const listed = listItemOf(document, properties);
  const isCode = styles.isCode(style) || isMonospacedCode(state, properties);
  return {
    heading,
    isCode,
    isQuote: styles.isQuote(style),
    list: listed ?? (heading === undefined && !isCode ? hangingItem(paragraphs, properties) : undefined),
  };
}

/** True for a paragraph of code that only its font marks. Names and values in cells are not code. */
function isMonospacedCode(state: WordState, properties: ParagraphProperties): boolean {
  const { paragraphs, depth, isCodeMonospaced: mayBeCode } = state;
  if (!mayBeCode || depth > 0 || depthOf(properties) > 0) return false;
  return paragraphs.look === "monospaced" || (state.isAfterCode && paragraphs.look === "blank");
}

function listItemOf({ lists }: WordDocument, { list, listLevel }: ParagraphProperties): ParagraphStyle["list"] {
  const label = list > 0 && list <= maxList ? lists.label(list, listLevel) : undefined;
  return label === undefined ? undefined : { level: listLevel, label: label === "" ? " " : label };
}

/** A paragraph with a hanging indent that starts with a label and a tab is a list item. */
function hangingItem(paragraphs: HeldParagraphs, { isHanging, indent }: ParagraphProperties): ParagraphStyle["list"] {
  const label = isHanging ? paragraphs.takeHangingLabel() : undefined;
  return label === undefined ? undefined : { level: Math.max(0, indent), label };
}
