import type { PageContent, TextRun } from "../model/page-content.ts";
import { holds } from "../model/geometry.ts";
import type { Glyph } from "./paint-log.ts";

/** Finds the runs of a page that a painted character may be of: several where text stands over text. */
export interface RunFinder {
  find(glyph: Glyph): readonly TextRun[];
}

const bandPt = 12;

/** What a character may lie outside of the box of its run: boxes are rounded, and marks lean out. */
const slackPt = 1.5;

/** Looks runs up by place and character. */
export function createRunFinder(content: PageContent): RunFinder {
  const bands = new Map<number, TextRun[]>();
  for (const block of content.blocks) {
    for (const line of block.lines) for (const run of line.runs) addToBands(bands, run);
  }
  return {
    find({ character, at }) {
      const near = bands.get(Math.floor(at.y / bandPt)) ?? [];
      return near.filter(({ box, text }) => holds(box, at, slackPt) && text.includes(character));
    },
  };
}

function addToBands(bands: Map<number, TextRun[]>, run: TextRun): void {
  const last = Math.min(Math.floor((run.box.y1 + slackPt) / bandPt), Math.floor(run.box.y0 / bandPt) + 200);
  for (let band = Math.floor((run.box.y0 - slackPt) / bandPt); band <= last; band++) {
    const runs = bands.get(band);
    if (runs === undefined) bands.set(band, [run]);
    else runs.push(run);
  }
}
