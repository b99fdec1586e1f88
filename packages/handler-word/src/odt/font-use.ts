import type { OdfStyles } from "@reader/office-kit/odf";
import { addParagraphFonts, type FontUse, isCodeFont, type ParagraphFonts } from "../page/code-font.ts";
import { attribute } from "./author-breaks.ts";

type Family = "paragraph" | "text";

/** A style of the text itself. */
interface OwnStyle {
  readonly parent: string;
  /** True for a monospaced font, false for another one; `undefined` if the style does not name a font. */
  isMonospaced: boolean | undefined;
}

/** The fonts of the styles of a text. */
interface StyleFonts {
  /** The styles of the document. */
  readonly styles: OdfStyles;
  /** The styles of the text itself by family and name. */
  readonly own: ReadonlyMap<string, OwnStyle>;
}

/**
 * Finds out whether the monospaced paragraphs of a text are code. `content` is the XML of the text with its own styles;
 * those of the document are known.
 */
export function isCodeMonospaced(styles: OdfStyles, content: string): boolean {
  const fonts = { styles, own: ownStylesIn(content, styles) };
  return usesMonospaced(content, fonts) && isCodeFont(fontUseIn(content, fonts));
}

// The pattern of attributes allows for `>` in values, but not for `<`, which limits the search for their end.
const styleTag = /<style:(style|text-properties)(?=[\s/>])([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>/g;

function ownStylesIn(content: string, styles: OdfStyles): ReadonlyMap<string, OwnStyle> {
  const own = new Map<string, OwnStyle>();
  let last: OwnStyle | undefined;
  for (const [, kind, attributes = ""] of content.matchAll(styleTag)) {
    if (kind === "style") {
      last = { parent: attribute(attributes, "style:parent-style-name"), isMonospaced: undefined };
      own.set(`${attribute(attributes, "style:family")} ${attribute(attributes, "style:name")}`, last);
    } else if (last !== undefined) last.isMonospaced = fontIn(attributes, styles);
  }
  return own;
}

function fontIn(attributes: string, styles: OdfStyles): boolean | undefined {
  const name = attribute(attributes, "style:font-name");
  const family = attribute(attributes, "fo:font-family");
  if (name === "" && family === "") return undefined;
  return styles.isMonospacedIn(family === "" ? { "style:font-name": name } : { "fo:font-family": family });
}

/** Maximum number of parents to follow among the styles of the text. */
const maxParents = 20;

function fontOf({ styles, own }: StyleFonts, family: Family, name: string): boolean | undefined {
  let at = name;
  for (let count = 0; count < maxParents; count += 1) {
    const style = own.get(`${family} ${at}`);
    if (style === undefined) break;
    if (style.isMonospaced !== undefined) return style.isMonospaced;
    at = style.parent;
  }
  return styles.find({ family, name: at }, ({ format }) => format.isMonospaced);
}

const styleName = /\stext:style-name="([^"<]*)"/g;

/** True if the text uses a monospaced style. Most texts do not, and need no count. */
function usesMonospaced(content: string, fonts: StyleFonts): boolean {
  const names = new Set<string>();
  for (const [, name = ""] of content.matchAll(styleName)) names.add(name);
  return [...names].some((name) => fontOf(fonts, "paragraph", name) === true || fontOf(fonts, "text", name) === true);
}

/** An open paragraph. */
interface OpenText extends ParagraphFonts {
  line: number;
  /** Whether the open spans are monospaced, innermost last. */
  readonly spans: boolean[];
}

const textTag = /<(\/?)([\w-]+:[\w-]+)([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>([^<]*)/g;

/** The count of a text: what is counted so far, and the open paragraphs, innermost last. */
interface Count {
  readonly fonts: StyleFonts;
  readonly use: FontUse;
  readonly open: OpenText[];
}

/** A start or end tag. `isEmpty` is true for an element that ends with its start tag. */
interface Tag {
  readonly attributes: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
}

/** Counts the characters of all paragraphs by the font of their styles. */
function fontUseIn(content: string, fonts: StyleFonts): FontUse {
  const count: Count = { fonts, use: { all: 0, monospaced: 0, long: 0 }, open: [] };
  for (const [, slash, name = "", attributes = "", text = ""] of content.matchAll(textTag)) {
    tagActions[name]?.(count, { attributes, isEnd: slash !== "", isEmpty: attributes.endsWith("/") });
    const paragraph = count.open.at(-1);
    if (paragraph !== undefined && text !== "") addText(paragraph, text);
  }
  return count.use;
}

const tagActions: Readonly<Record<string, (count: Count, tag: Tag) => void>> = {
  "text:p": changeParagraph,
  "text:h": changeParagraph,
  "text:span": changeSpan,
  "text:line-break"({ open }) {
    const paragraph = open.at(-1);
    if (paragraph !== undefined) paragraph.line = 0;
  },
};

function changeParagraph({ fonts, use, open }: Count, { attributes, isEnd, isEmpty }: Tag): void {
  if (isEmpty) return;
  if (!isEnd) {
    open.push(startParagraph(fonts, attributes));
    return;
  }
  const ended = open.pop();
  if (ended !== undefined) addParagraphFonts(use, ended);
}

function changeSpan({ fonts, open }: Count, { attributes, isEnd, isEmpty }: Tag): void {
  const spans = open.at(-1)?.spans;
  if (spans === undefined || isEmpty) return;
  if (isEnd) spans.pop();
  else spans.push(fontOf(fonts, "text", attribute(attributes, "text:style-name")) ?? spans.at(-1) ?? false);
}

function startParagraph(fonts: StyleFonts, attributes: string): OpenText {
  const isMonospaced = fontOf(fonts, "paragraph", attribute(attributes, "text:style-name")) === true;
  return { characters: 0, monospaced: 0, longestLine: 0, line: 0, spans: [isMonospaced] };
}

function addText(paragraph: OpenText, text: string): void {
  paragraph.characters += text.length;
  if (paragraph.spans.at(-1) === true || text.trim() === "") paragraph.monospaced += text.length;
  paragraph.line += text.length;
  paragraph.longestLine = Math.max(paragraph.longestLine, paragraph.line);
}
