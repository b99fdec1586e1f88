import { inlineMark } from "@reader/core/render";
import {
  type Bullet,
  createNumbering,
  paragraphText,
  type SlideCell,
  type SlideParagraph,
} from "@reader/office-kit/drawing";
import { hiddenText } from "../slides/hidden-text.ts";
import { type PlacedBlocks, titledBlocks } from "../slides/placed.ts";
import type { SlideBlock } from "../slides/slide.ts";
import type { LevelBullets } from "./list-numbers.ts";
import type { FindPicture } from "./images.ts";
import { type DrawingItem, type PptShape, shapesIn } from "./shapes.ts";
import { createParagraphFinder, type TextEntry, textKinds } from "./text-entry.ts";
import { createRunCutter, type Links } from "./text-runs.ts";

/** Context for reading the shapes of a slide. */
export interface PptSurroundings extends TextSurroundings {
  readonly findPicture: FindPicture;
  /** The program and the file name of embedded objects, by number. */
  readonly objects: ReadonlyMap<number, readonly string[]>;
}

/** The content of the shapes of a slide. */
export interface PptContent {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
  readonly hiddenShapes: number;
}

interface Collected {
  title: string;
  readonly shapes: PlacedBlocks[];
  /** The content of the current shape. */
  blocks: SlideBlock[];
  hiddenShapes: number;
}

/** Placeholder types of headers, footers, dates and numbers, of the slide image on notes, and of masters. */
const repeating: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

/** Placeholder types of titles ([MS-PPT], 2.13.22). */
const titles: ReadonlySet<number> = new Set([13, 15, 17]);

/** Reads the shapes of a slide in order. Outline texts that no shape shows come last. */
export function slideContent(slide: Uint8Array, outline: readonly TextEntry[], around: PptSurroundings): PptContent {
  const into: Collected = { title: "", shapes: [], blocks: [], hiddenShapes: 0 };
  const used = new Set<number>();
  for (const item of shapesIn(slide)) {
    into.blocks = [];
    if ("table" in item) into.blocks.push({ type: "table", rows: tableGrid(item.table, around) });
    else addShape(into, item, { around, outline, used });
    into.shapes.push({ blocks: into.blocks, ...("table" in item ? {} : item.place) });
  }
  into.blocks = [];
  for (const [index, entry] of outline.entries()) if (!used.has(index)) addText(into, entry, { around });
  into.shapes.push({ blocks: into.blocks });
  return { ...titledBlocks(into.title, into.shapes), hiddenShapes: into.hiddenShapes };
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
  into.blocks.push(...pictureOf(shape, around));
}

function addText(
  into: Collected,
  entry: TextEntry,
  { around, shape }: { readonly around: PptSurroundings; readonly shape?: PptShape },
): void {
  const isTitle = titles.has(shape?.placeholder ?? 0) || [textKinds.title, textKinds.centredTitle].some(isKind(entry));
  if (isTitle && into.title === "") {
    into.title = textLine(entry);
    return;
  }
  const paragraphs = textParagraphs(entry, around);
  if (paragraphs.length === 0) return;
  into.blocks.push({ type: "text", paragraphs: shape?.isHidden === true ? hiddenText(paragraphs) : paragraphs });
}

function isKind({ kind }: TextEntry): (other: number) => boolean {
  return (other) => other === kind;
}

function pictureOf({ picture, alt, object }: PptShape, around: PptSurroundings): readonly SlideBlock[] {
  const found = picture === 0 ? undefined : around.findPicture(picture, alt);
  const blocks: SlideBlock[] = found === undefined ? [] : [found];
  if (object === 0) return blocks;
  const mark = inlineMark("embedded object", around.objects.get(object) ?? []);
  return [{ type: "markdown", markdown: `${mark}\n`, is: "other" }, ...blocks];
}

/** Returns the text of the shapes of a master that are not placeholders. */
export function staticTextIn(master: Uint8Array): readonly string[] {
  const isPlain = (item: DrawingItem): item is PptShape => !("table" in item) && item.placeholder === 0;
  return shapesIn(master)
    .filter(isPlain)
    .map(({ text }) => (text === undefined ? "" : textLine(text)))
    .filter((line) => line !== "" && line !== "*");
}

/** Groups the shapes of a table (cells and the lines between them) into rows by their position. */
function tableGrid(shapes: readonly PptShape[], around: TextSurroundings): readonly (readonly SlideCell[])[] {
  const cells = shapes.filter(({ text, anchor }) => text !== undefined && anchor.right > anchor.left);
  const columns = edgesOf(cells.map(({ anchor }) => anchor.left));
  const rows = edgesOf(cells.map(({ anchor }) => anchor.top));
  return rows.map((top) =>
    cells
      .filter(({ anchor }) => anchor.top === top)
      .toSorted((one, other) => one.anchor.left - other.anchor.left)
      .map(({ anchor, text }) => ({
        paragraphs: text === undefined ? [] : textParagraphs(text, around),
        columns: Math.max(1, spanned(columns, anchor.left, anchor.right)),
        rows: Math.max(1, spanned(rows, anchor.top, anchor.bottom)),
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
interface TextSurroundings {
  readonly links: Links;
  /** The bullets that the master of the slide defines for each level. */
  readonly levels: LevelBullets;
}

/** Returns the paragraphs of a text that are not empty. */
function textParagraphs(entry: TextEntry, around: TextSurroundings): readonly SlideParagraph[] {
  const labelNext = createNumbering();
  const styleAt = createParagraphFinder(entry);
  const groupAt = groupsOf(entry);
  const runsIn = createRunCutter(entry, around.links);
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
function textLine(entry: TextEntry): string {
  const paragraphs = textParagraphs(entry, { links: new Map(), levels: new Map() });
  return paragraphs.map(paragraphText).join(" ");
}
