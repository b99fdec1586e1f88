import { ReadError } from "@reader/core/handler";
import type { Box } from "../model/page-content.ts";

/** A part of a page in points, from the top left of the page as it is displayed. */
export interface PagePart {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly heightPt: number;
}

const number = String.raw`\s*(\d{1,6}(?:\.\d{1,20})?)\s*`;
const partPattern = new RegExp(`^${[number, number, number, number].join(",")}$`);

/** The part of a page that `select` names as `x,y,width,height`; `undefined` where it names something else. */
export function pagePartOf(select: string | undefined): PagePart | undefined {
  const [xPt, yPt, widthPt, heightPt] =
    partPattern
      .exec(select ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  if (xPt === undefined || yPt === undefined || widthPt === undefined || heightPt === undefined) return undefined;
  return { xPt, yPt, widthPt, heightPt };
}

/** What of a part lies on a page of this place and size. Throws `out-of-range` where nothing does. */
export function boxOfPart({ xPt, yPt, widthPt, heightPt }: PagePart, page: Box): Box {
  const [x0, y0] = [page.x0 + xPt, page.y0 + yPt];
  const box = { x0, y0, x1: Math.min(page.x1, x0 + widthPt), y1: Math.min(page.y1, y0 + heightPt) };
  if (box.x1 - box.x0 >= 1 && box.y1 - box.y0 >= 1) return box;
  const size = `${Math.round(page.x1 - page.x0)} × ${Math.round(page.y1 - page.y0)}`;
  throw new ReadError("out-of-range", `The part ${[xPt, yPt, widthPt, heightPt].join(",")} is not on the page.`, {
    hint: `Send select "x,y,width,height" in points from the top left of the page, which has ${size}.`,
  });
}
