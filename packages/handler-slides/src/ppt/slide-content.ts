import { inlineMark } from "@reader/core/render";
import {
  type Bullet,
  createNumbering,
  paragraphText,
  type SlideCell,
  type SlideParagraph,
} from "@reader/office-kit/drawing";
import {
  findRecord,
  recordTypes,
  recordsIn,
  uint16At,
  uint32At,
  viewOf,
  type PptRecord,
} from "@reader/office-kit/office-art";
import { hiddenText } from "../slides/slide-text.ts";
import { orderedBlocks, type PlacedBlocks, titledBlocks } from "../slides/placed.ts";
import type { ShapeBox } from "../slides/reading-order.ts";
import type { SlideBlock } from "../slides/slide.ts";
import { type LevelBullets, shapeBullets } from "./list-numbers.ts";
import type { FindImage } from "./embedded-content.ts";
import { createParagraphFinder, type TextEntry, textKinds, createTextCollector } from "./text-entry.ts";
import { createRunCutter, type RunTargets, type SymbolFonts } from "./text-runs.ts";
import type { NewerBullet } from "./newer-bullets.ts";

/** Context for reading the shapes of a slide. */
export interface PptSurroundings extends TextSurroundings {
  readonly findImage: FindImage;
  /** The program and the file name of embedded objects, by number. */
  readonly objects: ReadonlyMap<number, readonly string[]>;
  /** The formulas of embedded objects, by number. */
  readonly equations: ReadonlyMap<number, string>;
}

/** The content of the shapes of a slide. */
export interface PptContent {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
  readonly hiddenShapes: number;
}

interface Collected {
  title: string;
  /** The content of the current shape. */
  blocks: SlideBlock[];
  hiddenShapes: number;
}

/** Placeholder types of headers, footers, dates and numbers, of the slide image on notes, and of masters. */
const repeating: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

/** Placeholder types of titles ([MS-PPT], 2.13.22). */
const titles: ReadonlySet<number> = new Set([13, 15, 17]);

/** Reads the shapes of a slide. Outline texts that no shape shows come last. */
export function slideContent(slide: Uint8Array, outline: readonly TextEntry[], around: PptSurroundings): PptContent {
  const into: Collected = { title: "", blocks: [], hiddenShapes: 0 };
  const used = new Set<number>();
  const shapes = placedItems(shapesIn(slide), into, { around, outline, used });
  into.blocks = [];
  for (const [index, entry] of outline.entries()) if (!used.has(index)) addText(into, entry, { around });
  const { title, blocks } = titledBlocks(into.title, shapes);
  return { title, blocks: [...blocks, ...into.blocks], hiddenShapes: into.hiddenShapes };
}

/** Reads the shapes of a slide or a group, in painting order. Positions in a group have its own coordinates. */
function placedItems(items: readonly DrawingItem[], into: Collected, adding: Adding): readonly PlacedBlocks[] {
  return items.map((item) => {
    if ("table" in item)
      return { blocks: [{ type: "table", rows: tableGrid(item.table, adding.around) }], box: item.box };
    if ("group" in item) return { blocks: orderedBlocks(placedItems(item.group, into, adding)), box: item.box };
    into.blocks = [];
    addShape(into, item, adding);
    return { blocks: into.blocks, box: item.box, isPlaceholder: item.placeholder !== 0 };
  });
}

interface Adding {
  readonly around: PptSurroundings;
  readonly outline: readonly TextEntry[];
  readonly used: Set<number>;
}

function addShape(into: Collected, shape: PptShape, { around, outline, used }: Adding): void {
  const { outlineIndex, placeholder } = shape;
  if (outlineIndex !== undefined) used.add(outlineIndex);
  if (repeating.has(placeholder)) return;
  if (shape.isHidden) into.hiddenShapes += 1;
  const entry = outlineIndex === undefined ? shape.text : outline[outlineIndex];
  const bullets = shape.bullets ?? entry?.bullets;
  if (entry !== undefined) addText(into, { ...entry, bullets }, { around, shape });
  into.blocks.push(...imageOf(shape, around));
}

