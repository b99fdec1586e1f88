import { escapeText } from "@reader/core/render";

/** Receives text in chunks, and passes it on in whole words. */
export interface WordStream {
  add(piece: string): void;
  /** Passes on the rest. */
  end(): void;
}

/** Maximum number of characters to hold back. A longer word is split. */
const maxHeldCharacters = 4096;

/**
 * Creates a stream that escapes everything that could act on a terminal, because an answer can contain text of a file. It
 * passes on whole words, because a part of a character or emoji would be escaped.
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
