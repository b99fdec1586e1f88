import type { TextSection } from "@reader/core";

/** Sections that end where enough matches are shown. */
export interface CutSections {
  readonly sections: readonly TextSection[];
  /** The last match that is shown, where others were left out. */
  readonly cutAfter?: number;
}

/** Keeps `most` matches with the context of the last one; where lines overlap, an answer has more matches than asked for. */
export function upToMatches(sections: readonly TextSection[], most: number, context: number): CutSections {
  const kept: TextSection[] = [];
  let left = most;
  let last: number | undefined;
  for (const section of sections) {
    const { matches = [] } = section;
    if (left === 0) return { sections: kept, ...(last === undefined ? {} : { cutAfter: last }) };
    if (matches.length > left) {
      const cutAfter = matches[left - 1] ?? section.firstLine;
      return { sections: [...kept, cutSection(section, cutAfter, context)], cutAfter };
    }
    kept.push(section);
    left -= matches.length;
    last = matches.at(-1) ?? last;
  }
  return { sections: kept };
}

function cutSection(section: TextSection, match: number, context: number): TextSection {
  const lines = section.text.split("\n").slice(0, match + context - section.firstLine + 1);
  const end = section.firstLine + lines.length;
  return {
    ...section,
    text: lines.join("\n"),
    lineCount: lines.length,
    matches: (section.matches ?? []).filter((line) => line <= match),
    ...(section.clips === undefined ? {} : { clips: section.clips.filter(({ line }) => line < end) }),
  };
}