function addText(
  into: Collected,
  entry: TextEntry,
  { around, shape }: { readonly around: PptSurroundings; readonly shape?: PptShape },
): void {
  const isTitle = titles.has(shape?.placeholder ?? 0) || [textKinds.title, textKinds.centredTitle].some(isKind(entry));
  if (isTitle && into.title === "") {
    into.title = textLine(entry, around.symbolFonts);
    return;
  }
  const paragraphs = textParagraphs(entry, around);
  if (paragraphs.length === 0) return;
  into.blocks.push({ type: "text", paragraphs: shape?.isHidden === true ? hiddenText(paragraphs) : paragraphs });
}

function isKind({ kind }: TextEntry): (other: number) => boolean {
  return (other) => other === kind;
}

function imageOf({ image, alt, object, isHidden }: PptShape, around: PptSurroundings): readonly SlideBlock[] {
  const equation = around.equations.get(object);
  if (equation !== undefined && equation !== "") return [markdownLine(`${isHidden ? "(hidden) " : ""}$${equation}$`)];
  const found = image === 0 || equation !== undefined ? undefined : around.findImage(image, alt);
  const blocks: SlideBlock[] = found === undefined ? [] : [found];
  if (object === 0) return blocks;
  const mark = inlineMark("embedded object", around.objects.get(object) ?? []);
  return [markdownLine(mark), ...blocks];
}

function markdownLine(markdown: string): SlideBlock {
  return { type: "markdown", markdown: `${markdown}\n`, is: "other" };
}

/** Returns the text of the shapes of a master that are not placeholders. */
export function staticTextIn(master: Uint8Array, symbolFonts: SymbolFonts): readonly string[] {
  return shapesIn(master)
    .flatMap(plainShapes)
    .filter(({ placeholder }) => placeholder === 0)
    .map(({ text }) => (text === undefined ? "" : textLine(text, symbolFonts)))
    .filter((line) => line !== "" && line !== "*");
}

/** Returns a shape, or those of a group, in order. Tables have none. */
function plainShapes(item: DrawingItem): readonly PptShape[] {
  if ("group" in item) return item.group.flatMap(plainShapes);
  return "table" in item ? [] : [item];
}

/** Groups the shapes of a table (cells and the lines between them) into rows by their position. */
function tableGrid(shapes: readonly PptShape[], around: TextSurroundings): readonly (readonly SlideCell[])[] {
  const cells = shapes.flatMap(({ text, box }) =>
    text === undefined || box === undefined || box.right <= box.left ? [] : [{ text, box }],
  );
  const columns = edgesOf(cells.map(({ box }) => box.left));
  const rows = edgesOf(cells.map(({ box }) => box.top));
  return rows.map((top) =>
    cells
      .filter(({ box }) => box.top === top)
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(({ box, text }) => ({
        paragraphs: textParagraphs(text, around),
        columns: Math.max(1, spanned(columns, box.left, box.right)),
        rows: Math.max(1, spanned(rows, box.top, box.bottom)),
      })),
  );
}

function edgesOf(positions: readonly number[]): readonly number[] {
  return [...new Set(positions)].toSorted((one, other) => one - other);
}

function spanned(edges: readonly number[], from: number, to: number): number {
  return edges.filter((edge) => edge >= from && edge < to).length;
}

/** Context for reading the paragraphs of texts. */
interface TextSurroundings extends RunTargets {
  /** The bullets that the master of the slide defines for each level. */
  readonly levels: LevelBullets;
}

