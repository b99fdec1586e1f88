import { createNumbering, type Bullet, paragraphText, type SlideParagraph } from "@reader/office-kit/drawing";
import type { LevelBullets } from "./list-numbers.ts";
import { createParagraphFinder, type TextEntry } from "./text-entry.ts";
import { createRunCutter, type Links } from "./text-runs.ts";

/** What the paragraphs of texts need to be known besides themselves. */
export interface TextSurroundings {
  readonly links: Links;
  /** What the master of the slide says of the levels of its texts. */
  readonly levels: LevelBullets;
}

/** The paragraphs of a text that hold something. */
export function textParagraphs(entry: TextEntry, around: TextSurroundings): readonly SlideParagraph[] {
  const labelNext = createNumbering();
  const styleAt = createParagraphFinder(entry);
  const groupAt = groupsOf(entry);
  const runsIn = createRunCutter(entry, around.links);
  const paragraphs: SlideParagraph[] = [];
  let start = 0;
  for (const words of entry.text.split("\r")) {
    const group = groupAt(start);
    if (words.trim() !== "") {
      const { level, hasBullet } = styleAt(start);
      const bullet = entry.bullets?.[group] ?? around.levels.get(entry.kind)?.[level] ?? plainBullet;
      const label = labelNext(level, hasBullet ? bullet : noBullet);
      paragraphs.push({ runs: runsIn(start, start + words.length), level, label });
    }
    start += words.length + 1;
  }
  return paragraphs;
}

const plainBullet: Bullet = { type: "bullet" };
const noBullet: Bullet = { type: "none" };

/**
 * Finds the group of the paragraph that starts at a character, for one after the other. Of the number of a group there
 * are only four bits, so groups are counted on: the next is the first that ends with these bits.
 */
function groupsOf({ style }: TextEntry): (character: number) => number {
  let [at, end, group] = [0, 0, 0];
  return (character) => {
    for (let run = style.characters[at]; run !== undefined && end <= character; run = style.characters[at]) {
      at += 1;
      end += run.characters;
      group += (run.group - (group % groupsAround) + groupsAround) % groupsAround;
    }
    return group;
  };
}

const groupsAround = 16;

/** All words of a text on one line. */
export function textLine(entry: TextEntry): string {
  const paragraphs = textParagraphs(entry, { links: new Map(), levels: new Map() });
  return paragraphs.map(paragraphText).join(" ");
}
