import { commentLine } from "../comments.ts";
import { latexOf } from "../math/latex.ts";
import { first, nameOf, textOf, valueOf, xmlOf, element, type WordElement, type WordNode } from "../tree.ts";
import type { WordStyle } from "../styles.ts";
import { alternatives, writeDrawing } from "./drawings.ts";
import { mammothCode } from "./field-codes.ts";
import { plainLook, type InlineWriter, type RunLook } from "./inline-writer.ts";
import { lookOf } from "./run-look.ts";
import type { PartRewriting } from "./rewriting.ts";
import { fontText, symbolOf } from "./symbols.ts";

/** Where the content of a paragraph goes to. */
export interface InlineTarget {
  readonly part: PartRewriting;
  readonly writer: InlineWriter;
  readonly paragraph: WordStyle | undefined;
  /** The content of text boxes, which goes after the paragraph. */
  readonly boxes: WordElement[];
  readonly change: RunLook["change"];
}

/** Writes the content of a paragraph, whatever it is wrapped in. */
export function writeInlines(nodes: readonly WordNode[], target: InlineTarget): void {
  for (const node of alternatives(nodes)) {
    if (node.type === "text") continue;
    const write = inlines[node.name] ?? inlines[nameOf(node)];
    if (write !== undefined) write(node, target);
  }
}

type Write = (node: WordElement, target: InlineTarget) => void;

const unwrap: Write = (node, target) => writeInlines(node.children, target);

const inlines: Readonly<Record<string, Write | undefined>> = {
  "w:r": writeRun,
  "w:hyperlink": writeLink,
  "w:fldSimple": writeField,
  "w:ins": (node, target) => writeChange(node, target, "insertion"),
  "w:del": (node, target) => writeChange(node, target, "deletion"),
  "w:moveTo": (node, target) => writeChange(node, target, "insertion"),
  "w:moveFrom": (node, target) => writeChange(node, target, "deletion"),
  "w:sdt": (node, target) => writeInlines(first(node, "w:sdtContent")?.children ?? [], target),
  "w:commentRangeStart": (node, { part }) => part.anchors.start(node.attributes["w:id"] ?? ""),
  "w:commentRangeEnd": (node, { part }) => part.anchors.end(node.attributes["w:id"] ?? ""),
  "w:smartTag": unwrap,
  "w:customXml": unwrap,
  "w:dir": unwrap,
  "w:bdo": unwrap,
  // What belongs into a run, without one.
  "w:drawing": writeDrawn,
  "w:pict": writeDrawn,
  "w:p": unwrap,
  "m:oMath": (node, target) => writeMath(node, target, "$"),
  "m:oMathPara": writeMathParagraph,
};

function writeDrawn(node: WordElement, { writer, boxes, part, change }: InlineTarget): void {
  writeDrawing(node, { writer, boxes, look: { ...plainLook, change } }, part);
}

function writeChange(node: WordElement, target: InlineTarget, change: "insertion" | "deletion"): void {
  // A paragraph mark or a number that was changed has nothing in it.
  if (node.children.length === 0) return;
  const isMove = node.name === "w:moveTo" || node.name === "w:moveFrom";
  // What was moved stands twice and is one change.
  if (node.name !== "w:moveFrom") target.part.changes.count(isMove ? "move" : change, node.attributes);
  writeInlines(node.children, { ...target, change });
}

/** Links within the document lead nowhere from here. */
function writeLink(node: WordElement, target: InlineTarget): void {
  const id = node.attributes["r:id"];
  const write = (): void => writeInlines(node.children, target);
  if (id === undefined || target.part.relationships.get(id)?.isExternal !== true) write();
  else target.writer.within(element("w:hyperlink", { "r:id": id }), write);
}

/** A field in one element; mammoth knows only those that are told in pieces. */
function writeField(node: WordElement, target: InlineTarget): void {
  const instruction = node.attributes["w:instr"] ?? "";
  const isLink = /^\s*HYPERLINK\s+(?!\\l)/i.test(instruction);
  const tell = (type: string): void => target.writer.node(element("w:fldChar", { "w:fldCharType": type }), plainLook);
  if (isLink) {
    tell("begin");
    target.writer.node(element("w:instrText", {}, [{ type: "text", value: mammothCode(instruction) }]), plainLook);
    tell("separate");
  }
  writeInlines(node.children, target);
  if (isLink) tell("end");
}

function writeMathParagraph(node: WordElement, target: InlineTarget): void {
  for (const child of node.children) {
    if (child.type === "element" && nameOf(child) === "m:oMath") writeMath(child, target, "$$");
    else if (child.type === "element") writeInlines([child], target);
  }
}

function writeMath(node: WordElement, { writer, part, change }: InlineTarget, fence: string): void {
  const latex = latexOf(xmlOf(node));
  if (latex === "") return;
  part.counts.equations += 1;
  writer.sign(part.signs.put({ type: "words", markdown: `${fence}${latex}${fence}` }), { ...plainLook, change });
}

