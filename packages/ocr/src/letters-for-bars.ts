import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { lineWith } from "./keep-words.ts";
import type { Block } from "./layout/block.ts";

/** The word I, alone or with what is left out: I'm, I've. */
const bar = /^\|(?=$|['’])/;

/** The word that follows it; a bar at the end of a line, or before a capital, is the edge of a frame. */
const goesOn = /^[\p{Ll}'’]/u;

/** Words that end on the line on which letters stand. */
const standing = /^[\p{L}\p{N}]*[A-Za-fhik-or-xz0-9]$/u;
const hasTail = /[gjpqyQJ,;ß]/;

/** Heights of a word by which a bar reaches further down than letters: a fifth, and noise is less than half of that. */
const maxBelow = 0.1;

/** The blocks of a page with the letter I for bars that stand on the line as letters do: the engine takes it for one. */
export function withLettersForBars(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => block.map(withLetters));
}

function withLetters(line: RecognisedLine): RecognisedLine {
  if (!line.words.some(({ text }) => bar.test(text))) return line;
  const footing = line.words.filter(({ text }) => standing.test(text) && !hasTail.test(text));
  if (footing.length === 0) return line;
  const standsOnLine = ({ box }: RecognisedWord): boolean => {
    const lowest = Math.max(...footing.map((word) => word.box.y1));
    return box.y1 <= lowest + (box.y1 - box.y0) * maxBelow;
  };
  const words = line.words.map((word, index) => {
    const isLetter = bar.test(word.text) && standsOnLine(word) && goesOn.test(line.words[index + 1]?.text ?? "");
    return isLetter ? { ...word, text: word.text.replace(bar, "I") } : word;
  });
  return lineWith(line, words);
}
