import type { Clip, TextSection } from "../contract/result.ts";
import { clipMark } from "./clip-mark.ts";
import { escapeText } from "./escapes.ts";
import { gutterOf, type Gutter } from "./gutter.ts";
import { numberText } from "./number-text.ts";

/** How lines are put: what stands before each, and behind one that was clipped. */
export interface LineLook {
  readonly gutter: Gutter;
  readonly clipMark?: ((clip: Clip) => string) | undefined;
}

/** UTF-16 units of a section that are put at once, and some more up to the end of a line. */
const pieceUnits = 1024 * 1024;

/** What `sectionText` gives, in pieces, so that a large section is not held once more; each but the last ends a line. */
export function* sectionPieces(section: TextSection, look: LineLook): Generator<string, void, undefined> {
  const { text, clips, matches, ...rest } = section;
  let { firstLine } = section;
  for (let from = 0; ;) {
    const end = text.length - from > pieceUnits ? text.indexOf("\n", from + pieceUnits) : -1;
    const piece = end < 0 ? text.slice(from) : text.slice(from, end);
    const lineCount = countLines(piece);
    const isIn = (line: number): boolean => line >= firstLine && line < firstLine + lineCount;
    const marks = {
      ...(clips === undefined ? {} : { clips: clips.filter(({ line }) => isIn(line)) }),
      ...(matches === undefined ? {} : { matches: matches.filter(isIn) }),
    };
    const put = sectionText({ ...rest, text: piece, firstLine, lineCount, ...marks }, look);
    if (end < 0) return yield put;
    yield `${put}\n`;
    firstLine += lineCount;
    from = end + 1;
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The numbered lines of a section, escaped, with the marks of clipped lines; no line end after the last. */
function sectionText(section: TextSection, look: LineLook): string {
  const { gutter, clipMark: markOf = clipMark } = look;
  const text = escapeText(section.text);
  const { firstLine, clips = [], matches = [] } = section;
  if (clips.length === 0 && matches.length === 0) return numberText(text, firstLine, gutter);
  const matching = new Set(matches);
  const marks = new Map(clips.map((clip) => [clip.line, markOf(clip)]));
  return text
    .split("\n")
    .map((line, at) => {
      const number = firstLine + at;
      return gutterOf(gutter, number, matching.has(number) ? "match" : "line") + line + (marks.get(number) ?? "");
    })
    .join("\n");
}
