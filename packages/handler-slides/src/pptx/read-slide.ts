import { ReadError } from "@reader/core/handler";
import { inlineMark, markFact } from "@reader/core/render";
import {
  chartexTable,
  chartMarkdown,
  chartTable,
  contentOf,
  type DiagramLine,
  diagramMarkdown,
  diagramText,
  findAll,
  paragraphTexts,
  partOf,
  tableCells,
  textBlock,
  textBody,
  isOn,
  type TextSurroundings,
} from "@reader/office-kit/drawing";
import { type Relationship, targetOf, type OfficePackage } from "@reader/office-kit/package";
import { childOf, type XmlElement, childrenOf } from "@reader/office-kit/xml";
import { latexOf } from "@reader/office-kit/equations";
import { hiddenLines, hiddenText } from "../slides/slide-text.ts";
import { orderedBlocks, type PlacedBlocks, titledBlocks } from "../slides/placed.ts";
import type { Slide, SlideBlock, SlideComment } from "../slides/slide.ts";
import { type Authors, commentsIn } from "./comments.ts";
import { type FindLayout, noLayout, placeholderOf, placeOf, type Layout } from "./layouts.ts";
import { isHiddenSlide, type Presentation, type SlideRef } from "./presentation.ts";
import { repeatedLines } from "./repeated-lines.ts";

/** Context shared by all slides of a presentation. */
export interface SlideReading {
  readonly presentation: Presentation;
  /** The names of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
  /** The formulas of embedded objects, by part name. */
  readonly equations: ReadonlyMap<string, string>;
  readonly findLayout: FindLayout;
  authors(): Promise<Authors>;
}

/** Reads one slide with its notes and comments. */
export async function readSlide({ part, section }: SlideRef, reading: SlideReading): Promise<Slide> {
  const { fileNames, equations, presentation } = reading;
  const { parts } = presentation;
  const root = part === undefined ? undefined : await parts.tree(part);
  if (part === undefined || root === undefined) throw new ReadError("corrupt", "its part is missing.");
  const relationships = await relationshipsOf(part, reading);
  const layout = await reading.findLayout(targetOf(relationships, "slideLayout"));
  const content = await shapeContent(treeIn(root), { parts, relationships, layout, fileNames, equations });
  const notes = await notesOf(relationships, reading);
  const staticText = layout.staticText.map((words) => `On the layout: ${words}`);
  return {
    title: content.title,
    isHidden: isHiddenSlide(root),
    section,
    blocks: content.blocks,
    notes: notes?.blocks ?? [],
    comments: await commentsOf(relationships, reading),
    repeated: [
      ...content.repeated,
      ...staticText,
      ...(notes?.repeated ?? []).map((words) => `Notes ${lowered(words)}`),
    ],
    hiddenShapes: content.hiddenShapes,
    wordlessShapes: content.wordlessShapes,
  };
}

function lowered(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}

function treeIn(root: XmlElement): XmlElement | undefined {
  return childOf(root, "p:cSld", "p:spTree");
}

type Relationships = ReadonlyMap<string, Relationship>;

/** Damaged relationships lose only their targets. */
function relationshipsOf(part: string, { presentation }: SlideReading): Promise<Relationships> {
  return forgiving(presentation.parts.relationships(part), new Map());
}

async function forgiving<Value>(promise: Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return instead;
    throw error;
  }
}

async function notesOf(slide: Relationships, reading: SlideReading): Promise<ShapeContent | undefined> {
  const { fileNames, equations, presentation } = reading;
  const { parts } = presentation;
  const part = targetOf(slide, "notesSlide");
  const root = part === undefined ? undefined : await forgiving(parts.tree(part), undefined);
  if (part === undefined || root === undefined) return undefined;
  const relationships = refersToParts(root) ? await relationshipsOf(part, reading) : new Map<string, Relationship>();
  const content = await shapeContent(treeIn(root), { parts, relationships, layout: noLayout, fileNames, equations });
  // Notes have no title; text detected as one is their first line.
  const first = content.title === "" ? [] : [textBlock(content.title)];
  return { ...content, title: "", blocks: [...first, ...content.blocks] };
}

/**
 * True if anything refers to another part. Most notes are plain text, and then their relationships need not be read.
 */
