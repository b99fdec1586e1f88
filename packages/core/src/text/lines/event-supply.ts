import { countCharacters, offsetOfCharacter } from "./clip.ts";
import { columnBeyond } from "./column-beyond.ts";
import type { LineBlock } from "./line.ts";
import { dropBefore, splitBlock } from "./split-block.ts";
import type { LineSupply, LineWindow, StreamItem } from "./stream.ts";

/** A converted document whose items can be iterated more than once. */
export interface Replayable {
  /** Iterates the items from the first on: cached items, then newly converted ones. */
  items(): AsyncIterable<StreamItem>;
  /** Returns the number of lines, or `undefined` until the conversion has finished. */
  total(): number | undefined;
}

/**
 * Supplies the lines of a converted document. Skips lines by iterating over them, because the conversion is the main
 * cost.
 */
export function eventSupply(document: Replayable): LineSupply {
  return {
    total: () => document.total(),
    async open(window) {
      const first = window.first < 0 ? await fromEnd(document, -window.first) : window.first;
      const total = document.total();
      if (total !== undefined && first > total && first !== 1) return undefined;
      return fromLine(document, { ...window, first });
    },
  };
}

async function fromEnd(document: Replayable, count: number): Promise<number> {
  for await (const item of document.items()) void item;
  return Math.max(1, (document.total() ?? 0) - count + 1);
}

/**
 * Yields the items from a window's first line on. An item that is not lines belongs to the line before it; one before
 * the first line belongs to the first.
 */
async function* fromLine(document: Replayable, window: LineWindow): AsyncGenerator<StreamItem, void, undefined> {
  let line = 0;
  for await (const item of document.items()) {
    if (item.type === "lines") {
      line = item.firstLine + item.lineCount - 1;
      const kept = dropBefore(item, window.first);
      if (kept !== undefined) yield* continued(kept, window);
    } else if (line >= window.first || window.first === 1 || item.type === "extent") {
      yield item;
    }
  }
}

function* continued(block: LineBlock, window: LineWindow): Generator<LineBlock> {
  if (window.column === 1 || block.firstLine !== window.first) {
    yield block;
    return;
  }
  const [line, tail] = block.lineCount > 1 ? splitBlock(block, 1) : [block, undefined];
  const text = line.text.slice(offsetOfCharacter(line.text, window.column - 1));
  if (text === "") throw columnBeyond(window.first, window.column, countCharacters(line.text));
  yield { ...line, text, firstColumn: window.column };
  if (tail !== undefined) yield tail;
}
