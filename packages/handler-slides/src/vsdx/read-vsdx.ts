import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Notice,
  type Outline,
  type Source,
  ReadError,
} from "@reader/core/handler";
import { embeddedEvents } from "@reader/document/content";
import { readEmbeddedParts } from "@reader/office-kit/embedded";
import { damageNotices, readCoreProperties, type Relationship } from "@reader/office-kit/package";
import { areMacrosAsked, macroEvents, macroNotice } from "@reader/office-kit/vba";
import { textBlock, type SlideParagraph, type SlideRun } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";
import { deckEvents, fileNotices } from "../slides/deck-events.ts";
import { describeDeck, outlineDeck } from "../slides/describe-deck.ts";
import {
  type Deck,
  drawingWords,
  type Slide,
  type SlideBlock,
  type SlideComment,
  type SlideImage,
} from "../slides/slide.ts";
import { type DrawingFile, openDrawing, type PageRef, relationshipsOf } from "./drawing-file.ts";
import { nestInContainers, inReadingOrder } from "./arrange.ts";
import { type Connection, readConnections } from "./connections.ts";
import { type DrawnShape, readShapes, type ShapeLink } from "./shape.ts";
import { rowsOf } from "./sheet-cells.ts";

/** Yields a Visio drawing page by page. */
export async function* readVsdx(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openVsdxDeck(source, context), context });
}

/** Describes a drawing. */
export async function describeVsdx(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openVsdxDeck(source, context), context);
}

/** Returns the outline of a drawing. */
export async function outlineVsdx(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openVsdxDeck(source, context), context);
}

/** Opens a drawing as a deck. Throws `corrupt`, `encrypted` or `too-large`. */
async function openVsdxDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const drawing = await openDrawing(source, context);
  const { parts, pages, modules } = drawing;
  const { files } = await readEmbeddedParts(parts);
  return {
    words: drawingWords,
    slideCount: pages.length,
    facts: await readCoreProperties(parts),
    notices: [...damageNotices(parts), ...macroNotices(drawing), ...fileNotices(files, drawingWords.file)],
    slide: (number) => readDrawingPage(pages[number - 1] ?? noPage, drawing),
    closingText: () => Promise.resolve(pages.length === 0 ? stencilText(drawing) : ""),
    embedded: (name): ReturnType<Deck["embedded"]> =>
      areMacrosAsked(name, modules) ? macroEvents(modules) : embeddedEvents(files, context),
  };
}

const noPage = { id: "", name: "", part: undefined, isBackground: false, backPage: undefined, sheet: undefined };

function macroNotices({ hasMacros, modules }: DrawingFile): readonly Notice[] {
  return hasMacros ? [macroNotice("The drawing contains", modules)] : [];
}

/** Lists the masters of a file without pages, such as a stencil. */
function stencilText({ masters }: DrawingFile): string {
  const names = [...masters.values()].map(({ name }) => `- ${name}\n`);
  return names.length === 0 ? "" : `Masters:\n${names.join("")}`;
}

/** Reads a page of a drawing: its shapes, what they are connected to, images and comments. */
async function readDrawingPage(page: PageRef, drawing: DrawingFile): Promise<Slide> {
  const root = page.part === undefined ? emptyPage : await drawing.parts.tree(page.part);
  if (root === undefined) throw new ReadError("corrupt", "its part is missing.");
  const shapes = readShapes(root, {
    master: (id) => drawing.masters.get(id),
    hiddenLayers: hiddenLayersOf(page.sheet),
  });
  const all = new Map(everyShape(shapes).map((shape) => [shape.id, shape]));
  const connections = readConnections(root, all, drawing.lineStyles);
  const names = createNames(connections);
  const counts = { hidden: 0 };
  const isConnection = (shape: DrawnShape): boolean => names.lines.has(shape);
  const numberOf = (shape: DrawnShape): string => names.numberOf(shape);
  const items = shapeItems(nestInContainers(shapes), { isConnection, numberOf, counts });
  const wordless = wordlessKinds(shapes, (shape) => isConnection(shape) || names.ends.has(shape));
  const background = drawing.pages.find(({ id }) => id === page.backPage);
  const links = page.part === undefined ? noLinks : await relationshipsOf(drawing.parts, page.part);
  return {
    title: page.name,
    isHidden: false,
    section: "",
    ...(page.isBackground ? { mark: "background" } : {}),
    blocks: [
      ...listOf("", items),
      ...listOf(
        "Connections:",
        connections.map((each) => connectionItem(each, names)),
      ),
      ...(wordless === "" ? [] : [textBlock(`Shapes without text: ${wordless}`)]),
      ...(background === undefined ? [] : [textBlock(`Background page: ${background.name}`)]),
      ...imagesIn([...all.values()], drawing, links),
    ],
    notes: [],
    comments: commentsOn(page, drawing, all),
    repeated: [],
    hiddenShapes: counts.hidden,
    wordlessShapes: all.size - names.lines.size,
  };
}

