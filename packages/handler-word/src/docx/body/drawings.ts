import { leadsToFile } from "@reader/core/internal";
import { inlineMark } from "@reader/core/render";
import type { RunFormat } from "@reader/document/builder";
import { ownEntry } from "@reader/document/content";
import { paragraphTexts } from "@reader/office-kit/drawing";
import type { Relationship } from "@reader/office-kit/package";
import { childOf, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import type { BlockContext } from "./body-state.ts";
import type { ParagraphWriter } from "./paragraph-writer.ts";

/** The destination of a drawing's content. */
export interface DrawingTarget {
  readonly context: BlockContext;
  readonly writer: ParagraphWriter;
  readonly format: RunFormat;
  /** Collects the text boxes. Their paragraphs follow the paragraph of the drawing. */
  readonly textBoxes: XmlElement[];
}

/**
 * Writes the content of a drawing (`w:drawing`, `w:pict`, `w:object`): images, charts, diagrams and embedded objects. A
 * drawing that consists only of lines and shapes is represented by its description.
 */
export function writeDrawing(drawing: XmlElement, target: DrawingTarget): void {
  const object = childOf(drawing, "o:OLEObject") ?? childOf(drawing, "w:objectEmbed");
  if (object === undefined || !writeFormula(object, target)) writeParts(drawing, target);
}

function writeParts(drawing: XmlElement, target: DrawingTarget): void {
  const links = linksOf(drawing, target);
  // Content has one link at most: that of a drawing inside another link, and several ones, are written beside it.
  const link = links.length === 1 && target.format.link === undefined ? links[0] : undefined;
  if (link === undefined) for (const each of links) writeLink(each, target);
  const format = link === undefined ? target.format : { ...target.format, link };
  const place: Place = {
    ...target,
    format,
    alt: descriptionOf(drawing),
    isEquation: drawing.children.some(isEquation),
    shown: { count: 0, inline: 0 },
  };
  writeContent(drawing, place);
  if (place.shown.count === 0 && place.alt !== "") writeWords(inlineMark("drawing", [], place.alt), place);
  if (link !== undefined && place.shown.inline === 0) writeLink(link, target);
}

/**
 * Writes the formula of an object of Equation Editor or MathType in place of its preview image. Returns false for other
 * objects, and for an unreadable formula, whose image may show it.
 */
function writeFormula({ attributes }: XmlElement, { context, writer, format }: DrawingTarget): boolean {
  const { relationships, state } = context;
  const formula = state.formulas.get(relationships.get(attributes["r:id"] ?? "")?.target ?? "");
  if (formula === undefined || formula === "") return false;
  state.counts.equations += 1;
  state.pages.content();
  const plain = { ...format, isBold: false, isItalic: false, isStruck: false, script: undefined, link: undefined };
  writer.raw(`$${formula}$`, plain);
  return true;
}

interface Place extends DrawingTarget {
  /** The alternative text of the whole drawing. */
  readonly alt: string;
  /** True for an equation of an equation editor. */
  readonly isEquation: boolean;
  /** The number of parts of the drawing that are written, and of those that can be the text of a link. */
  readonly shown: { count: number; inline: number };
}

/** Returns the link targets of a drawing, each once: Word writes that of an image on the drawing and on the image. */
function linksOf(drawing: XmlElement, { context, format }: DrawingTarget): readonly string[] {
  const links = new Set<string>();
  addLinks(drawing, context, links);
  if (format.link !== undefined) links.delete(format.link);
  return [...links];
}

function addLinks(node: XmlElement, context: BlockContext, links: Set<string>): void {
  for (const child of alternatives(node.children)) {
    if (typeof child === "string" || child.name === "w:txbxContent") continue;
    const link = oneLine(linkOf(child, context) ?? "");
    if (leadsToFile(link)) links.add(link);
    addLinks(child, context, links);
  }
}

/** Returns the link target that an element states. The `href` of `v:imagedata` is the origin of the image. */
function linkOf({ name, attributes }: XmlElement, { relationships }: BlockContext): string | undefined {
  if (name.startsWith("v:")) return name === "v:imagedata" ? undefined : attributes["href"];
  if (name !== "a:hlinkClick" && name !== "a:hlinkHover") return undefined;
  const relationship = relationships.get(attributes["r:id"] ?? "");
  return relationship?.isExternal === true ? relationship.target : undefined;
}

/** Writes a link target that has no content of the drawing as its text, apart from the words around it. */
function writeLink(link: string, { writer, format }: DrawingTarget): void {
  const apart = { ...format, link: undefined };
  writer.write(" ", apart);
  writer.write("link of the drawing", { ...format, link });
  writer.write(" ", apart);
}

function writeContent(node: XmlElement, place: Place): void {
  for (const child of alternatives(node.children)) {
    if (typeof child === "string") continue;
    const write = ownEntry(writers, child.name);
    if (write === undefined) writeContent(child, place);
    else if (write(child, place)) place.shown.count += 1;
  }
}

/** Writes an element. Returns true if it shows anything. */
type Write = (element: XmlElement, place: Place) => boolean;

const writers: Readonly<Record<string, Write | undefined>> = {
  "w:txbxContent": (box, { textBoxes }) => textBoxes.push(box) > 0,
  "a:txBody": writeShapeText,
  "a:blip": ({ attributes }, place) => writeImage(attributes["r:embed"] ?? attributes["r:link"], place),
  "v:imagedata": ({ attributes }, place) => writeImage(attributes["r:id"] ?? attributes["r:embed"], place),
  "v:textpath": ({ attributes }, place) => writeWords(attributes["string"] ?? "", place),
  "c:chart": ({ attributes }, place) => writeChart(attributes["r:id"], place),
  "cx:chart": ({ attributes }, place) => writeChart(attributes["r:id"], place),
  "dgm:relIds": ({ attributes }, place) => writeChart(attributes["r:dm"], place),
  "o:OLEObject": (object, place) => writeObject(object, object.attributes["ProgID"], place),
  "w:objectEmbed": (object, place) => writeObject(object, object.attributes["w:progId"], place),
  "w:control": ({ attributes }, place) => writeWords(inlineMark("control", [], attributes["w:name"]), place),
};

/** Adds the text of a DrawingML shape (`a:txBody`), such as one of a locked canvas, as a text box. */
function writeShapeText(body: XmlElement, { textBoxes }: Place): boolean {
  const lines = paragraphTexts(body);
  if (lines.length > 0) textBoxes.push(element("w:txbxContent", lines.map(paragraphOf)));
  return lines.length > 0;
}

function paragraphOf(line: string): XmlElement {
  return element("w:p", [element("w:r", [element("w:t", [line])])]);
}

function element(name: string, children: readonly XmlNode[]): XmlElement {
  return { name, attributes: {}, children };
}

function writeImage(id: string | undefined, place: Place): boolean {
  const { alt, context, writer, format, shown } = place;
  const relationship = context.relationships.get(id ?? "");
  if (relationship === undefined) return false;
  // The mark of the equation stands for an image that no model can see.
  if (place.isEquation && isMetafile.test(relationship.target)) return false;
  context.state.counts.images += 1;
  shown.inline += 1;
  context.state.pages.content();
  const { target, isExternal } = relationship;
  if (isExternal) writer.raw(inlineMark("linked image, not loaded", [alt], target), format);
  else writer.image({ part: target, alt }, format);
  return true;
}

function writeChart(id: string | undefined, { context, writer }: Place): boolean {
  const part = context.relationships.get(id ?? "")?.target ?? "";
  const markdown = context.state.drawings.get(part)?.trim() ?? "";
  if (markdown === "") return false;
  context.state.pages.content();
  writer.block(markdown);
  return true;
}

const isMetafile = /\.[ew]mf$/i;

/** Matches the programs of Equation Editor and MathType. */
const equationProgram = /^Equation\b|^MathType\b/;

function isEquation(node: XmlNode): boolean {
  if (typeof node === "string") return false;
  const { ProgID, "w:progId": program = ProgID } = node.attributes;
  return equationProgram.test(program ?? "");
}

/** Writes a mark for an equation whose image is not shown. */
function writeEquationMark(place: Place): boolean {
  const { state } = place.context;
  state.counts.equations += 1;
  state.pages.content();
  return place.shown.inline === 0 && writeWords(inlineMark("equation, not shown", [], place.alt), place);
}

/** Writes an object of another program, with the name that selects its file. */
function writeObject({ attributes }: XmlElement, program: string | undefined, place: Place): boolean {
  const { relationships, state } = place.context;
  const relationship = relationships.get(attributes["r:id"] ?? "");
  if (place.isEquation && relationship?.isExternal !== true) return writeEquationMark(place);
  state.counts.objects += 1;
  return writeWords(objectMark(program, relationship, state.embedded), place);
}

function objectMark(
  program: string | undefined,
  relationship: Relationship | undefined,
  embedded: ReadonlyMap<string, string>,
): string {
  const isLinked = relationship?.isExternal === true;
  const name = isLinked ? relationship.target : embedded.get(relationship?.target ?? "");
  const facts = [program ?? "", name ?? ""].filter((fact) => fact !== "");
  return inlineMark(isLinked ? "linked object, not loaded" : "embedded object", [], facts);
}

function writeWords(text: string, { writer, format, shown }: Place): boolean {
  const line = oneLine(text);
  if (line === "") return false;
  shown.inline += 1;
  writer.raw(line, format);
  return true;
}

/** Maximum length of a description, in characters. */
const maxDescriptionCharacters = 1000;

/**
 * Maximum depth of a description. Those of the drawing itself are near its top; deeper ones belong to nested elements.
 */
const maxDescriptionDepth = 8;

/**
 * Returns the alternative text of a drawing, else its title, else the name of its source image file without the folder.
 */
function descriptionOf(drawing: XmlElement): string {
  const found: Description = { words: "", title: "", file: "" };
  describe(drawing, found, 0);
  const { words, title, file } = found;
  const line = [words, title, file].map(oneLine).find((text) => text !== "") ?? "";
  return fileName(line).slice(0, maxDescriptionCharacters);
}

interface Description {
  words: string;
  title: string;
  file: string;
}

function describe(node: XmlElement, found: Description, depth: number): void {
  for (const child of node.children) {
    if (typeof child === "string" || child.name === "w:txbxContent") continue;
    const { name } = child;
    if (name === "wp:docPr" || name === "pic:cNvPr" || name.startsWith("v:")) addDescription(child, found);
    if (depth < maxDescriptionDepth) describe(child, found, depth + 1);
  }
}

function addDescription({ name, attributes }: XmlElement, found: Description): void {
  found.words ||= firstOf(attributes, ["descr", "alt"]);
  found.title ||= firstOf(attributes, ["title", "o:title"]);
  const file = firstOf(attributes, ["name"]);
  if (name === "pic:cNvPr" && /\.[a-z]{3,4}$/i.test(file)) found.file ||= file;
}

function firstOf(attributes: XmlElement["attributes"], names: readonly string[]): string {
  return names.map((name) => attributes[name] ?? "").find((value) => value !== "") ?? "";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the last segment of a path, or other text unchanged. */
function fileName(line: string): string {
  return /^(?:[a-z]:|\\|\/)[^*?"<>|]*\.[a-z]{3,4}$/i.test(line) ? (line.split(/[\\/]/).at(-1) ?? line) : line;
}

/**
 * Replaces each `mc:AlternateContent` by the alternative to read (ISO/IEC 29500-3, 7.2): the first choice, because this
 * reader supports the content of choices, or the fallback if the choice is empty.
 */
export function alternatives(nodes: readonly XmlNode[]): readonly XmlNode[] {
  if (!nodes.some(isAlternate)) return nodes;
  return nodes.flatMap((node) => {
    if (!isAlternate(node)) return [node];
    const choice = childOf(node, "mc:Choice");
    const chosen = choice === undefined || choice.children.length === 0 ? childOf(node, "mc:Fallback") : choice;
    return alternatives(chosen?.children ?? []);
  });
}

function isAlternate(node: XmlNode): node is XmlElement {
  return typeof node !== "string" && node.name === "mc:AlternateContent";
}
