import { ReadError } from "@reader/core/handler";
import { textBlock, type SlideParagraph } from "@reader/office-kit/drawing";
import type { Relationship } from "@reader/office-kit/package";
import type { XmlElement } from "@reader/office-kit/xml";
import type { Slide, SlideBlock, SlideComment, SlideImage } from "../slides/slide.ts";
import { nestInContainers } from "./arrange.ts";
import { type Connection, readConnections } from "./connections.ts";
import { type DrawingFile, type PageRef, relationshipsOf } from "./drawing-file.ts";
import { nameOf, shapeItems, wordlessKinds } from "./shape-words.ts";
import { type DrawnShape, readShapes } from "./shape.ts";
import { rowsOf } from "./sheet-cells.ts";

/** Reads a page of a drawing: its shapes, what they are connected to, images and comments. */
export async function readDrawingPage(page: PageRef, drawing: DrawingFile): Promise<Slide> {
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
