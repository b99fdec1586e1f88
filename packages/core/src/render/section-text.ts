import type { Clip, TextSection } from "../result.ts";
import { clipMark } from "./clip-mark.ts";
import { escapeText } from "./escapes.ts";
import { gutterOf, type Gutter } from "./gutter.ts";
import { numberText } from "./number-text.ts";

/** How lines are put: what stands before each, and behind one that was clipped. */
export interface LineLook {
  readonly gutter: Gutter;
  readonly clipMark?: ((clip: Clip) => string) | undefined;
}

/** The numbered lines of a section, escaped, with the marks of clipped lines; no line end after the last. */
export function sectionText(section: TextSection, look: LineLook): string {
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
