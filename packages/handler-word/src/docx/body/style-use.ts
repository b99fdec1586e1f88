import { isMonospacedFont } from "@reader/document/content";
import { addParagraphFonts, type FontUse, isCodeFont, type ParagraphFonts } from "../../page/code-font.ts";
import type { WordStyle, WordStyles } from "../parts/styles.ts";

/** How the text of a document uses its styles and fonts. */
export interface StyleUse {
  /** True if it has paragraphs in heading styles. */
  readonly hasHeadingStyles: boolean;
  /** True if it has text in character styles that are linked to heading styles. */
  readonly hasHeadingRuns: boolean;
  /** True if monospaced paragraphs are code. */
  readonly isCodeMonospaced: boolean;
}

/** Finds out how the XML of a text uses the styles of the document. */
export function styleUseIn(xml: string, styles: WordStyles): StyleUse {
  const isHeading = (id: string): boolean => (styles.find(id)?.heading ?? 0) > 0;
  const paragraphStyles = namesIn(xml, paragraphStyle);
  const runStyles = namesIn(xml, runStyle);
  const isMonospaced = (id: string): boolean => styles.find(id)?.isMonospaced === true;
  const hasMonospacedText =
    styles.normal?.isMonospaced === true ||
    namesIn(xml, fontTag).some(namesMonospacedFont) ||
    [...paragraphStyles, ...runStyles].some(isMonospaced);
  return {
    hasHeadingStyles: paragraphStyles.some(isHeading),
    hasHeadingRuns: runStyles.some(isHeading),
    isCodeMonospaced: hasMonospacedText && isCodeFont(fontUseIn(xml, styles)),
  };
}

// The patterns start at a tag: text cannot match them, and each part of the XML is searched once.
const paragraphStyle = /<[\w.-]*:pStyle\s[^<>]*:val="([^"<]*)"/g;
const runStyle = /<[\w.-]*:rStyle\s[^<>]*:val="([^"<]*)"/g;
const fontTag = /<[\w.-]*:rFonts\s([^<>]*)/g;
const namedFont = /:(?:ascii|hAnsi)="([^"]*)"/g;

/** True if the attributes of a tag name a monospaced font. */
function namesMonospacedFont(attributes: string): boolean {
  return namesIn(attributes, namedFont).some(isMonospacedFont);
}

function namesIn(xml: string, pattern: RegExp): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ""] of xml.matchAll(pattern)) names.add(name);
  return [...names];
}

/** The paragraph and the run that are open. */
interface OpenText extends ParagraphFonts {
  style: WordStyle | undefined;
  runStyle: WordStyle | undefined;
  /** True if the properties of the run name a monospaced font, false for another one. */
  runFont: boolean | undefined;
  line: number;
}

const scannedTag = /<(\/?)w:(p|pStyle|r|rStyle|rFonts|t|br)\b([^<>]*)>([^<]*)/g;
const valueOf = /w:val="([^"]*)"/;
const fontOf = /w:ascii="([^"]*)"/;

function fontUseIn(xml: string, styles: WordStyles): FontUse {
  const use: FontUse = { all: 0, monospaced: 0, long: 0 };
  let open = emptyText(styles.normal);
  for (const [, slash, name = "", attributes = "", text = ""] of xml.matchAll(scannedTag)) {
    if (name === "p") {
      addParagraphFonts(use, open);
      open = emptyText(styles.normal);
    } else if (slash === "") tagActions[name]?.(open, { attributes, text, styles });
  }
  addParagraphFonts(use, open);
  return use;
}

function emptyText(style: WordStyle | undefined): OpenText {
  return {
    style,
    runStyle: undefined,
    runFont: undefined,
    characters: 0,
    monospaced: 0,
    line: 0,
    longestLine: 0,
  };
}

interface Tag {
  readonly attributes: string;
  /** The text up to the next tag. */
  readonly text: string;
  readonly styles: WordStyles;
}

const tagActions: Readonly<Record<string, (open: OpenText, tag: Tag) => void>> = {
  pStyle: (open, { attributes, styles }) => void (open.style = styles.find(valueOf.exec(attributes)?.[1])),
  r(open) {
    open.runStyle = undefined;
    open.runFont = undefined;
  },
  rStyle: (open, { attributes, styles }) => void (open.runStyle = styles.find(valueOf.exec(attributes)?.[1])),
  rFonts(open, { attributes }) {
    const font = fontOf.exec(attributes)?.[1];
    if (attributes.includes("w:asciiTheme=")) open.runFont ??= false;
    else if (font !== undefined) open.runFont ??= isMonospacedFont(font);
  },
  t(open, { text }) {
    const isMonospaced = open.runFont ?? open.runStyle?.isMonospaced ?? open.style?.isMonospaced ?? false;
    open.characters += text.length;
    if (isMonospaced || text.trim() === "") open.monospaced += text.length;
    open.line += text.length;
    open.longestLine = Math.max(open.longestLine, open.line);
  },
  br: (open) => void (open.line = 0),
};
