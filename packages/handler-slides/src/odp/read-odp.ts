import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  ReadError,
  type Source,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { embeddedEvents } from "@reader/document/content";
import { textBlock, paragraphText } from "@reader/office-kit/drawing";
import {
  findOdfFiles,
  macroText,
  type OdfFiles,
  chartObject,
  flowText,
  noStyles,
  tableCells,
  type TextStyles,
  withoutDoctypeAtStart,
} from "@reader/office-kit/odf";
import { damageNotices, type OfficePackage } from "@reader/office-kit/package";
import { childOf, type XmlElement, childrenOf, readXmlTree, textIn } from "@reader/office-kit/xml";
import { Buffer } from "node:buffer";
import { inlineMark } from "@reader/core/render";
import { mathMarkdown } from "@reader/office-kit/equations";
import { deckEvents, fileNotices } from "../slides/deck-events.ts";
import { type Deck, presentationWords, type Slide, type SlideBlock, type SlideComment } from "../slides/slide.ts";
import { describeDeck, outlineDeck } from "../slides/describe-deck.ts";
import { type DeckStyles, type MasterRole, type OdpFile, openOdp } from "./open-odp.ts";
import { hiddenLines, hiddenText } from "../slides/slide-text.ts";
import { orderedBlocks, type PlacedBlocks, titledBlocks } from "../slides/placed.ts";
import { boxAround } from "../slides/reading-order.ts";
import { sheetBlocks } from "./sheet-blocks.ts";
import { boxOf } from "./shape-box.ts";

/** Yields a presentation slide by slide. */
export async function* readOdp(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openOdpDeck(source, context), context });
}

/** Describes a presentation. */
export async function describeOdp(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openOdpDeck(source, context), context);
}

/** Returns the outline of a presentation. */
export async function outlineOdp(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openOdpDeck(source, context), context);
}

/** Opens an ODP as a deck. All its pages are in one part, so all are read, and kept without their drawings. */
async function openOdpDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const file = await openOdp(source, context);
  const embedded = file.parts === undefined ? noFiles : await findOdfFiles(file.parts);
  const pause = createYielder();
  const slides: Slide[] = [];
  let damage: ReadError | undefined;
  try {
    for await (const page of file.pages()) {
      context.signal.throwIfAborted();
      slides.push(await slideOf(page, file, embedded.names));
      await pause();
    }
  } catch (error) {
    // Content before the damage is kept.
    if (!ReadError.is(error) || error.code !== "corrupt" || slides.length === 0) throw error;
    damage = error;
  }
  return {
    words: presentationWords,
    slideCount: slides.length,
    facts: file.facts,
    notices: [
      ...(file.parts === undefined ? [] : damageNotices(file.parts)),
      ...(file.hasMacros ? [notice("The presentation contains macros, which are not run.")] : []),
      ...fileNotices(embedded.files),
      ...(damage === undefined ? [] : [notice(`The file is damaged, and slides may be missing: ${damage.message}`)]),
    ],
    slide: (number) => Promise.resolve(slides[number - 1] ?? missing()),
    closingText: () => (file.parts === undefined ? Promise.resolve("") : macroText(file.parts)),
    embedded: () => embeddedEvents(embedded.files, context),
  };
}

/** Returns the deck of a file that is one XML document. */
const noFiles: OdfFiles = { files: [], names: new Map() };

function missing(): never {
  throw new ReadError("corrupt", "it is missing.");
}

async function slideOf(
  page: XmlElement,
  { styles, parts }: OdpFile,
  fileNames: ReadonlyMap<string, string>,
): Promise<Slide> {
  const around = { styles: styles.text, parts, fileNames };
  const { title, blocks, comments, hiddenShapes } = await shapeContent(page, around);
  const notes = childOf(page, "presentation:notes");
  const { attributes } = page;
  return {
    title,
    isHidden: styles.hidden.has(attributes["draw:style-name"] ?? ""),
    section: "",
    blocks,
    notes: notes === undefined ? [] : await notesIn(notes, around),
    comments,
    repeated: repeatedOn(page, styles),
    hiddenShapes,
  };
}

/** Notes have no title; text detected as one is their first line. */
async function notesIn(notes: XmlElement, around: OdpSurroundings): Promise<readonly SlideBlock[]> {
  const { title, blocks } = await shapeContent(notes, around);
  return title === "" ? blocks : [textBlock(title), ...blocks];
}

const declarations: readonly (readonly [attribute: string, role: MasterRole])[] = [
  ["presentation:use-date-time-name", "date-time"],
  ["presentation:use-header-name", "header"],
  ["presentation:use-footer-name", "footer"],
];

const roleNames: Readonly<Record<MasterRole, string>> = {
  footer: "Footer",
  header: "Header",
  "date-time": "Date",
  layout: "On the layout",
};

