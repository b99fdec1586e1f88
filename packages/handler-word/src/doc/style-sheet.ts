import type { ByteView } from "@reader/office-kit/compound";
import { headingLevelOf, isCodeStyle, isQuoteStyle } from "@reader/document/builder";
import {
  applyToCharacters,
  applyToParagraph,
  plainCharacters,
  plainParagraph,
  type CharacterProperties,
  type ParagraphProperties,
} from "./properties.ts";

/** The styles of a document by their numbers. */
export interface StyleSheet {
  /** How text looks in a paragraph of a style, with what the styles under it say. */
  characters(style: number): CharacterProperties;
  paragraph(style: number): ParagraphProperties;
  /** The changes that a style of characters makes. */
  changesOf(style: number): readonly Uint8Array[];
  /** The level of a heading, from 1; undefined for a style that is none. */
  heading(style: number): number | undefined;
  isCode(style: number): boolean;
  /** Whether a paragraph of the style is quoted. */
  isQuote(style: number): boolean;
}

interface Style {
  readonly kind: number;
  readonly base: number;
  readonly name: string;
  readonly paragraphChanges: Uint8Array;
  readonly characterChanges: Uint8Array;
}

/** Styles under styles that are followed. */
const maxBases = 12;
const noStyle = 0xfff;

/** Bytes of the changes of one style that are read; styles have some ten. */
const maxChangeBytes = 1024;
const maxStyles = 4096;

/** Reads the style sheet ([MS-DOC], 2.9.271 STSH). */
export function readStyleSheet(table: ByteView): StyleSheet {
  const styles = readStyles(table);
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

/** What a style says together with those under it. */
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
  // The first nine are always those of headings.
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

function readStyles(table: ByteView): readonly (Style | undefined)[] {
  const styles: (Style | undefined)[] = [];
  const count = Math.min(maxStyles, table.u16(2));
  const baseBytes = table.u16(4);
  let at = 2 + table.u16(0);
  for (let index = 0; index < count && at + 2 <= table.length; index += 1) {
    const length = table.u16(at);
    styles.push(length === 0 ? undefined : readStyle(table.part(at + 2, length), baseBytes));
    at += 2 + length;
  }
  return styles;
}

const paragraphKind = 1;

/** 2.9.258 STD: its base, its name, and then lists of changes, each at an even place. */
function readStyle(style: ByteView, baseBytes: number): Style {
  const nameLength = style.u16(baseBytes);
  const kind = style.u16(2) & 0xf;
  const first = baseBytes + 2 + (nameLength + 1) * 2;
  const list = (at: number): Uint8Array => style.part(at + 2, Math.min(maxChangeBytes, style.u16(at))).bytes;
  const second = first + 2 + style.u16(first) + (style.u16(first) & 1);
  const isParagraph = kind === paragraphKind;
  return {
    kind,
    base: style.u16(2) >> 4,
    name: style.utf16(baseBytes + 2, nameLength),
    // A list of changes of paragraphs starts with the number of the style.
    paragraphChanges: isParagraph ? list(first).subarray(2) : new Uint8Array(),
    characterChanges: list(isParagraph ? second : first),
  };
}