const emptyPage: XmlElement = { name: "PageContents", attributes: {}, children: [] };
const noLinks: ReadonlyMap<string, Relationship> = new Map();

/** Returns the layers of a page that are not shown, by index. */
function hiddenLayersOf(sheet: XmlElement | undefined): ReadonlySet<string> {
  if (sheet === undefined) return new Set();
  const layers = rowsOf({ element: sheet, master: undefined }, "Layer");
  return new Set([...layers].flatMap(([index, row]) => (row.get("Visible") === "0" ? [index] : [])));
}

function everyShape(shapes: readonly DrawnShape[]): readonly DrawnShape[] {
  const all: DrawnShape[] = [];
  const add = (shape: DrawnShape): void => {
    all.push(shape);
    for (const child of shape.children) add(child);
  };
  for (const shape of shapes) add(shape);
  return all;
}

/** The names of the shapes at the ends of connections. */
interface ShapeNames {
  readonly lines: ReadonlySet<DrawnShape>;
  readonly ends: ReadonlySet<DrawnShape>;
  /** Returns ` #12` for a shape that has its name from several; otherwise an empty string. */
  numberOf(shape: DrawnShape): string;
}

function createNames(connections: readonly Connection[]): ShapeNames {
  const ends = new Set(connections.flatMap(({ from, to }) => [from, to]));
  const uses = new Map<string, number>();
  for (const shape of ends) uses.set(nameOf(shape), (uses.get(nameOf(shape)) ?? 0) + 1);
  return {
    lines: new Set(connections.map(({ line }) => line)),
    ends,
    numberOf(shape) {
      const isShared = ends.has(shape) && shape.text !== "" && (uses.get(nameOf(shape)) ?? 0) > 1;
      return isShared ? ` #${shape.id}` : "";
    },
  };
}

function connectionItem({ line, from, to, arrow }: Connection, names: ShapeNames): SlideParagraph {
  const ends = `${nameOf(from)}${names.numberOf(from)} ${arrow} ${nameOf(to)}${names.numberOf(to)}`;
  const facts = line.data.map(({ label, value }) => ` · ${label}: ${value}`).join("");
  const label = labelOf(line);
  return { runs: [{ text: `${ends}${label === "" ? "" : `: ${label}`}${facts}` }], level: 0, label: "-" };
}

/** Returns the text of a line and of its parts, such as the multiplicities at the ends of an association. */
function labelOf(line: DrawnShape): string {
  return everyShape([line])
    .map(({ text }) => text.replaceAll("\n", " / "))
    .filter((text) => text !== "")
    .join(" | ");
}

function listOf(title: string, paragraphs: readonly SlideParagraph[]): readonly SlideBlock[] {
  if (paragraphs.length === 0) return [];
  const list: SlideBlock = { type: "text", paragraphs };
  return title === "" ? [list] : [textBlock(title), list];
}

function imagesIn(
  shapes: readonly DrawnShape[],
  { parts }: DrawingFile,
  links: ReadonlyMap<string, Relationship>,
): readonly SlideImage[] {
  return shapes.flatMap(({ image, text, kind }) => {
    const link = image === undefined ? undefined : links.get(image);
    if (link === undefined || link.isExternal || link.type !== "image") return [];
    const name = link.target;
    const alt = text === "" ? kind : text;
    return [{ type: "image", name, alt, load: () => parts.image(name), start: () => parts.imageStart(name) }];
  });
}

function commentsOn(
  page: PageRef,
  { comments }: DrawingFile,
  shapes: ReadonlyMap<string, DrawnShape>,
): readonly SlideComment[] {
  return comments.on(page.id, page.sheet).map(({ author, text, shape: id }) => {
    const shape = id === undefined ? undefined : shapes.get(id);
    return { author, text, isReply: false, ...(shape === undefined ? {} : { about: nameOf(shape) }) };
  });
}