/** Returns the paragraphs of a text that are not empty. */
function textParagraphs(entry: TextEntry, around: TextSurroundings): readonly SlideParagraph[] {
  const labelNext = createNumbering();
  const styleAt = createParagraphFinder(entry);
  const groupAt = groupsOf(entry);
  const runsIn = createRunCutter(entry, around);
  const paragraphs: SlideParagraph[] = [];
  let start = 0;
  for (const words of entry.text.split("\r")) {
    const group = groupAt(start);
    if (words.trim() !== "") {
      const { level, hasBullet } = styleAt(start);
      const bullet = entry.bullets?.[group] ?? around.levels.get(entry.kind)?.[level] ?? plainBullet;
      const label = labelNext(level, hasBullet ? bullet : noBullet);
      paragraphs.push({ runs: runsIn(start, start + words.length), level, label });
    }
    start += words.length + 1;
  }
  return paragraphs;
}

const plainBullet: Bullet = { type: "bullet" };
const noBullet: Bullet = { type: "none" };

/**
 * Finds the group of the paragraph at a character; call it in ascending order. Only four bits of a group's number are
 * stored, so it takes the next group whose number ends with these bits.
 */
function groupsOf({ style }: TextEntry): (character: number) => number {
  let [at, end, group] = [0, 0, 0];
  return (character) => {
    for (let run = style.characters[at]; run !== undefined && end <= character; run = style.characters[at]) {
      at += 1;
      end += run.characters;
      group += (run.group - (group % groupsAround) + groupsAround) % groupsAround;
    }
    return group;
  };
}

const groupsAround = 16;

/** Returns a text on one line. */
function textLine(entry: TextEntry, symbolFonts: SymbolFonts): string {
  const paragraphs = textParagraphs(entry, { links: new Map(), symbolFonts, levels: new Map() });
  return paragraphs.map(paragraphText).join(" ");
}

/** One shape of a drawing. */
interface PptShape {
  /** The placeholder type ([MS-PPT], 2.13.22); 0 for none. */
  readonly placeholder: number;
  readonly text: TextEntry | undefined;
  /** The bullets as PowerPoint 2000 and later store them; `undefined` if they add nothing. */
  readonly bullets: readonly NewerBullet[] | undefined;
  /** The index of the outline text that it shows; `undefined` if it has its own text, or none. */
  readonly outlineIndex: number | undefined;
  /** The number of its image, from 1; 0 for none. */
  readonly image: number;
  /** Its alternative text; empty if it has none. */
  readonly alt: string;
  readonly isHidden: boolean;
  /** The number of the embedded object that it shows; 0 for none. */
  readonly object: number;
  /** Its position on the slide, or in the coordinates of its group. */
  readonly box: ShapeBox | undefined;
}

/** A shape, a group, or the shapes of a table. */
type DrawingItem =
  | PptShape
  | { readonly group: readonly DrawingItem[]; readonly box: ShapeBox | undefined }
  | { readonly table: readonly PptShape[]; readonly box: ShapeBox | undefined };

/** Maximum nesting of groups; real presentations stay far below. */
const maxDepth = 64;

/** Returns the shapes of a slide in painting order. */
function shapesIn(slide: Uint8Array): readonly DrawingItem[] {
  const group = findRecord(slide, recordTypes.drawing, recordTypes.drawingContainer, recordTypes.group);
  return group === undefined ? [] : itemsIn(group, 0);
}

function itemsIn(group: PptRecord, depth: number): readonly DrawingItem[] {
  const items: DrawingItem[] = [];
  for (const record of recordsIn(group.body)) {
    if (record.type === recordTypes.shape) items.push(...shapeOf(record.body));
    else if (record.type === recordTypes.group && depth < maxDepth) items.push(groupItem(record, depth + 1));
  }
  return items;
}

function groupItem(group: PptRecord, depth: number): DrawingItem {
  const items = itemsIn(group, depth);
  const [first] = recordsIn(group.body);
  const box = boxOf(first?.body);
  if ((optionsOf(first?.body).numbers.get(properties.table) ?? 0) % 2 === 0) return { group: items, box };
  return { table: items.flatMap(allShapes), box };
}

function allShapes(item: DrawingItem): readonly PptShape[] {
  if ("group" in item) return item.group.flatMap(allShapes);
  return "table" in item ? item.table : [item];
}