function refersToParts({ attributes, children }: XmlElement): boolean {
  for (const name in attributes) if (name.startsWith("r:")) return true;
  return children.some((child) => typeof child !== "string" && refersToParts(child));
}

/** Reads both comment formats. A slide has both if old and new programs wrote to it. */
async function commentsOf(slide: Relationships, reading: SlideReading): Promise<Slide["comments"]> {
  const comments: SlideComment[] = [];
  for (const { type, target, isExternal } of slide.values()) {
    if (type !== "comments" || isExternal) continue;
    const root = await forgiving(reading.presentation.parts.tree(target), undefined);
    for (const comment of commentsIn(root, await reading.authors())) comments.push(comment);
  }
  return comments;
}

/** The content of the shapes of a slide or its notes. */
interface ShapeContent {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
  /** The headers, footers and dates of the slide. */
  readonly repeated: readonly string[];
  readonly hiddenShapes: number;
  readonly wordlessShapes: number;
}

interface Collected {
  title: string;
  /** The content of the current shape. */
  blocks: SlideBlock[];
  readonly repeated: string[];
  hiddenShapes: number;
  wordlessShapes: number;
}

/** Reads the shapes of a tree (`p:spTree`). */
async function shapeContent(tree: XmlElement | undefined, part: SlidePart): Promise<ShapeContent> {
  const into: Collected = { title: "", blocks: [], repeated: [], hiddenShapes: 0, wordlessShapes: 0 };
  const shapes = await placedShapes(tree, part, into);
  const { title, repeated, hiddenShapes, wordlessShapes } = into;
  return { ...titledBlocks(title, shapes), repeated, hiddenShapes, wordlessShapes };
}

/** Reads the shapes of a tree or a group, in painting order. Positions in a group have its own coordinates. */
async function placedShapes(
  parent: XmlElement | undefined,
  part: SlidePart,
  into: Collected,
): Promise<readonly PlacedBlocks[]> {
  const shapes: PlacedBlocks[] = [];
  for (const shape of contentOf(parent)) {
    into.blocks = [];
    await collect(shape, part, into);
    const placeholder = placeholderOf(shape);
    const box = placeOf(shape) ?? part.layout.placeFor(placeholder);
    shapes.push({ blocks: into.blocks, box, isPlaceholder: placeholder !== undefined });
  }
  return shapes;
}

/** The XML reader limits the nesting of groups. */
async function collect(shape: XmlElement, part: SlidePart, into: Collected): Promise<void> {
  if (isHidden(shape)) into.hiddenShapes += 1;
  if (shape.name === "p:grpSp") await collectGroup(shape, part, into);
  else if (shape.name === "p:sp" || shape.name === "p:cxnSp") collectShape(shape, part, into);
  else if (shape.name === "p:pic") into.blocks.push(...imageBlocks(shape, part));
  else if (shape.name === "p:graphicFrame") {
    const blocks = await graphicBlocks(shape, part);
    into.blocks.push(...(isHidden(shape) ? hiddenLines(blocks) : blocks));
  } else if (shape.name.endsWith(":contentPart")) into.blocks.push(line("[ink]"));
}

async function collectGroup(group: XmlElement, part: SlidePart, into: Collected): Promise<void> {
  const alt = alternativeOf(group);
  const inner = orderedBlocks(await placedShapes(group, part, into));
  into.blocks = alt === "" ? [...inner] : [line(markOf(["group", alt])), ...inner];
}

function collectShape(shape: XmlElement, part: SlidePart, into: Collected): void {
  const placeholder = placeholderOf(shape);
  const role = placeholder?.role ?? "body";
  const body = partOf(shape, "p:txBody");
  if (role === "title" && into.title === "") {
    into.title = paragraphTexts(body).join(" ");
    return;
  }
  if (role !== "title" && role !== "body") {
    for (const words of repeatedLines(role, body)) into.repeated.push(words);
    return;
  }
  const blocks = [...wordBlocks(shape, part), ...fillImage(shape, part)];
  if (blocks.length === 0 && placeholder === undefined) into.wordlessShapes += 1;
  into.blocks.push(...blocks);
}

