/** Text that comes in pieces, without the folder of the program: it tells nobody anything, and is another each time. */
export interface WithoutFolder {
  /** What of the text so far is certain. */
  add(piece: string): string;
  /** What was left open. */
  end(): string;
}

/** Takes a folder off the paths in a text, `/tmp/reader-command-x/a.png` becomes `a.png`. */
export function withoutFolder(folder: string): WithoutFolder {
  const starts = [`${folder}/`, `${folder}\\`];
  let open = "";
  return {
    add(piece) {
      const text = starts.reduce((all, start) => all.replaceAll(start, ""), open + piece);
      open = openEnd(text, starts);
      return text.slice(0, text.length - open.length);
    },
    end() {
      const rest = open;
      open = "";
      return rest;
    },
  };
}

/** The longest end of a text that may become the folder with what follows. */
function openEnd(text: string, starts: readonly string[]): string {
  const [{ length } = ""] = starts;
  for (let count = Math.min(length - 1, text.length); count > 0; count -= 1) {
    const end = text.slice(-count);
    if (starts.some((start) => start.startsWith(end))) return end;
  }
  return "";
}
