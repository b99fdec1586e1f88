import { ownEntry } from "@reader/document/content";
import { first, nameOf, textOf, element, type WordElement, type WordNode } from "../tree.ts";
import { alternatives, writeDrawing } from "./drawings.ts";
import { mammothCode } from "./field-codes.ts";
import { writeMath } from "./inline-math.ts";
import type { InlineTarget, RunTarget } from "./inline-target.ts";
import { plainLook } from "./inline-writer.ts";
import { writeText, writeBreak, writeFieldPart, writeNote, writeComment } from "./run-content.ts";
import { lookOf } from "./run-look.ts";
import { symbolOf } from "./symbols.ts";

/** Writes the content of a paragraph, whatever it is wrapped in. */
export function writeInlines(nodes: readonly WordNode[], target: InlineTarget): void {
  for (const node of alternatives(nodes)) {
    if (node.type === "text") continue;
    const write = ownEntry(inlines, node.name) ?? ownEntry(inlines, nameOf(node));
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

function writeRunChild(child: WordElement, target: RunTarget): void {
  const write = ownEntry(runChildren, child.name) ?? ownEntry(runChildren, nameOf(child));
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
  "w:sym": (child, { writer, look, part }) => {
    const { "w:font": font = "", "w:char": code = "" } = child.attributes;
    part.fields.words();
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

/** The text and how it is read: 東京(とうきょう). */
function writeRuby(child: WordElement, target: RunTarget): void {
  writeInlines(first(child, "w:rubyBase")?.children ?? [], target);
  target.writer.text("(", target.look);
  writeInlines(first(child, "w:rt")?.children ?? [], target);
  target.writer.text(")", target.look);
}
