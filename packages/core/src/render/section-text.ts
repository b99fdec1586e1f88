import type { TextSection } from "../result.ts";
import { clipMark } from "./clip-mark.ts";
import { escapeText } from "./escapes.ts";
import { gutterOf, type Gutter } from "./gutter.ts";
import { numberText } from "./number-text.ts";

/** The numbered lines of a section, escaped, with the marks of clipped lines; no line end after the last. */
export function sectionText(section: TextSection, gutter: Gutter): string {
  const text = escapeText(section.text);
  const { firstLine, clips = [], matches = [] } = section;
  if (clips.length === 0 && matches.length === 0) return numberText(text, firstLine, gutter);
  const matching = new Set(matches);
  const marks = new Map(clips.map((clip) => [clip.line, clipMark(clip)]));
  return text
    .split("\n")
    .map((line, at) => {
      const number = firstLine + at;
      return gutterOf(gutter, number, matching.has(number) ? "match" : "line") + line + (marks.get(number) ?? "");
    })
    .join("\n");
}