/** Maximum number of characters of a shape's name in a connection. */
const maxNameCharacters = 100;

/** Returns how a shape is called in a sentence: by its text, or by its kind and number. */
function nameOf(shape: DrawnShape): string {
  const text = firstText(shape).replaceAll("\n", " / ");
  if (text === "") return `${shape.kind === "" ? "shape" : shape.kind} #${shape.id}`;
  return text.length > maxNameCharacters ? `${text.slice(0, maxNameCharacters).trimEnd()}…` : text;
}

function firstText(shape: DrawnShape): string {
  if (shape.text !== "") return shape.text;
  for (const child of inReadingOrder(shape.children)) {
    const text = child.isLine ? "" : firstText(child);
    if (text !== "") return text;
  }
  return "";
}

/** How the shapes of a page become items of a list. */
interface ItemOptions {
  /** True for a shape whose text stands among the connections. */
  isConnection(shape: DrawnShape): boolean;
  /** Returns the number of a shape, ` #12`, if several have its name. */
  numberOf(shape: DrawnShape): string;
  /** Counts the hidden shapes among the items. */
  readonly counts: { hidden: number };
}

/** Returns the shapes with text, data or links as items, in reading order; groups and containers are nested. */
function shapeItems(shapes: readonly DrawnShape[], options: ItemOptions, level = 0): readonly SlideParagraph[] {
  return inReadingOrder(shapes).flatMap((shape) => {
    if (options.isConnection(shape)) return [];
    const { text, rest } = hoisted(shape);
    const runs = runsOf({ ...shape, text: `${text}${options.numberOf(shape)}` });
    if (runs.length === 0) return shapeItems(rest, options, level);
    if (shape.isHidden) options.counts.hidden += 1;
    return [{ runs, level, label: "-" }, ...shapeItems(rest, options, level + 1)];
  });
}

/** Gives a group without text the text of its only part that has one, such as the heading of a swimlane. */
function hoisted(shape: DrawnShape): { readonly text: string; readonly rest: readonly DrawnShape[] } {
  const { text, children, kind, isContainer } = shape;
  if (text !== "" || kind === "") return { text, rest: children };
  const parts = children.filter((child) => "MasterShape" in child.sheet.element.attributes);
  const titled = parts.filter((part) => part.text !== "");
  const [title] = titled;
  if (title === undefined || (titled.length > 1 && !isContainer)) return { text, rest: children };
  return { text: title.text, rest: children.filter((child) => child !== title) };
}

function runsOf({ text, kind, data, links, isHidden }: DrawnShape): readonly SlideRun[] {
  if (text === "" && data.length === 0 && links.length === 0) return [];
  const isKindShown = kind !== "" && kind.toLowerCase() !== text.toLowerCase();
  const words = [isHidden ? "(hidden)" : "", text, isKindShown ? `(${kind})` : ""];
  const facts = data.map((each) => ` · ${each.label}${each.isHidden ? " (hidden)" : ""}: ${each.value}`).join("");
  const lead = words.filter((word) => word !== "").join(" ") + facts;
  return [...(lead === "" ? [] : [{ text: lead }]), ...links.flatMap(linkRuns)];
}

function linkRuns({ words, address, place }: ShapeLink): readonly SlideRun[] {
  if (address === "") return [{ text: ` · link to page ${place}${words === "" ? "" : ` (${words})`}` }];
  const link = place === "" || address.includes("#") ? address : `${address}#${place}`;
  return [{ text: " · " }, { text: words === "" ? link : words, link }];
}

/** Counts the shapes without words by kind: `2 × Database, 1 × Printer`. Parts of groups are not counted. */
function wordlessKinds(shapes: readonly DrawnShape[], isConnection: (shape: DrawnShape) => boolean): string {
  const counts = new Map<string, number>();
  const count = (shape: DrawnShape): void => {
    if (isConnection(shape)) return;
    const isSilent = shape.kind !== "" && shape.data.length === 0 && shape.links.length === 0;
    if (isSilent && firstText(shape) === "" && !shape.isContainer) {
      counts.set(shape.kind, (counts.get(shape.kind) ?? 0) + 1);
    }
    for (const child of shape.children) count(child);
  };
  for (const shape of shapes) count(shape);
  return [...counts].map(([kind, number]) => `${number} × ${kind}`).join(", ");
}
