import type { PageContent, TextLine } from "../../page-content.ts";
import type { WordMemory } from "./hyphenation.ts";

const longestWord = 60;
const endsCut = /[-\u2010\u00AD]\s*$/u;
const cutWord = /[\p{L}\p{N}-]+[-\u2010\u00AD]\s*$/u;

/** Remembers the words of a page, without the halves of those that a line's end divides. */
export function learnWords(content: PageContent, memory: WordMemory): void {
  let isRestOfWord = false;
  for (const { lines } of content.blocks) {
    for (const line of lines) {
      const text = textOf(line);
      const whole = withoutCutWord(text);
      memory.learn(isRestOfWord ? whole.replace(/^\s*\S+/u, "") : whole);
      isRestOfWord = whole.length < text.length;
    }
  }
}

/** Only the end is looked at: a hostile line has millions of characters. */
function withoutCutWord(text: string): string {
  const end = text.slice(-longestWord);
  return endsCut.test(end) ? text.slice(0, text.length - end.length) + end.replace(cutWord, "") : text;
}

function textOf({ runs }: TextLine): string {
  return runs.length === 1 ? (runs[0]?.text ?? "") : runs.map((run) => run.text).join("");
}
