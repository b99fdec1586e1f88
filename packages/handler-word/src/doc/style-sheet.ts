import { headingLevelOf, isCodeStyle, isQuoteStyle } from "@reader/document/builder";
import type { ByteView } from "@reader/office-kit/compound";
import {
  applyToCharacters,
  applyToParagraph,
  plainCharacters,
  plainParagraph,
  type CharacterProperties,
  type ParagraphProperties,
} from "./properties.ts";

/** The styles of a document by index. */
export interface StyleSheet {
  /** Returns the character properties of a paragraph style, including those it inherits. */
  characters(style: number): CharacterProperties;
  paragraph(style: number): ParagraphProperties;
  /** Returns the property modifiers of a character style. */
  changesOf(style: number): readonly Uint8Array[];
  /** Returns the heading level of a style, from 1, or `undefined` if it is not a heading. */
  heading(style: number): number | undefined;
  isCode(style: number): boolean;
  /** True if the style is a quotation. */
  isQuote(style: number): boolean;
}

interface Style {
  readonly kind: number;
  readonly base: number;
  readonly name: string;
  readonly paragraphChanges: Uint8Array;
  readonly characterChanges: Uint8Array;
}

/** Maximum depth of style inheritance. */
const maxBases = 12;
const noStyle = 0xfff;

/** Maximum size of a style's list of modifiers, in bytes; typical styles have about ten. */
const maxChangeBytes = 1024;
const maxStyles = 4096;

/** How a version of Word stores its styles. */
export interface StyleLayout {
  /** Reads the name of a style, and returns it with the offset behind it. */
  readName(style: ByteView, at: number): { readonly name: string; readonly end: number };
  /** Converts a list of property modifiers to those of Word 97. */
  readonly changes: (bytes: Uint8Array) => Uint8Array;
}

/** The styles of Word 97 and later: their names are UTF-16 with a terminator. */
export const styleLayout: StyleLayout = {
  readName(style, at) {
    const length = style.u16(at);
    return { name: style.utf16(at + 2, length), end: at + 2 + (length + 1) * 2 };
  },
  changes: (bytes) => bytes,
};

/** Reads the style sheet ([MS-DOC], 2.9.271 STSH). */
export function readStyleSheet(table: ByteView, layout: StyleLayout): StyleSheet {
  const styles = readStyles(table, layout);
  const chain = (number: number): readonly Style[] => {
    const found: Style[] = [];
    let next = number;
    for (let count = 0; count < maxBases && next !== noStyle; count += 1) {
      const style = styles[next];
      if (style === undefined) break;
      found.unshift(style);
      next = style.base;
    }
    return found;
  };
  const resolved = new Map<number, Resolved>();
  const known = (number: number): Resolved => {
    const found = resolved.get(number) ?? resolve(number, chain(number));
    resolved.set(number, found);
    return found;
  };
  return {
    characters: (number) => ({ ...known(number).characters }),
    paragraph: (number) => ({ ...known(number).paragraph, style: number }),
    changesOf: (number) => known(number).changes,
    heading: (number) => known(number).heading,
    isCode: (number) => known(number).isCode,
    isQuote: (number) => known(number).isQuote,
  };
}

/** A style with everything it inherits. */
interface Resolved {
  readonly characters: CharacterProperties;
  readonly paragraph: ParagraphProperties;
  readonly changes: readonly Uint8Array[];
  readonly heading: number | undefined;
  readonly isCode: boolean;
  readonly isQuote: boolean;
}

function resolve(number: number, chain: readonly Style[]): Resolved {
  const characters = plainCharacters();
  const paragraph = plainParagraph();
  for (const style of chain) {
    applyToCharacters(characters, style.characterChanges);
    applyToParagraph(paragraph, style.paragraphChanges);
  }
  // Styles 1 to 9 are always the built-in headings.
  const isHeading = number >= 1 && number <= 9;
  const named = chain.map(({ name }) => headingLevelOf(name)).findLast((level) => level !== undefined);
  return {
    characters,
    paragraph,
    changes: chain.map(({ characterChanges }) => characterChanges),
    heading: isHeading ? number : named,
    isCode: chain.some(({ name }) => isCodeStyle(name)),
    isQuote: chain.some(({ name }) => isQuoteStyle(name)),
  };
}

function readStyles(table: ByteView, layout: StyleLayout): readonly (Style | undefined)[] {
  const styles: (Style | undefined)[] = [];
  const count = Math.min(maxStyles, table.u16(2));
  const baseBytes = table.u16(4);
  let at = 2 + table.u16(0);
  for (let index = 0; index < count && at + 2 <= table.length; index += 1) {
    const length = table.u16(at);
    styles.push(length === 0 ? undefined : readStyle(table.part(at + 2, length), baseBytes, layout));
    at += 2 + length;
  }
  return styles;
}

const paragraphKind = 1;

/** 2.9.258 STD: the base style, the name, then lists of modifiers at even offsets. */
function readStyle(style: ByteView, baseBytes: number, layout: StyleLayout): Style {
  const kind = style.u16(2) & 0xf;
  const { name, end } = layout.readName(style, baseBytes);
  const first = end + (end & 1);
  const list = (at: number): Uint8Array => style.part(at + 2, Math.min(maxChangeBytes, style.u16(at))).bytes;
  const second = first + 2 + style.u16(first) + (style.u16(first) & 1);
  const isParagraph = kind === paragraphKind;
  return {
    kind,
    base: style.u16(2) >> 4,
    name,
    // A list of paragraph modifiers starts with the index of the style.
    paragraphChanges: isParagraph ? layout.changes(list(first).subarray(2)) : new Uint8Array(),
    characterChanges: layout.changes(list(isParagraph ? second : first)),
  };
}
