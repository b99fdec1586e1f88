/** Collects the paragraphs of a cell, a comment or a drawing. */
export interface TextTarget {
  openParagraph(): void;
  closeParagraph(): void;
  /** Adds text. Characters outside a paragraph are whitespace between elements and are ignored. */
  add(characters: string): void;
  /** Returns the paragraphs, separated by line ends. */
  finish(): string;
}

const space = 0x20;

/** Creates an empty target. Consecutive whitespace is collapsed, as ODF requires. */
export function createTextTarget(): TextTarget {
  let text = "";
  let paragraphs = 0;
  let depth = 0;
  return {
    openParagraph() {
      if (depth === 0 && paragraphs > 0) text += "\n";
      depth += 1;
      paragraphs += 1;
    },
    closeParagraph: () => void (depth = Math.max(0, depth - 1)),
    add(characters) {
      if (depth === 0) return;
      const isFolded = characters.includes("\n") || characters.includes("  ") || characters.includes("\t");
      const words = isFolded ? characters.replace(/[ \t\r\n]+/g, " ") : characters;
      const isSecond = words.charCodeAt(0) === space && text.endsWith(" ");
      text += isSecond ? words.slice(1) : words;
    },
    finish: () => text,
  };
}