function writeRun(run: WordElement, target: InlineTarget): void {
  const { part, paragraph, change } = target;
  const look = lookOf(run, { paragraph, change }, part);
  const properties = first(run, "w:rPr");
  if (properties !== undefined && first(properties, "w:rPrChange") !== undefined) {
    part.changes.count("formatting change", first(properties, "w:rPrChange")?.attributes ?? {});
  }
  if (look.isHidden) part.counts.hidden += 1;
  const font = first(properties, "w:rFonts")?.attributes["w:ascii"];
  for (const child of alternatives(run.children)) {
    if (child.type === "element") writeRunChild(child, { ...target, look, font });
  }
}

interface RunTarget extends InlineTarget {
  readonly look: RunLook;
  readonly font: string | undefined;
}

function writeRunChild(child: WordElement, target: RunTarget): void {
  const write = runChildren[child.name] ?? runChildren[nameOf(child)];
  if (write !== undefined) write(child, target);
}

type WriteInRun = (child: WordElement, target: RunTarget) => void;

const runChildren: Readonly<Record<string, WriteInRun | undefined>> = {
  "w:t": writeText,
  "w:delText": writeText,
  "w:tab": (_, { writer, look }) => writer.text("\t", look),
  "w:ptab": (_, { writer, look }) => writer.text("\t", look),
  "w:br": writeBreak,
  "w:cr": writeBreak,
  "w:noBreakHyphen": (_, { writer, look }) => writer.text("\u2011", look),
  "w:sym": (child, { writer, look }) => {
    const { "w:font": font = "", "w:char": code = "" } = child.attributes;
    writer.text(symbolOf(font, code), look);
  },
  "w:ruby": writeRuby,
  "w:drawing": (child, target) => writeDrawing(child, target, target.part),
  "w:pict": (child, target) => writeDrawing(child, target, target.part),
  "w:object": (child, target) => writeDrawing(child, target, target.part),
  "w:fldChar": writeFieldPart,
  "w:instrText": (child, { part }) => part.fields.add(textOf(child)),
  "w:footnoteReference": (child, target) => writeNote(child, target, "footnote"),
  "w:endnoteReference": (child, target) => writeNote(child, target, "endnote"),
  "w:commentReference": writeComment,
  "w:r": (child, target) => writeInlines([child], target),
  "w:p": (child, target) => writeInlines(child.children, target),
  "m:oMath": (child, target) => writeMath(child, target, "$"),
};

function writeText(child: WordElement, { writer, look, font, part }: RunTarget): void {
  const text = textOf(child);
  part.anchors.text(text);
  writer.text(font === undefined ? text : fontText(text, font), look);
}

function writeBreak(child: WordElement, { writer, look }: RunTarget): void {
  const type = child.attributes["w:type"];
  if (type === undefined || type === "textWrapping") writer.node(element("w:br"), look);
  else writer.text(" ", look);
}

/** The text and how it is read: 東京(とうきょう). */
function writeRuby(child: WordElement, target: RunTarget): void {
  writeInlines(first(child, "w:rubyBase")?.children ?? [], target);
  target.writer.text("(", target.look);
  writeInlines(first(child, "w:rt")?.children ?? [], target);
  target.writer.text(")", target.look);
}

function writeFieldPart(child: WordElement, target: RunTarget): void {
  const { writer, look, part } = target;
  const type = child.attributes["w:fldCharType"];
  const code = type === "begin" ? undefined : part.fields.take();
  if (code !== undefined) writer.node(code, look);
  writer.node(child, look);
  if (type === "begin") part.fields.begin();
  else if (type === "end") part.fields.end();
  writeChosen(first(first(child, "w:ffData"), "w:ddList"), target);
}

/** What is chosen in a form's list. */
function writeChosen(list: WordElement | undefined, { writer, look }: RunTarget): void {
  if (list === undefined) return;
  const entries = list.children.flatMap((entry) =>
    entry.type === "element" && entry.name === "w:listEntry" ? [entry.attributes["w:val"] ?? ""] : [],
  );
  const chosen = Number(valueOf(list, "w:result") ?? valueOf(list, "w:default") ?? 0);
  writer.text(entries[chosen] ?? "", look);
}

function writeNote(child: WordElement, { writer, look, part }: RunTarget, kind: string): void {
  // A mark that the author chose for the note comes after it, as text.
  if (part.notes.has(`${kind} ${child.attributes["w:id"] ?? ""}`)) writer.node(child, look);
  else writer.text(`[${kind} missing]`, look);
}

function writeComment(child: WordElement, { writer, part, change }: RunTarget): void {
  const id = child.attributes["w:id"] ?? "";
  const comment = part.comments.get(id);
  if (comment === undefined || part.seenComments.has(id)) return;
  part.seenComments.add(id);
  const markdown = commentLine(comment, part.anchors.quoteAt(id));
  writer.sign(part.signs.put({ type: "words", markdown }), { ...plainLook, change });
}
