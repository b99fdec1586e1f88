/** Collects text in lines and blocks, with white space folded as browsers fold it. */
export interface MarkdownWriter {
  /** Text of the document: white space, no-break spaces too, becomes one space. */
  write(text: string): void;
  /** Text as it is, such as preformatted text or marks. */
  writeRaw(text: string): void;
  /** What follows stands on a line of its own. */
  startLine(): void;
  /** What follows stands after an empty line. */
  startBlock(): void;
  /** All that was written, without empty lines at either end. */
  finish(): string;
}

/** A writer that holds nothing yet. */
export function createMarkdownWriter(): MarkdownWriter {
  const pieces: string[] = [];
  let newlines = 0;
  let space = false;

  const put = (text: string): void => {
    if (text === "") return;
    const isApart = newlines === 0 && space && pieces.at(-1)?.endsWith(" ") !== true;
    if (pieces.length > 0) pieces.push(isApart ? " " : "\n".repeat(newlines));
    pieces.push(text);
    newlines = 0;
    space = false;
  };
  return {
    write(text) {
      const folded = text.replace(/[ \t\n\r\f\u00a0]+/g, " ");
      if (folded.startsWith(" ")) space = true;
      put(folded.trim());
      if (folded.length > 1 && folded.endsWith(" ")) space = true;
    },
    writeRaw: put,
    startLine: () => void (newlines = Math.max(newlines, 1)),
    startBlock: () => void (newlines = 2),
    finish: () => withoutEmptyEnds(pieces.join("")),
  };
}

function withoutEmptyEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "\n") start += 1;
  while (end > start && text[end - 1] === "\n") end -= 1;
  return text.slice(start, end);
}
