import type { Box, RecognisableImage, RecognisedLine } from "@reader/core/handler";
import { seenImage, type PageView } from "../page-view.ts";
import { bulletOf } from "./bullet-of.ts";
import { inkOf, inkPiecesIn } from "./ink-pieces.ts";
import { marked, type Mark } from "./mark.ts";
import { tickBoxOf, type TickBox } from "./tick-box-of.ts";

/** How far beside a line its marks stand, and above and below it they reach, in heights of a line. */
const beside = 3;
const above = 0.4;

/**
 * Upright lines with the bullets before them and the boxes in them that are to be ticked, as their ink shows them: the
 * engine, which knows neither, takes them for letters, or leaves them out.
 */
export function withMarks(lines: readonly RecognisedLine[], view: PageView): readonly RecognisedLine[] {
  const image = seenImage(view);
  const found = lines.map((line) => marksOf(line, image));
  const boxes = found.flatMap((each) => each.boxes);
  return lines.map((line, index) => {
    const { boxes: candidates = [], bullet } = found[index] ?? {};
    const own = candidates.filter((mark) => boxes.every((other) => areApart(mark, other) || !isLikelier(other, mark)));
    return marked(line, own.length > 0 || bullet === undefined ? own : [bullet]);
  });
}

interface FoundMarks {
  /** Those of one line; some may belong to another. */
  readonly boxes: readonly TickBox[];
  readonly bullet?: Mark;
}

function marksOf(line: RecognisedLine, image: RecognisableImage): FoundMarks {
  const strip = stripOf(line, image);
  const isInk = inkOf(image, strip);
  const pieces = inkPiecesIn(image, strip, isInk);
  const boxes = pieces.flatMap(({ box }) => tickBoxOf(line, box, { image, isInk }) ?? []);
  const bullet = bulletOf(line, pieces);
  return bullet === undefined ? { boxes } : { boxes, bullet };
}

/** Where marks of a line may stand, in whole pixels. */
function stripOf({ box }: RecognisedLine, { widthPx, heightPx }: RecognisableImage): Box {
  const height = box.y1 - box.y0;
  return {
    x0: Math.max(0, Math.floor(box.x0 - height * beside)),
    y0: Math.max(0, Math.floor(box.y0 - height * above)),
    x1: Math.min(widthPx, Math.ceil(box.x1 + height * beside)),
    y1: Math.min(heightPx, Math.ceil(box.y1 + height * above)),
  };
}

function areApart({ box: one }: Mark, { box: other }: Mark): boolean {
  return one.x0 >= other.x1 || other.x0 >= one.x1 || one.y0 >= other.y1 || other.y0 >= one.y1;
}

/** Of what two lines see in one place, that is likelier which a word was taken for, or which is nearer to its label. */
function isLikelier(one: TickBox, other: TickBox): boolean {
  if (one === other || (one.words > 0 && other.words > 0)) return false;
  return one.words > 0 || (other.words === 0 && one.gapPx < other.gapPx);
}
