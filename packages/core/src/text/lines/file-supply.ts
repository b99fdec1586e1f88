import { readFileLines } from "./file-lines.ts";
import type { LineInput } from "./inside-line.ts";
import { knownLineCount, locateFromEnd, locateLine } from "./locate.ts";
import type { LineSupply, StreamItem } from "./stream.ts";

/** The lines of an opened text file. */
export function fileSupply(input: LineInput): LineSupply {
  const { file } = input;
  const isEmpty = file.size <= file.bomBytes;
  return {
    total: () => knownLineCount(file),
    async open(window) {
      if (isEmpty && (window.first === 1 || window.first < 0)) return nothing();
      const position =
        window.first < 0 ? await locateFromEnd(file, -window.first) : await locateLine(file, window.first);
      return position === undefined ? undefined : readFileLines(input, { ...position, column: window.column });
    },
  };
}

async function* nothing(): AsyncGenerator<StreamItem, void, undefined> {
  // An empty file has no line, and that is no error.
}
