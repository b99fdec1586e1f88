import type { Box, LineTag, TagCell } from "./page-content.ts";

/** A span of the engine with the block it is in and its place in the tags. */
export interface FlatSpan {
  readonly span: StextLine;
  readonly block: number;
  readonly tag: LineTag | undefined;
}

/** What a page holds once its tree is laid out in order. */
export interface FlatPage {
  readonly spans: readonly FlatSpan[];
  readonly images: readonly Box[];
  readonly hasVectors: boolean;
  /** Whether something is drawn right before a text that begins a line. */
  readonly mayDrawBullets: boolean;
}

interface Walk {
  readonly spans: FlatSpan[];
  readonly images: Box[];
  hasVectors: boolean;
  mayDrawBullets: boolean;
  /** Whether what came last is drawn. */
  isAfterVector: boolean;
  blocks: number;
  elements: number;
}

/** Elements that are a block of text of their own; the others only hold such, or are parts of one. */
const blockRole = /^(?:P|H[1-6]?|Title|Caption|Note|FENote|BlockQuote|TOCI|Code|Figure|Formula|Lbl|LBody|T[HD])$/u;

/** Deeper than any honest document; what is nested deeper is read with the tags it has until then. */
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

/** Not where the text goes on in its line, as beside the line under a link. */
function beginsLine(next: StextLine | undefined, last: StextLine | undefined): boolean {
  return next !== undefined && (last === undefined || Math.abs(next.y - last.y) > last.font.size / 2);
}

function enter(block: StextStructureBlock, outer: LineTag | undefined, walk: Walk): LineTag {
  walk.elements += 1;
  const id = walk.elements;
  const role = block.std;
  const item = role === "LI" ? id : outer?.item;
  const cell = cellOf(role, id, outer?.cell);
  return {
    ...elementOf(role, id, outer),
    listDepth: (outer?.listDepth ?? 0) + (role === "L" ? 1 : 0),
    ...(item === undefined ? {} : { item }),
    ...(cell === undefined ? {} : { cell }),
  };
}

function elementOf(role: string, element: number, outer: LineTag | undefined): Pick<LineTag, "role" | "element"> {
  if (outer === undefined || (blockRole.test(role) && !isHeadingRole(outer.role) && !isWord(role, outer)))
    return { role, element };
  return { role: outer.role, element: outer.element };
}

/** Code in the midst of a paragraph is a part of it; elsewhere it is a block. */
function isWord(role: string, outer: LineTag): boolean {
  return role === "Code" && outer.role === "P";
}

/** Word processors put paragraphs into headings, which stay headings. */
function isHeadingRole(role: string): boolean {
  return /^(?:H[1-6]?|Title)$/u.test(role);
}

function cellOf(role: string, id: number, outer: TagCell | undefined): TagCell | undefined {
  if (role === "Table") return { table: id, row: 0, cell: 0, isHeader: false };
  if (outer === undefined) return undefined;
  if (role === "TR") return { ...outer, row: id, cell: 0 };
  if (role === "TH" || role === "TD") return { ...outer, cell: id, isHeader: role === "TH" };
  return outer;
}

/** A rectangle of the engine, in points. */
export function boxOf(box: StextBox): Box {
  const x0 = box.x / stextScale;
  const y0 = box.y / stextScale;
  return { x0, y0, x1: x0 + box.w / stextScale, y1: y0 + box.h / stextScale };
}

/** The structured text of a page, as the engine writes it; lengths are multiplied by `stextScale`. */
export interface StextPage {
  readonly blocks: readonly StextBlock[];
}

/** Text, a picture, or a part of the tagged structure with blocks of its own. */
export type StextBlock = StextTextBlock | StextImageBlock | StextVectorBlock | StextStructureBlock;

/** Lines that stand together. */
interface StextTextBlock {
  readonly type: "text";
  readonly lines: readonly StextLine[];
}

/** A picture. */
interface StextImageBlock {
  readonly type: "image";
  readonly bbox: StextBox;
}

/** Something drawn; the engine does not write where. */
interface StextVectorBlock {
  readonly type: "vector";
}

/** An element of a tagged document. */
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
  /** Where the first character starts, on the base line. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A rectangle by its corner and its size. */
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

/** The engine writes whole numbers only: tenths of a point are fine enough for lines, and short to print. */
export const stextScale = 10;

/**
 * Spans keep the styles apart, the structure keeps the tags, vectors tell whether there are any; measured, none costs
 * time. What is clipped away or lies outside of the page is wanted, too, because it may be hidden there.
 */
export const stextOptions = "preserve-whitespace,preserve-spans,preserve-images,structured,vectors,clip=no";
