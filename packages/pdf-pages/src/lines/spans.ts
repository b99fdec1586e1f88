import { type Box, isHeadingRole, type LineTag, type TagCell, type TextStyle } from "../model/page-content.ts";

/** A span of the engine with its block and its place in the tags. */
export interface FlatSpan {
  readonly span: StextLine;
  readonly block: number;
  readonly tag: LineTag | undefined;
}

/** The content of a page as a flat list in document order. */
export interface FlatPage {
  readonly spans: readonly FlatSpan[];
  readonly images: readonly Box[];
  readonly hasVectors: boolean;
  /** True if something is drawn right before a text that starts a line. */
  readonly mayDrawBullets: boolean;
}

interface Walk {
  readonly spans: FlatSpan[];
  readonly images: Box[];
  hasVectors: boolean;
  mayDrawBullets: boolean;
  /** True if the previous block was a drawing. */
  isAfterVector: boolean;
  blocks: number;
  elements: number;
}

/** Structure types that are text blocks. Other types only contain such blocks or are parts of one. */
const blockRole = /^(?:P|H[1-6]?|Title|Caption|Note|FENote|BlockQuote|TOCI|Code|Figure|Formula|Lbl|LBody|T[HD])$/u;

/** Deeper nesting than in any sound document. Elements below it get the tags of this level. */
const maxDepth = 200;

const noVectors = { hasVectors: false, mayDrawBullets: false, isAfterVector: false };

/** Walks the tree of blocks and tags of a page once. */
export function flattenPage(page: StextPage): FlatPage {
  const walk: Walk = { spans: [], images: [], ...noVectors, blocks: 0, elements: 0 };
  walkBlocks(page.blocks, undefined, { walk, depth: 0 });
  return walk;
}

function walkBlocks(
  blocks: readonly StextBlock[],
  tag: LineTag | undefined,
  at: { readonly walk: Walk; readonly depth: number },
): void {
  const { walk } = at;
  for (const block of blocks) {
    if (block.type === "text") {
      addText(block, tag, walk);
    } else if (block.type === "image") {
      walk.images.push(boxOf(block.bbox));
    } else if (block.type === "vector") {
      walk.hasVectors = true;
      walk.isAfterVector = true;
    } else if (block.type === "structure" && block.contents !== undefined) {
      const inner = at.depth < maxDepth ? enter(block, tag, walk) : tag;
      walkBlocks(block.contents, inner, { walk, depth: at.depth + 1 });
    }
  }
}

function addText({ lines }: StextTextBlock, tag: LineTag | undefined, walk: Walk): void {
  walk.blocks += 1;
  walk.mayDrawBullets ||= walk.isAfterVector && beginsLine(lines[0], walk.spans.at(-1)?.span);
  walk.isAfterVector = false;
  for (const span of lines) walk.spans.push({ span, block: walk.blocks, tag });
}

/** False if the text continues its line, as beside the underline of a link. */
function beginsLine(next: StextLine | undefined, last: StextLine | undefined): boolean {
  return next !== undefined && (last === undefined || Math.abs(next.y - last.y) > last.font.size / 2);
}

function enter(block: StextStructureBlock, outer: LineTag | undefined, walk: Walk): LineTag {
  walk.elements += 1;
  return tagOf(block.std, walk.elements, outer);
}

/** Returns the place of an element in the tags: its standard name, its number on the page, and the element around it. */
export function tagOf(role: string, id: number, outer: LineTag | undefined): LineTag {
  const item = role === "LI" ? id : outer?.item;
  const cell = cellOf(role, id, outer?.cell);
  return {
    ...elementOf(role, id, outer),
    listDepth: (outer?.listDepth ?? 0) + (role === "L" ? 1 : 0),
    ...(item === undefined ? {} : { item }),
    ...(cell === undefined ? {} : { cell }),
  };
}

/** Word processors put paragraphs into headings. These stay headings. */
function elementOf(role: string, element: number, outer: LineTag | undefined): Pick<LineTag, "role" | "element"> {
  if (outer === undefined || (blockRole.test(role) && !isHeadingRole(outer.role) && !isWord(role, outer)))
    return { role, element };
  return { role: outer.role, element: outer.element };
}

/** Code inside a paragraph is part of it. Elsewhere it is a block. */
function isWord(role: string, outer: LineTag): boolean {
  return role === "Code" && outer.role === "P";
}

