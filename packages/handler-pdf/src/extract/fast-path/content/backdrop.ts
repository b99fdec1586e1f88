import { touch } from "../../../model/geometry.ts";
import type { Box } from "../../../model/page-content.ts";

/** Areas that are kept; a map has more, and its text is looked at closer. */
const maxAreas = 500;

/** Where letters are: so far above their base line, in ems. */
const letterHeight = 0.7;

/** How far letters may reach, in ems. */
const reach = 1.2;

/** A level piece of text: its ends, and where its base line is. */
export interface TextStretch {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
}

/** What was painted on the paper: what text of the colour of paper stands on. */
export class Backdrop {
  private readonly areas: { readonly box: Box; readonly isDark: boolean }[] = [];

  /** An area is painted; it is dark if nothing nearly white is like it. */
  add(box: Box, isDark: boolean): void {
    if (this.areas.length <= maxAreas) this.areas.push({ box, isDark });
  }

  /** Whether text stands wholly on what is dark; its type is so large, in points. */
  isDarkBehind({ x0, x1, y }: TextStretch, em: number): boolean {
    if (!(em > 0) || this.areas.length > maxAreas) return false;
    const slack = reach * em;
    const around = { x0: x0 - slack, y0: y - slack, x1: x1 + slack, y1: y + slack };
    const last = this.areas.findLast(({ box }) => touch(box, around));
    if (last?.isDark !== true) return false;
    const { box } = last;
    return box.x0 <= x0 && box.x1 >= x1 && box.y0 <= y && box.y1 >= y + letterHeight * em;
  }
}
