/** One subtitle. */
export interface Cue {
  /** `hh:mm:ss`, without the milliseconds. */
  readonly start: string;
  /** On one line, without formatting tags. */
  readonly words: string;
}

/** A time line; the milliseconds follow a comma, or a dot in files of other programs, and one digit of hours is enough. */
const timeLine = /^\s*(\d{1,3}):(\d{2}):(\d{2})(?:[,.]\d{1,3})?\s*-->\s*\d{1,3}:\d{2}:\d{2}/;

/** Formatting that SubRip players know: `<i>`, `</font>`, `{\an8}`. */
const tags = /<\/?(?:b|i|u|s|font|ruby|rt|c|v)\b[^<>]*>|\{\\[^{}]*\}/gi;

/**
 * Finds the cues of a SubRip file by their time lines, so that a missing or wrong index does no harm. Takes any line
 * ends and a byte order mark. Cues without words are left out.
 */
export function parseCues(subtitles: string): readonly Cue[] {
  const cues: { readonly start: string; readonly lines: string[] }[] = [];
  for (const line of subtitles.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const time = timeLine.exec(line);
    if (time === null) cues.at(-1)?.lines.push(line.replace(tags, "").trim());
    else cues.push({ start: `${(time[1] ?? "").padStart(2, "0")}:${time[2]}:${time[3]}`, lines: [] });
  }
  return cues
    .map(({ start, lines }, index) => ({ start, words: wordsOf(lines, index === cues.length - 1) }))
    .filter(({ words }) => words !== "");
}

/** A number on the last line before the next cue, after an empty line or alone, is that cue's index. */
function wordsOf(lines: readonly string[], isLastCue: boolean): string {
  const end = lines.findLastIndex((line) => line !== "");
  const isIndex = !isLastCue && /^\d+$/.test(lines[end] ?? "") && (lines[end - 1] ?? "") === "";
  return lines
    .slice(0, isIndex ? end : end + 1)
    .filter((line) => line !== "")
    .join(" ");
}
