import type { ParagraphSign } from "../signs.ts";
import { element, first, nameOf, valueOf, type WordElement, type WordNode } from "../tree.ts";
import { alternatives } from "./drawings.ts";
import { InlineWriter, plainLook } from "./inline-writer.ts";
import { writeInlines } from "./inlines.ts";
import { paragraphSign } from "./paragraph-sign.ts";
import { parallelRows } from "./parallel-rows.ts";
import type { PartRewriting } from "./rewriting.ts";
import { changedBy, maxSpan, headerRow, spanOf, cellOf } from "./table-parts.ts";
import { wrappers, wrapped } from "./wrappers.ts";

/** Blocks as mammoth gets them: paragraphs and tables, whatever they were wrapped in. */
export function rewriteBlocks(nodes: readonly WordNode[], part: PartRewriting): WordNode[] {
  const blocks = createBlocks(part);
  blocks.add(nodes);
  return blocks.end();
}

/** Rewrites blocks that come one after the other. */
export interface GrowingBlocks {
  add(nodes: readonly WordNode[]): void;
  /** Takes out what is finished. */
  take(): WordNode[];
  /** Takes out the rest. */
  end(): WordNode[];
}

/** No block yet. */
export function createBlocks(part: PartRewriting): GrowingBlocks {
  const blocks: Blocks = { nodes: [], initial: [] };
  return {
    add(nodes) {
      for (const node of alternatives(nodes)) if (node.type === "element") rewriteBlock(node, blocks, part);
    },
    take: () => blocks.nodes.splice(0),
    end() {
      if (blocks.initial.length > 0) blocks.nodes.push(element("w:p", {}, blocks.initial));
      return blocks.nodes.splice(0);
    },
  };
}

interface Blocks {
  readonly nodes: WordNode[];
  /** A large first letter, which is a paragraph of its own in front of the one that it belongs to. */
  initial: readonly WordNode[];
}

function rewriteBlock(node: WordElement, into: Blocks, part: PartRewriting): void {
  switch (node.name) {
    case "w:p":
      rewriteParagraph(node, into, part);
      return;
    case "w:tbl":
      part.counts.tables += 1;
      into.nodes.push(element("w:tbl", {}, rewriteRows(node.children, { ...part, isMain: false })));
      return;
    case "w:sdt":
      append(into.nodes, rewriteBlocks(first(node, "w:sdtContent")?.children ?? [], part));
      return;
    case "w:altChunk":
      rewriteChunk(node, into, part);
      return;
    default:
      rewriteOther(node, into, part);
  }
}

function rewriteOther(node: WordElement, into: Blocks, part: PartRewriting): void {
  const { "w:id": id = "" } = node.attributes;
  if (node.name === "w:commentRangeStart") part.anchors.start(id);
  else if (node.name === "w:commentRangeEnd") part.anchors.end(id);
  else if (wrappers.has(node.name)) append(into.nodes, rewriteBlocks(node.children, part));
  else if (loose.has(node.name) || loose.has(nameOf(node))) rewriteParagraph(element("w:p", {}, [node]), into, part);
}

/** What belongs into a paragraph, without one. */
const loose: ReadonlySet<string> = new Set(["w:r", "w:hyperlink", "m:oMath", "m:oMathPara"]);

function append(into: WordNode[], nodes: readonly WordNode[]): void {
  for (const node of nodes) into.push(node);
}

function rewriteParagraph(paragraph: WordElement, into: Blocks, part: PartRewriting): void {
  const properties = first(paragraph, "w:pPr");
  const style = part.styles.find(valueOf(properties, "w:pStyle")) ?? part.styles.normal;
  countChanges(properties, part);
  const writer = new InlineWriter();
  const boxes: WordElement[] = [];
  writeInlines(paragraph.children, { part, writer, boxes, paragraph: style, change: part.change });
  const content = [...into.initial, ...writer.end()];
  const isInitial = isDropCap(properties) && boxes.length === 0;
  into.initial = isInitial ? content : [];
  if (isInitial) return;
  // What is empty counts in its list all the same.
  const sign = paragraphSign(properties, style, part);
  if (content.length > 0) pushParagraph(content, sign, { into, part });
  for (const box of boxes) append(into.nodes, rewriteBlocks(box.children, part));
}

function isDropCap(properties: WordElement | undefined): boolean {
  return first(properties, "w:framePr")?.attributes["w:dropCap"] !== undefined;
}

function pushParagraph(
  content: readonly WordNode[],
  sign: ParagraphSign | undefined,
  { into, part }: { readonly into: Blocks; readonly part: PartRewriting },
): void {
  if (sign?.type === "heading" && part.isMain) part.counts.headings += 1;
  into.nodes.push(element("w:p", {}, sign === undefined ? content : [signRun(sign, part), ...content]));
}

function signRun(sign: ParagraphSign, { signs }: PartRewriting): WordElement {
  return element("w:r", {}, [element("w:t", {}, [{ type: "text", value: signs.put(sign) }])]);
}

function countChanges(properties: WordElement | undefined, { changes }: PartRewriting): void {
  const change = first(properties, "w:pPrChange");
  if (change !== undefined) changes.count("formatting change", change.attributes);
}

function rewriteRows(nodes: readonly WordNode[], part: PartRewriting): WordNode[] {
  return alternatives(nodes).flatMap((node) => {
    if (node.type === "text") return [];
    if (node.name === "w:tr") return parallelRows(node).map((row) => rewriteRow(row, part));
    return rewriteRows(wrapped(node), part);
  });
}

function rewriteRow(row: WordElement, part: PartRewriting): WordElement {
  const properties = first(row, "w:trPr");
  const kept: WordNode[] = first(properties, "w:tblHeader") === undefined ? [] : [headerRow];
  const before = Number(valueOf(properties, "w:gridBefore") ?? 0);
  if (before > 0) kept.push(cellOf([spanOf(String(Math.min(before, maxSpan)))], []));
  return element("w:tr", {}, [...kept, ...rewriteCells(row.children, changedBy(properties, ["w:ins", "w:del"], part))]);
}

function rewriteCells(nodes: readonly WordNode[], part: PartRewriting): WordNode[] {
  return alternatives(nodes).flatMap((node) => {
    if (node.type === "text") return [];
    if (node.name !== "w:tc") return rewriteCells(wrapped(node), part);
    const properties = first(node, "w:tcPr");
    const kept = ["w:gridSpan", "w:vMerge"].flatMap((name) => first(properties, name) ?? []);
    return [cellOf(kept, rewriteBlocks(node.children, changedBy(properties, ["w:cellIns", "w:cellDel"], part)))];
  });
}

function rewriteChunk(node: WordElement, into: Blocks, part: PartRewriting): void {
  const relationship = part.relationships.get(node.attributes["r:id"] ?? "");
  if (relationship === undefined || relationship.isExternal) return;
  const writer = new InlineWriter();
  writer.sign(part.signs.put({ type: "document", part: relationship.target }), plainLook);
  into.nodes.push(element("w:p", {}, writer.end()));
}
