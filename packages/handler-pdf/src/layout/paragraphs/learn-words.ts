import type { PageContent } from "../../model/page-content.ts";
import { isInk, space } from "../../model/plain-signs.ts";
import { textOf } from "../../model/text-of.ts";
import type { WordMemory } from "./hyphenation.ts";

const longestWord = 60;
const endsCut = /[-\u2010\u00AD]\s*$/u;
const cutWord = /[\p{L}\p{N}-]+[-\u2010\u00AD]\s*$/u;

/** Remembers the words of a page, without the halves of those that a line's end divides. */
export function learnWords(content: PageContent, memory: WordMemory): void {
  let isRestOfWord = false;
  for (const { lines } of content.blocks) {
    for (const line of lines) {
      const text = textOf(line.runs);
      const whole = withoutCutWord(text);
      memory.learn(isRestOfWord ? whole.replace(/^\s*\S+/u, "") : whole);
      isRestOfWord = whole.length < text.length;
    }
  }
}

/** Whether what a text ends with, but for spaces, may be a hyphen. */
function mayBeCut(text: string): boolean {
  let last = text.length - 1;
  while (text.charCodeAt(last) === space) last -= 1;
  const code = text.charCodeAt(last);
  return !isInk(code) || code === hyphen;
}

const hyphen = 0x2d;

/** Only the end is looked at: a hostile line has millions of characters. */
function withoutCutWord(text: string): string {
  if (!mayBeCut(text)) return text;
  const end = text.slice(-longestWord);
  return endsCut.test(end) ? text.slice(0, text.length - end.length) + end.replace(cutWord, "") : text;
}
