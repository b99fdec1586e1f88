/** A line of flowed text without its quote marks. */
interface FlowedLine {
  readonly depth: number;
  readonly words: string;
}

/**
 * Joins the lines that a mail program broke (`format=flowed`, RFC 3676). Quoted paragraphs are joined too, each with
 * its own number of `>`; lines of different depth are never joined.
 */
export function unflowed(text: string, { delSp }: { readonly delSp: boolean }): string {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let depth = 0;
  const close = (): void => {
    if (open.length > 0) paragraphs.push(`${depth === 0 ? "" : `${">".repeat(depth)} `}${open.join("")}`);
    open = [];
  };
  for (const source of text.split(/\r?\n/)) {
    const line = flowedLine(source);
    // The line above a signature belongs to no paragraph (RFC 3676, 4.3).
    const isSignature = line.words === "-- ";
    if (line.depth !== depth || isSignature) close();
    depth = line.depth;
    const isOpen = line.words.endsWith(" ") && !isSignature;
    open.push(isOpen && delSp ? line.words.slice(0, -1) : line.words);
    if (!isOpen) close();
  }
  close();
  return paragraphs.join("\n");
}

/** Counts the quote marks of a line, and removes the space that some lines get in front (RFC 3676, 4.4). */
function flowedLine(line: string): FlowedLine {
  const depth = /^>*/.exec(line)?.[0].length ?? 0;
  return { depth, words: line.slice(line[depth] === " " ? depth + 1 : depth) };
}
