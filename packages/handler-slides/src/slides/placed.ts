import { paragraphText } from "@reader/office-kit/drawing";
import { boxAround, inReadingOrder, type Placed, type ShapeBox } from "./reading-order.ts";
import { type SlideBlock } from "./slide.ts";

/** The content of a shape and its position. */
export interface PlacedBlocks extends Omit<Placed, "isText"> {
  readonly blocks: readonly SlideBlock[];
}

/** Maximum number of characters of a heading; longer text at the top is an introduction. */
const maxTitleCharacters = 150;

/** The title of a slide, and the remaining content. */
export interface TitledBlocks {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
}

/**
 * Infers the title of a slide without a title placeholder: a short text above all other shapes, with a gap below it. It
 * is at least half as wide as the content; above a single shape it may be narrower if it is centred. The top label of a
 * figure is narrow.
 */
export function titledBlocks(title: string, shapes: readonly PlacedBlocks[]): TitledBlocks {
  const found = title === "" ? highest(shapes.filter(({ blocks }) => blocks.length > 0)) : undefined;
  const rest = found === undefined ? shapes : shapes.filter((shape) => shape !== found.shape);
  return { title: found?.title ?? title, blocks: orderedBlocks(rest) };
}

/** Returns the content of shapes, given in painting order, in reading order. */
export function orderedBlocks(shapes: readonly PlacedBlocks[]): readonly SlideBlock[] {
  const shown = shapes.filter(({ blocks }) => blocks.length > 0);
  const placed = shown.map((shape) => ({ ...shape, isText: shape.blocks.every(({ type }) => type === "text") }));
  const ordered = isRightToLeft(shown) ? inReadingOrder(placed.map(mirrored)) : inReadingOrder(placed);
  return ordered.flatMap(({ blocks }) => blocks);
}

/** True if most letters of shapes are those of a script that is written from right to left. */
function isRightToLeft(shapes: readonly PlacedBlocks[]): boolean {
  let [leftward, letters] = [0, 0];
  for (const block of shapes.flatMap(({ blocks }) => blocks)) {
    if (block.type !== "text") continue;
    const words = block.paragraphs.map(paragraphText).join("");
    letters += words.match(/\p{L}/gu)?.length ?? 0;
    leftward += words.match(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu)?.length ?? 0;
  }
  return 2 * leftward > letters;
}

function mirrored<Shape extends Placed>(shape: Shape): Shape {
  const { box } = shape;
  return box === undefined ? shape : { ...shape, box: { ...box, left: -box.right, right: -box.left } };
}

interface Heading {
  readonly shape: PlacedBlocks;
  readonly title: string;
}

function highest(shapes: readonly PlacedBlocks[]): Heading | undefined {
  const boxes = shapes.flatMap(({ box }) => box ?? []);
  if (shapes.length < 2 || boxes.length < shapes.length) return undefined;
  const top = boxAround(boxes)?.top;
  const shape = shapes.find(({ box }) => box?.top === top);
  const rest = boxes.filter((box) => box !== shape?.box);
  if (shape?.box === undefined || !standsAbove(shape.box, rest)) return undefined;
  const title = headingIn(shape.blocks);
  return title === "" ? undefined : { shape, title };
}

/** Minimum gap between a title and what is below it, as a share of the height of the title. */
const minGapShare = 1 / 32;

function standsAbove(box: ShapeBox, rest: readonly ShapeBox[]): boolean {
  const gap = (box.bottom - box.top) * minGapShare;
  if (rest.some(({ top }) => top < box.bottom + gap)) return false;
  const { left, right } = boxAround([box, ...rest]) ?? box;
  const offCentre = Math.abs(box.left + box.right - left - right) / 2;
  return 2 * (box.right - box.left) >= right - left || (rest.length === 1 && 10 * offCentre <= right - left);
}

/** Returns a single text that may be a heading, or an empty string. */
function headingIn(blocks: readonly SlideBlock[]): string {
  const [block, ...others] = blocks;
  if (block?.type !== "text" || others.length > 0 || block.paragraphs.length > 2) return "";
  const isPlain = block.paragraphs.every(
    ({ label, runs }) => label === "" && runs.every((run) => run.link === undefined),
  );
  const words = block.paragraphs.map(paragraphText).join(" ");
  return isPlain && words.length <= maxTitleCharacters && !otherText.test(words) ? words : "";
}

/** Matches sentences, introductions, and strings without spaces, such as addresses and code. */
const otherText = /[.:;,]$|[!-~]{40}/;