/** Returns the declared headers, footers and dates of a page, and those of its master, without those that it hides. */
function repeatedOn({ attributes }: XmlElement, { declared, printed, withheld }: DeckStyles): readonly string[] {
  const own = declarations.map(([attribute, role]) => ({
    role,
    words: declared.get(attributes[attribute] ?? "") ?? "",
  }));
  const hidden = withheld.get(attributes["draw:style-name"] ?? "");
  return [...own, ...(printed.get(attributes["draw:master-page-name"] ?? "") ?? [])]
    .filter(({ role, words }) => words !== "" && hidden?.has(role) !== true)
    .map(({ role, words }) => `${roleNames[role]}: ${words}`);
}

/** Context for reading shapes. */
interface OdpSurroundings {
  readonly styles: TextStyles;
  readonly parts: ObjectParts;
  /** The names of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** The content of the shapes of a page. */
interface OdpContent {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
  readonly comments: readonly SlideComment[];
  readonly hiddenShapes: number;
}

interface Collected {
  title: string;
  /** The content of the current shape. */
  blocks: SlideBlock[];
  readonly comments: SlideComment[];
  hiddenShapes: number;
}

/** Placeholders repeated on many slides, and the image of a slide on its notes. */
const repeating: ReadonlySet<string> = new Set(["footer", "header", "date-time", "page-number", "page"]);

/** Reads the shapes of a page (`draw:page`, `presentation:notes`). */
async function shapeContent(page: XmlElement, around: OdpSurroundings): Promise<OdpContent> {
  const into: Collected = { title: "", blocks: [], comments: [], hiddenShapes: 0 };
  const shapes = await placedShapes(page, around, into);
  const { title, hiddenShapes } = into;
  const comments = into.comments.filter(({ text }) => text !== "");
  return { ...titledBlocks(title, shapes), comments, hiddenShapes };
}

/** Reads the shapes of a page or a group, in painting order. */
async function placedShapes(
  parent: XmlElement,
  around: OdpSurroundings,
  into: Collected,
): Promise<readonly PlacedBlocks[]> {
  const shapes: PlacedBlocks[] = [];
  for (const shape of childrenOf(parent)) {
    shapes.push(
      groups.has(shape.name) ? await placedGroup(shape, around, into) : await placedShape(shape, around, into),
    );
  }
  return shapes;
}

/** Groups, and links around shapes. */
const groups: ReadonlySet<string> = new Set(["draw:g", "draw:a"]);

/** A group is as large as its shapes. The XML reader limits the nesting of groups. */
async function placedGroup(group: XmlElement, around: OdpSurroundings, into: Collected): Promise<PlacedBlocks> {
  if (isHidden(group)) into.hiddenShapes += 1;
  const shapes = await placedShapes(group, around, into);
  return { blocks: orderedBlocks(shapes), box: boxAround(shapes.flatMap(({ box }) => box ?? [])) };
}

async function placedShape(shape: XmlElement, around: OdpSurroundings, into: Collected): Promise<PlacedBlocks> {
  into.blocks = [];
  await collect(shape, around, into);
  return { blocks: into.blocks, box: boxOf(shape), isPlaceholder: "presentation:class" in shape.attributes };
}

async function collect(shape: XmlElement, around: OdpSurroundings, into: Collected): Promise<void> {
  if (isHidden(shape)) into.hiddenShapes += 1;
  if (shape.name === "office:annotation") into.comments.push(commentOf(shape));
  else if (shape.name === "draw:frame") await collectFrame(shape, around, into);
  else if (isDrawn(shape.name)) addText(shape, shape, { around, into });
}

/** True if a shape is hidden, by an attribute that LibreOffice adds to the standard. */
function isHidden({ attributes }: XmlElement): boolean {
  return attributes["draw:display"] === "none" || attributes["draw:display"] === "printer";
}

function isDrawn(name: string): boolean {
  return (name.startsWith("draw:") || name.startsWith("dr3d:")) && name !== "draw:page-thumbnail";
}

async function collectFrame(frame: XmlElement, around: OdpSurroundings, into: Collected): Promise<void> {
  const { "presentation:class": role = "", "presentation:placeholder": isPlaceholder } = frame.attributes;
  if (repeating.has(role) || isPlaceholder === "true") return;
  const content = childrenOf(frame);
  const box = childOf(frame, "draw:text-box");
  if (box !== undefined) {
    addText(frame, box, { around, into });
    // Other content of a text box.
    for (const inner of childrenOf(box, "draw:frame")) await collect(inner, around, into);
    return;
  }
  const table = content.find(({ name }) => name === "table:table");
  if (table !== undefined) into.blocks.push({ type: "table", rows: tableCells(table, around.styles) });
  const object = content.find(({ name }) => /^draw:(?:object|object-ole|plugin|applet)$/.test(name));
  if (object !== undefined) await addObject(object, isHidden(frame), { around, into });
  // The replacement image of a table or chart repeats its content.
  const isDrawing = table === undefined && object === undefined;
  if (isDrawing) into.blocks.push(...imageBlocks(frame, { alt: alternativeOf(frame), parts: around.parts }));
}

async function addObject(
  object: XmlElement,
  isInHidden: boolean,
  { around, into }: { readonly around: OdpSurroundings; readonly into: Collected },
): Promise<void> {
  const blocks = await objectBlocks(object, around);
  for (const block of isInHidden ? hiddenLines(blocks) : blocks) into.blocks.push(block);
}

function addText(
  shape: XmlElement,
  body: XmlElement,
  { around, into }: { readonly around: OdpSurroundings; readonly into: Collected },
): void {
  const paragraphs = flowText(body, around.styles);
  const isTitle = shape.attributes["presentation:class"] === "title" && into.title === "";
  if (isTitle) into.title = paragraphs.map(paragraphText).join(" ");
  else if (paragraphs.length > 0) {
    into.blocks.push({ type: "text", paragraphs: isHidden(shape) ? hiddenText(paragraphs) : paragraphs });
  }
  const alt = alternativeOf(shape);
  if (paragraphs.length === 0 && alt !== "") {
    into.blocks.push({ type: "markdown", markdown: `${inlineMark("shape", [alt])}\n`, is: "other" });
  }
}

/** Returns the alternative text of a shape, or an empty string. */
function alternativeOf(shape: XmlElement): string {
  const words = textIn(childOf(shape, "svg:desc")) || textIn(childOf(shape, "svg:title"));
  return words.replaceAll(/\s+/gu, " ").trim();
}

function commentOf(annotation: XmlElement): SlideComment {
  return {
    author: textIn(childOf(annotation, "dc:creator")).trim(),
    text: flowText(annotation, noStyles).map(paragraphText).join(" "),
    isReply: false,
  };
}

/** The package with the objects and images; `undefined` for a single XML document, which contains them itself. */
type ObjectParts = OfficePackage | undefined;

/** Context for reading objects. */
interface ObjectSurroundings {
  readonly parts: ObjectParts;
  /** The names of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** Reads an embedded object of a frame: a chart with its values, any other object by name. */
async function objectBlocks(
  object: XmlElement,
  { parts, fileNames }: ObjectSurroundings,
): Promise<readonly SlideBlock[]> {
  const path = partName(object.attributes["xlink:href"] ?? "");
  if (object.name === "draw:plugin") return [line(inlineMark("media", [path.slice(path.lastIndexOf("/") + 1)]))];
  const root = await rootOf(object, path, parts);
  const formula = root?.name === "math:math" ? mathMarkdown(root) : "";
  if (formula !== "") return [line(formula)];
  const body = childOf(root, "office:body");
  const chart = chartObject(root);
  if (chart !== undefined) return [{ type: "markdown", markdown: chart, is: "chart" }];
  const name = line(namedObject(body, fileNames.get(path) ?? path));
  return [name, ...sheetBlocks(root)];
}

function namedObject(body: XmlElement | undefined, path: string): string {
  const kind = childrenOf(body)[0]?.name.replace(/^office:/, "") ?? "";
  return inlineMark("embedded object", [kind, path]);
}

/** Finds the document of an object, in its folder or in the element. */
async function rootOf(object: XmlElement, path: string, parts: ObjectParts): Promise<XmlElement | undefined> {
  if (path === "" || parts === undefined) return childOf(object, "office:document");
  const part = `${path}/content.xml`;
  try {
    const bytes = await parts.bytes(part);
    return bytes === undefined ? undefined : readXmlTree(withoutDoctypeAtStart(bytes), part);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

/** Returns the image of a frame: the first in a format that models accept, else the first. */
function imageBlocks(
  frame: XmlElement,
  { alt, parts }: { readonly alt: string; readonly parts: ObjectParts },
): readonly SlideBlock[] {
  const images = childrenOf(frame, "draw:image");
  const image = images.find(({ attributes }) => bitmaps.test(attributes["xlink:href"] ?? "")) ?? images[0];
  if (image === undefined) return [];
  const path = partName(image.attributes["xlink:href"] ?? "");
  const data = childOf(image, "office:binary-data");
  if (path === "" && data === undefined) return [];
  // Content outside the document is never opened.
  if (data === undefined && parts?.has(path) !== true) return [line(inlineMark("image · linked", [], path))];
  const name = path === "" ? "image" : path.slice(path.lastIndexOf("/") + 1);
  return [{ type: "image", name, alt, load: async () => (data === undefined ? parts?.image(path) : decoded(data)) }];
}

const bitmaps = /\.(?:png|jpe?g|gif|webp)$/i;

function decoded(data: XmlElement): Uint8Array {
  return new Uint8Array(Buffer.from(textIn(data), "base64"));
}

function partName(href: string): string {
  return href.replace(/^\.\//, "");
}

function line(words: string): SlideBlock {
  return { type: "markdown", markdown: `${words}\n`, is: "other" };
}
