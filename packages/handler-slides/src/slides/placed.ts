import { paragraphText } from "@reader/office-kit/drawing";
import { inReadingOrder, type Placed } from "./reading-order.ts";
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
 * Infers the title of a slide without a title placeholder: a short text above everything else. Authors often draw it
 * last.
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
  return inReadingOrder(placed).flatMap(({ blocks }) => blocks);
}

interface Heading {
  readonly shape: PlacedBlocks;
  readonly title: string;
}

function highest(shapes: readonly PlacedBlocks[]): Heading | undefined {
  const places = shapes.map(({ box }) => box);
  const known = places.filter((place) => place !== undefined);
  if (shapes.length < 2 || known.length < shapes.length) return undefined;
  const [first, second] = known.toSorted((one, other) => one.top - other.top);
  const shape = shapes[places.findIndex((place) => place === first)];
  const isApart = first !== undefined && second !== undefined && (first.top + first.bottom) / 2 <= second.top;
  const title = shape !== undefined && isApart ? headingIn(shape.blocks) : "";
  return shape === undefined || title === "" ? undefined : { shape, title };
}

/** Returns a single text that may be a heading, or an empty string. */
function headingIn(blocks: readonly SlideBlock[]): string {
  const [block, ...others] = blocks;
  if (block?.type !== "text" || others.length > 0 || block.paragraphs.length > 2) return "";
  const isPlain = block.paragraphs.every(
    ({ label, runs }) => label === "" && runs.every((run) => run.link === undefined),
  );
  const words = block.paragraphs.map(paragraphText).join(" ");
  return isPlain && words.length <= maxTitleCharacters ? words : "";
}