const flags = { isGroup: 0x1, isDeleted: 0x8, isBackground: 0x400 } as const;

/** Property identifiers of shapes ([MS-ODRAW], 2.3). */
const properties = { image: 0x104, alt: 0x381, groupShape: 0x3bf, table: 0x39f } as const;

function shapeOf(body: Uint8Array): readonly PptShape[] {
  const kind = uint32At(findRecord(body, recordTypes.shapeAtom)?.body, 4);
  if ((kind & (flags.isGroup | flags.isDeleted | flags.isBackground)) !== 0) return [];
  const { numbers, alt } = optionsOf(body);
  const box = findRecord(body, recordTypes.clientTextbox)?.body;
  const outline = findRecord(box, recordTypes.outlineTextRef);
  const number = (property: number): number => numbers.get(property) ?? 0;
  const client = findRecord(body, recordTypes.clientData)?.body;
  return [
    {
      ...rolesOf(client),
      bullets: shapeBullets(client),
      text: textIn(box),
      outlineIndex: outline === undefined ? undefined : uint32At(outline.body, 0),
      image: number(properties.image),
      alt,
      // The flag, and the bit that marks it as set.
      isHidden: (number(properties.groupShape) & 0x20002) === 0x20002,
      box: boxOf(body),
    },
  ];
}

function rolesOf(client: Uint8Array | undefined): Pick<PptShape, "placeholder" | "object"> {
  return {
    placeholder: findRecord(client, recordTypes.placeholder)?.body[4] ?? 0,
    object: uint32At(findRecord(client, recordTypes.objectRef)?.body, 0),
  };
}

function textIn(box: Uint8Array | undefined): TextEntry | undefined {
  const collector = createTextCollector();
  for (const record of recordsIn(box)) collector.add(record);
  return collector.entries[0];
}

/** Returns the position of a shape: on its slide ([MS-PPT], 2.7.1), or in its group ([MS-ODRAW], 2.2.39). */
function boxOf(shape: Uint8Array | undefined): ShapeBox | undefined {
  const outer = findRecord(shape, recordTypes.clientAnchor)?.body ?? new Uint8Array();
  if (outer.length >= 8) {
    const isSmall = outer.length < 16;
    const edge = (at: number): number =>
      isSmall ? viewOf(outer).getInt16(2 * at, true) : viewOf(outer).getInt32(4 * at, true);
    return { top: edge(0), left: edge(1), right: edge(2), bottom: edge(3) };
  }
  const inner = findRecord(shape, recordTypes.childAnchor)?.body ?? new Uint8Array();
  if (inner.length < 16) return undefined;
  const edge = (at: number): number => viewOf(inner).getInt32(4 * at, true);
  return { left: edge(0), top: edge(1), right: edge(2), bottom: edge(3) };
}

interface ShapeOptions {
  readonly numbers: ReadonlyMap<number, number>;
  readonly alt: string;
}

const utf16 = new TextDecoder("utf-16le");

/**
 * Reads the property tables of a shape ([MS-ODRAW], 2.2.9): entries of six bytes, then the data of the complex ones.
 */
function optionsOf(shape: Uint8Array | undefined): ShapeOptions {
  const numbers = new Map<number, number>();
  let alt = "";
  for (const { type, instance, body } of recordsIn(shape)) {
    if (type !== recordTypes.shapeOptions && type !== recordTypes.moreShapeOptions) continue;
    let complexAt = instance * 6;
    for (let at = 0; at + 6 <= Math.min(body.length, instance * 6); at += 6) {
      const id = uint16At(body, at);
      const value = uint32At(body, at + 2);
      numbers.set(id & 0x3fff, value);
      if ((id & 0x8000) === 0) continue;
      if ((id & 0x3fff) === properties.alt) alt = utf16.decode(body.subarray(complexAt, complexAt + value));
      complexAt += value;
    }
  }
  return { numbers, alt: alt.replaceAll("\0", "").replaceAll(/\s+/gu, " ").trim() };
}