function wordBlocks(shape: XmlElement, part: SlidePart): readonly SlideBlock[] {
  const styles = part.layout.stylesFor(placeholderOf(shape));
  const paragraphs = textBody(partOf(shape, "p:txBody"), surroundingsOf(part, styles));
  const shown = isHidden(shape) ? hiddenText(paragraphs) : paragraphs;
  return shown.length > 0 ? [{ type: "text", paragraphs: shown }] : alternativeBlocks(shape);
}

/** Writes a placeholder for a shape without text. */
function alternativeBlocks(shape: XmlElement): readonly SlideBlock[] {
  const alt = alternativeOf(shape);
  return alt === "" ? [] : [line(inlineMark("shape", [alt]))];
}

/** Reads a frame (`p:graphicFrame`): a table, a chart, a diagram or an embedded object. */
async function graphicBlocks(frame: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  const alt = alternativeOf(frame);
  const blocks: SlideBlock[] = [];
  for (const content of contentOf(partOf(frame, "a:graphic", "a:graphicData"))) {
    blocks.push(...(await blocksOf(content, part)));
  }
  return alt === "" ? blocks : [line(inlineMark("alternative text", [alt])), ...blocks];
}

async function blocksOf(content: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  switch (content.name) {
    case "a:tbl":
      return [tableBlock(content, part)];
    case "c:chart":
    case "cx:chart":
      return chartBlocks(content, part);
    case "dgm:relIds":
      return diagramBlocks(content, part);
    case "p:oleObj":
      return objectBlocks(content, part);
    default:
      return [];
  }
}

function tableBlock(table: XmlElement, part: SlidePart): SlideBlock {
  const { firstRow } = childOf(table, "a:tblPr")?.attributes ?? {};
  const hasHeader = firstRow === "1" || firstRow === "true";
  return { type: "table", rows: tableCells(table, surroundingsOf(part, [])), hasHeader };
}

async function chartBlocks({ attributes, name }: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  const root = await treeOf(attributes["r:id"], part);
  if (root === undefined) return [line("[chart · missing]")];
  const chart = name === "c:chart" ? chartTable(root) : chartexTable(root);
  return [{ type: "markdown", markdown: chartMarkdown(chart), is: "chart" }];
}

async function diagramBlocks({ attributes }: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  const root = await treeOf(attributes["r:dm"], part);
  if (root === undefined) return [line("[diagram · missing]")];
  const markdown = diagramMarkdown(await diagramLines(root, part));
  return markdown === "" ? [] : [{ type: "markdown", markdown, is: "diagram" }];
}

/** If the data has no text, the fallback drawing may have it. */
async function diagramLines(root: XmlElement, part: SlidePart): Promise<readonly DiagramLine[]> {
  const lines = diagramText(root);
  if (lines.length > 0) return lines;
  const drawn = await treeOf(findAll(root, "dsp:dataModelExt")[0]?.attributes["relId"], part);
  return drawn === undefined ? [] : diagramText(drawn);
}