function cellOf(role: string, id: number, outer: TagCell | undefined): TagCell | undefined {
  if (role === "Table") return { table: id, row: 0, cell: 0, isHeader: false };
  if (outer === undefined) return undefined;
  if (role === "TR") return { ...outer, row: id, cell: 0 };
  if (role === "TH" || role === "TD") return { ...outer, cell: id, isHeader: role === "TH" };
  return outer;
}

/** Converts a rectangle of the engine to points. */
export function boxOf(box: StextBox): Box {
  const x0 = box.x / stextScale;
  const y0 = box.y / stextScale;
  return { x0, y0, x1: x0 + box.w / stextScale, y1: y0 + box.h / stextScale };
}

/** Structured text of a page as JSON from the engine. Lengths are multiplied by `stextScale`. */
export interface StextPage {
  readonly blocks: readonly StextBlock[];
}

/** Text, an image, a drawing, or a structure element with its own blocks. */
export type StextBlock = StextTextBlock | StextImageBlock | StextVectorBlock | StextStructureBlock;

/** Lines in one block. */
interface StextTextBlock {
  readonly type: "text";
  readonly lines: readonly StextLine[];
}

/** An image. */
interface StextImageBlock {
  readonly type: "image";
  readonly bbox: StextBox;
}

/** A drawing. The engine does not say where it is. */
interface StextVectorBlock {
  readonly type: "vector";
}

/** An element of the structure tree of a tagged document. */
interface StextStructureBlock {
  readonly type: "structure";
  readonly std: string;
  readonly contents?: readonly StextBlock[];
}

/** Characters of one style in one line. */
export interface StextLine {
  readonly wmode: number;
  readonly bbox: StextBox;
  readonly font: StextFont;
  /** The start of the first character on the baseline. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A rectangle by its corner and size. */
export interface StextBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The font of the first character. */
export interface StextFont {
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly size: number;
}

/** The engine writes integers only. Tenths of a point are precise enough for lines and short to print. */
export const stextScale = 10;

/**
 * Creates a function that returns the style of a font: the same object for the same font and size, because a page has
 * thousands of runs.
 */
export function createStyleReader(): (font: StextFont) => TextStyle {
  const known: KnownStyles = new Map();
  let last: KnownStyle | undefined;
  return (font) => {
    // Most runs look like the one before.
    if (last === undefined || !isSameFont(font, last.font)) last = knownStyle(known, font);
    return last.style;
  };
}

interface KnownStyle {
  readonly font: StextFont;
  readonly style: TextStyle;
}

/** By name and size. A combined key would have to be built for each run. */
type KnownStyles = Map<string, Map<number, KnownStyle[]>>;

function knownStyle(known: KnownStyles, font: StextFont): KnownStyle {
  let bySize = known.get(font.name);
  if (bySize === undefined) known.set(font.name, (bySize = new Map<number, KnownStyle[]>()));
  let alike = bySize.get(font.size);
  if (alike === undefined) bySize.set(font.size, (alike = []));
  const found = alike.find((one) => isSameFont(font, one.font));
  if (found !== undefined) return found;
  const added = { font, style: styleOf(font) };
  alike.push(added);
  return added;
}

function isSameFont(one: StextFont, other: StextFont): boolean {
  if (one === other) return true;
  return one.size === other.size && one.name === other.name && one.weight === other.weight && one.style === other.style;
}

const subsetPrefix = /^[A-Z]{6}\+/u;
const boldName =
  /bold|black|heavy|demi(?!aeval)|semibd|[-,_.](?:bd|bi?)\b|(?:cm|ec|sf)(?:ss)?bx|(?:cm|ec|sf)b\d|(?:ec|sf)sx\d|[-_]medi$/iu;
const italicName = /italic|oblique|slanted|[-,_]it\b|\.b?i$|[-,_]bi$|cmti|sfti|cmsl|[-_](?:medi)?ital$/iu;
const monospacedName =
  /mono|courier|consol|typewriter|menlo|monaco|fixed|cm(?:sl|i)?tt|cmtcsc|(?:sf|ec)(?:tt|st|it|tc)\d|t[1cx]xb?tt|txb?tt|lettergothic|andale|inconsolata|nimbusmonl|sourcecode|firacode|cascadiacode|iosevka|texgyrecursor|mplus ?\dm/iu;

function styleOf(font: StextFont): TextStyle {
  const name = font.name.replace(subsetPrefix, "");
  return {
    font: name,
    sizePt: font.size / stextScale,
    isBold: font.weight === "bold" || boldName.test(name),
    isItalic: font.style === "italic" || italicName.test(name),
    isMonospaced: font.family === "monospace" || monospacedName.test(name),
  };
}
