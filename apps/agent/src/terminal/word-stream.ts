import { escapeText } from "@reader/core";

/** Takes text in pieces, and gives it on in whole words. */
export interface WordStream {
  add(piece: string): void;
  /** Gives on what is left. */
  end(): void;
}

/** A word that is longer is given on in pieces. */
const maxHeldCharacters = 4096;

/**
 * A stream of words in which nothing can act on a terminal: what a file holds may come back in an answer. Whole words,
 * because half of a character or of an emoji would be taken for something that has to be escaped.
 */
export function createWordStream(write: (text: string) => void): WordStream {
  let held = "";
  const release = (length: number): void => {
    if (length === 0) return;
    write(escapeText(held.slice(0, length)));
    held = held.slice(length);
  };
  return {
    add(piece) {
      held += piece;
      const whole = held.search(/\S*$/);
      release(held.length - whole > maxHeldCharacters ? held.length : whole);
    },
    end: () => release(held.length),
  };
}