/** Reads the target of a relationship, or returns `undefined` if it is missing or damaged. */
async function treeOf(id: string | undefined, { relationships, parts }: SlidePart): Promise<XmlElement | undefined> {
  const relationship = relationships.get(id ?? "");
  if (relationship === undefined || relationship.isExternal) return undefined;
  try {
    return await parts.tree(relationship.target);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

function objectBlocks(content: XmlElement, part: SlidePart): readonly SlideBlock[] {
  const { progId = "", "r:id": id = "" } = content.attributes;
  const relationship = part.relationships.get(id);
  const { target = "", isExternal = false } = relationship ?? {};
  const equation = part.equations.get(target);
  if (equation !== undefined) return [line(equation === "" ? markOf(["embedded object", progId]) : `$${equation}$`)];
  const name = part.fileNames.get(target) ?? baseName(target);
  const file = isExternal ? `linked: ${baseName(target)}` : name;
  const images = contentOf(content).filter(({ name }) => name === "p:pic");
  return [line(markOf(["embedded object", progId, file])), ...images.flatMap((image) => imageBlocks(image, part))];
}

/** Reads an image (`p:pic`): its audio or video, if any, and its visible image. */
function imageBlocks(shape: XmlElement, part: SlidePart): readonly SlideBlock[] {
  return [...mediaLines(shape, part), ...blipBlocks(partOf(shape, "p:blipFill", "a:blip"), alternativeOf(shape), part)];
}

/** Returns the image that fills a shape. */
function fillImage(shape: XmlElement, part: SlidePart): readonly SlideBlock[] {
  return blipBlocks(partOf(shape, "p:spPr", "a:blipFill", "a:blip"), alternativeOf(shape), part);
}

function blipBlocks(blip: XmlElement | undefined, alt: string, part: SlidePart): readonly SlideBlock[] {
  if (blip === undefined) return [];
  const { "r:embed": embedded = "", "r:link": linked = "" } = blip.attributes;
  const relationship = part.relationships.get(embedded) ?? part.relationships.get(linked);
  if (relationship === undefined) return [line(markOf(["image", alt, "missing"]))];
  const { target, isExternal } = relationship;
  // Content outside the document is never opened.
  if (isExternal) return [line(markOf(["image", alt, `linked: ${baseName(target)}`]))];
  const { image, imageStart } = part.parts;
  const sources = { load: () => image(target), start: () => imageStart(target) };
  return [{ type: "image", name: baseName(target), alt, ...sources }];
}

/** Audio and video are named; `a:quickTimeFile` is video too. */
function mediaLines(shape: XmlElement, { relationships }: SlidePart): readonly SlideBlock[] {
  const properties = childrenOf(shape).find(({ name }) => name.startsWith("p:nv"));
  const own = childOf(properties, "p:nvPr");
  const media = childrenOf(own).find(({ name }) => /^a:.*(?:File|Cd)$/.test(name));
  if (media === undefined) return [];
  const kind = /audio|wav|Cd$/.test(media.name) ? "audio" : "video";
  const target = relationships.get(mediaId(own, media))?.target;
  return [line(markOf([kind, baseName(target ?? nameOf(shape)?.attributes["name"] ?? "")]))];
}

/** The embedded video, else its placeholder. */
function mediaId(properties: XmlElement | undefined, media: XmlElement): string {
  const { "r:link": linked, "r:embed": embedded = "" } = media.attributes;
  return findAll(properties, "p14:media")[0]?.attributes["r:embed"] ?? linked ?? embedded;
}

/** Returns the last segment of a part name or an address. */
function baseName(target: string): string {
  return target.slice(target.replaceAll("\\", "/").lastIndexOf("/") + 1);
}

/** Returns the element with the name of a shape (`p:cNvPr`). */
function nameOf(shape: XmlElement): XmlElement | undefined {
  const properties = contentOf(shape).find(({ name }) => name.startsWith("p:nv"));
  return partOf(properties, "p:cNvPr");
}

/** True if a shape is hidden. */
function isHidden(shape: XmlElement): boolean {
  return isOn(nameOf(shape)?.attributes["hidden"]);
}

/** Returns the alternative text of a shape on one line; empty if it has none. */
function alternativeOf(shape: XmlElement): string {
  const { descr = "", title = "" } = nameOf(shape)?.attributes ?? {};
  return (descr.trim() === "" ? title : descr).replaceAll(/\s+/gu, " ").trim();
}

/** Returns a placeholder such as `[video · film.mp4]`; empty parts are omitted. */
function markOf(words: readonly string[]): string {
  const shown = words.filter((word) => word !== "").map((word) => markFact(word));
  return `[${shown.join(" · ")}]`;
}

/** Writes a line that is not text of the slide. */
function line(words: string): SlideBlock {
  return { type: "markdown", markdown: `${words}\n`, is: "other" };
}

/** A slide or its notes, with its relationships. */
interface SlidePart {
  readonly parts: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly layout: Layout;
  /** The names of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
  /** The formulas of embedded objects, by part name. */
  readonly equations: ReadonlyMap<string, string>;
}

/** Context for reading its text. */
function surroundingsOf({ relationships }: SlidePart, styles: readonly XmlElement[]): TextSurroundings {
  return {
    styles,
    formula: formulaMarkdown,
    linkOf(id) {
      const relationship = relationships.get(id);
      return relationship?.isExternal === true ? relationship.target : undefined;
    },
  };
}

/** Returns a formula as LaTeX. */
function formulaMarkdown(math: XmlElement): string {
  const latex = latexOf(math).trim();
  return latex === "" ? "" : `$${latex}$`;
}
