import { type Flow, type HeldParagraphs, type RunFormat, dayOfWordDate } from "@reader/document/builder";
import { symbolText, withoutPrivateSymbols } from "@reader/document/content";
import type { CharacterProperties } from "./properties.ts";
import type { WordDocument } from "./word-document.ts";
import type { WordFields } from "./word-fields.ts";
import type { WordMarks } from "./word-marks.ts";
import type { WordRun } from "./word-runs.ts";

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
export function write(state: WordState, text: string, { properties }: WordRun): void {
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
