import { ownEntry, symbolFontOf, symbolText, withoutControls } from "@reader/document/content";
import { latexOf } from "@reader/office-kit/equations";
import { childOf, childrenOf, textIn, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import { commentLine } from "../parts/comments.ts";
import type { WordStyle } from "../parts/styles.ts";
import type { NoteKind } from "./body-sink.ts";
import type { BlockContext } from "./body-state.ts";
import { alternatives, writeDrawing } from "./drawings.ts";
import { noteMark } from "./notes.ts";
import type { ParagraphWriter } from "./paragraph-writer.ts";
import { formatOf, lookOf, type RunLook, type TextChange } from "./run-look.ts";

/** The destination of a paragraph's content. */
export interface InlineTarget {
  readonly context: BlockContext;
  readonly writer: ParagraphWriter;
  /** The style of the paragraph. */
  readonly paragraph: WordStyle | undefined;
  /** Collects the text boxes. Their paragraphs follow this one. */
  readonly textBoxes: XmlElement[];
  readonly change: TextChange | undefined;
  /** The target of the `w:hyperlink` that contains the content. */
  readonly link: string | undefined;
}

/** Writes the content of a paragraph, including the content of wrappers. */
export function writeInlines(nodes: readonly XmlNode[], target: InlineTarget): void {
  for (const node of alternatives(nodes)) if (typeof node !== "string") ownEntry(inlines, node.name)?.(node, target);
}

type WriteInline = (node: XmlElement, target: InlineTarget) => void;

const inlines: Readonly<Record<string, WriteInline | undefined>> = {
  "w:r": writeRun,
  "w:hyperlink": writeLink,
  "w:fldSimple": writeSimpleField,
  "w:ins": (node, target) => writeChange(node, target, "insertion"),
  "w:del": (node, target) => writeChange(node, target, "deletion"),
  "w:moveTo": (node, target) => writeChange(node, target, "insertion"),
  "w:moveFrom": (node, target) => writeChange(node, target, "deletion"),
  "w:sdt": (node, target) => writeInlines(childOf(node, "w:sdtContent")?.children ?? [], target),
  "w:commentRangeStart": ({ attributes }, { context }) => context.state.anchors.start(attributes["w:id"] ?? ""),
  "w:commentRangeEnd": ({ attributes }, { context }) => context.state.anchors.end(attributes["w:id"] ?? ""),
  "w:smartTag": unwrap,
  "w:customXml": unwrap,
  "w:dir": unwrap,
  "w:bdo": unwrap,
  "w:p": unwrap,
  // These belong in a run, but some programs write them outside one.
  "w:drawing": writeLooseDrawing,
  "w:pict": writeLooseDrawing,
  "m:oMath": (node, target) => writeEquation(node, target, "$"),
  "m:oMathPara": writeDisplayedEquations,
};

function unwrap(node: XmlElement, target: InlineTarget): void {
  writeInlines(node.children, target);
}

function writeLooseDrawing(node: XmlElement, target: InlineTarget): void {
  writeDrawing(node, { ...target, format: formatOf(target) });
}

function writeChange(node: XmlElement, target: InlineTarget, change: TextChange): void {
  // A changed paragraph mark or list number has no content.
  if (node.children.length === 0) return;
  const isMove = node.name === "w:moveTo" || node.name === "w:moveFrom";
  // Moved text is in the file twice but counts as one change.
  if (node.name !== "w:moveFrom") target.context.state.changes.count(isMove ? "move" : change, node.attributes);
  writeInlines(node.children, { ...target, change });
}

/** Writes a link. A link to a place inside the document has no target. */
function writeLink(node: XmlElement, target: InlineTarget): void {
  const relationship = target.context.relationships.get(node.attributes["r:id"] ?? "");
  const anchor = node.attributes["w:anchor"] ?? "";
  const link = relationship?.isExternal === true ? withAnchor(relationship.target, anchor) : target.link;
  writeInlines(node.children, { ...target, link });
}

function withAnchor(target: string, anchor: string): string {
  return anchor === "" || target.includes("#") ? target : `${target}#${anchor}`;
}

/** Writes a field that consists of one element. */
function writeSimpleField(node: XmlElement, target: InlineTarget): void {
  const { fields } = target.context;
  fields.begin();
  fields.addCode(node.attributes["w:instr"] ?? "");
  fields.separate();
  writeInlines(node.children, target);
  target.writer.write(fields.end(), formatOf(target));
}

function writeDisplayedEquations(node: XmlElement, target: InlineTarget): void {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    if (child.name === "m:oMath") writeEquation(child, target, "$$");
    else writeInlines([child], target);
  }
}

/** Writes an equation as LaTeX between `fence`s. */
function writeEquation(node: XmlElement, { writer, context, change }: InlineTarget, fence: string): void {
  const latex = latexOf(node);
  if (latex === "") return;
  context.state.counts.equations += 1;
  context.state.pages.content();
  writer.raw(`${fence}${latex}${fence}`, formatOf({ change, link: undefined }));
}

/** The destination of a run's content. */
interface RunTarget extends InlineTarget {
  readonly look: RunLook;
}

function writeRun(run: XmlElement, target: InlineTarget): void {
  const { state, fields } = target.context;
  const properties = childOf(run, "w:rPr");
  const link = fields.link ?? target.link;
  const look = lookOf(properties, { ...target, link }, state);
  const change = childOf(properties, "w:rPrChange");
  if (change !== undefined) state.changes.count("formatting change", change.attributes);
  if (look.format.isHidden === true) state.counts.hidden += 1;
  const runTarget: RunTarget = { ...target, link, look };
  for (const child of alternatives(run.children)) {
    if (typeof child !== "string") ownEntry(runContent, child.name)?.(child, runTarget);
  }
}

type WriteRunContent = (child: XmlElement, target: RunTarget) => void;

const runContent: Readonly<Record<string, WriteRunContent | undefined>> = {
  "w:t": writeText,
  "w:delText": writeText,
  "w:tab": (_, { writer, look }) => writer.write("\t", look.format),
  "w:ptab": (_, { writer, look }) => writer.write("\t", look.format),
  "w:br": writeBreak,
  "w:cr": writeBreak,
  "w:lastRenderedPageBreak": (_, { context, writer }) => startPage(context.state.pages.renderedBreak(), writer),
  "w:noBreakHyphen": (_, { writer, look }) => writer.write("\u2011", look.format),
  "w:sym": writeSymbol,
  "w:ruby": writeRuby,
  "w:drawing": writeRunDrawing,
  "w:pict": writeRunDrawing,
  "w:object": writeRunDrawing,
  "w:fldChar": writeFieldCharacter,
  "w:instrText": (child, { context }) => context.fields.addCode(textIn(child)),
  "w:footnoteReference": (child, target) => writeNoteMark(child, target, "footnote"),
  "w:endnoteReference": (child, target) => writeNoteMark(child, target, "endnote"),
  "w:commentReference": writeComment,
  "w:r": (child, target) => writeInlines([child], target),
  "w:p": (child, target) => writeInlines(child.children, target),
  "m:oMath": (child, target) => writeEquation(child, target, "$"),
};

function writeText(child: XmlElement, { writer, look, context }: RunTarget): void {
  const text = textIn(child);
  context.state.anchors.text(text);
  context.state.pages.text(text);
  if (text !== "") context.fields.addContent();
  const shown = look.symbolFont === undefined ? text : symbolText(text, look.symbolFont);
  writer.write(look.isCapitals ? shown.toUpperCase() : shown, look.format);
}

/** Writes a break. Page and column breaks only separate words. */
function writeBreak({ attributes }: XmlElement, { writer, look, context }: RunTarget): void {
  const type = attributes["w:type"];
  if (type === undefined || type === "textWrapping") return writer.lineBreak();
  writer.write(" ", look.format);
  if (type === "page") startPage(context.state.pages.explicitBreak(), writer);
}

function startPage(page: number | undefined, writer: ParagraphWriter): void {
  if (page !== undefined) writer.startPage(page);
}

function writeSymbol({ attributes }: XmlElement, { writer, look, context }: RunTarget): void {
  context.fields.addContent();
  context.state.pages.content();
  writer.write(symbolIn(attributes["w:font"] ?? "", attributes["w:char"] ?? ""), look.format);
}

/** Returns the character that `w:sym` shows. `code` is its hexadecimal number in the font. */
function symbolIn(font: string, code: string): string {
  const point = Number.parseInt(code, 16);
  if (Number.isNaN(point) || point > 0x10ffff) return "";
  const character = String.fromCodePoint(point);
  const kind = symbolFontOf(font);
  // Symbol fonts have symbols at the numbers of control characters.
  return kind === undefined ? withoutControls(character) : symbolText(character, kind);
}

/** Writes text and its pronunciation: 東京(とうきょう). */
function writeRuby(child: XmlElement, target: RunTarget): void {
  writeInlines(childOf(child, "w:rubyBase")?.children ?? [], target);
  target.writer.write("(", target.look.format);
  writeInlines(childOf(child, "w:rt")?.children ?? [], target);
  target.writer.write(")", target.look.format);
}

function writeRunDrawing(child: XmlElement, target: RunTarget): void {
  target.context.fields.addContent();
  writeDrawing(child, { ...target, format: target.look.format });
}

/** Handles the start, the separator or the end of a field. */
function writeFieldCharacter(child: XmlElement, { context: { fields }, writer, look }: RunTarget): void {
  const form = childOf(child, "w:ffData");
  const type = child.attributes["w:fldCharType"];
  if (type === "begin") fields.begin(form);
  else if (type === "separate") fields.separate();
  else if (type === "end") writer.write(fields.end(), look.format);
  writer.write(chosenEntry(childOf(form, "w:ddList")), look.format);
}

/** Returns the selected entry of a form's drop-down list. */
function chosenEntry(list: XmlElement | undefined): string {
  const chosen = childOf(list, "w:result") ?? childOf(list, "w:default");
  const entry = childrenOf(list, "w:listEntry")[Number(chosen?.attributes["w:val"] ?? 0)];
  return entry?.attributes["w:val"] ?? "";
}

/** Writes the mark of a note. Its content follows at the end of the section. */
function writeNoteMark({ attributes }: XmlElement, target: RunTarget, kind: NoteKind): void {
  const { writer, look } = target;
  const mark = noteMark(target.context.state, kind, attributes["w:id"] ?? "");
  // A custom mark follows as text.
  if (mark === undefined) writer.write(`[${kind} missing]`, look.format);
  else writer.raw(mark, formatOf(target));
}

/** Writes a comment at its mark, once. */
function writeComment({ attributes }: XmlElement, { writer, context: { state }, change }: RunTarget): void {
  const id = attributes["w:id"] ?? "";
  const comment = state.comments.get(id);
  if (comment === undefined || state.seenComments.has(id)) return;
  state.seenComments.add(id);
  writer.raw(commentLine(comment, state.anchors.quoteAt(id)), formatOf({ change, link: undefined }));
}
