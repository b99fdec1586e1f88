import { countCharacters, offsetOfCharacter } from "./clip.ts";
import { columnBeyond } from "./line-errors.ts";
import { type LineBlock, dropBefore, splitBlock } from "./line.ts";
import type { LineSupply, LineWindow, StreamItem } from "./stream.ts";
import type { HandlerEvent, TextPart } from "../../contract/events.ts";
import type { Place } from "../../contract/place.ts";
import type { LineBoxes, RecognisedText } from "../../contract/recognition.ts";
import { countLineFeeds } from "./line-endings.ts";
import { isSamePlace } from "./sections.ts";

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

/**
 * Numbers the lines of a converted document, from 1. A line continues across text events until a newline, a new place,
 * or an event that is not text.
 */
export async function* readEventLines(
  events: AsyncIterable<HandlerEvent>,
): AsyncGenerator<StreamItem, void, undefined> {
  const writer = createLineWriter();
  for await (const event of events) {
    if (event.type === "text") {
      yield* writer.write(event);
    } else {
      yield* writer.flush();
      yield event;
    }
  }
  yield* writer.flush();
}

interface LineWriter {
  /** Returns the lines that the event completes. */
  write(event: TextPart): LineBlock[];
  /** Returns the last, unfinished line. */
  flush(): LineBlock[];
}

function createLineWriter(): LineWriter {
  let line = 1;
  let open = "";
  let place: Place | undefined;
  let recognised: RecognisedText | undefined;
  let boxes: LineBoxes | undefined;
  let unrecognised = 0;
  const emit = (text: string): LineBlock => {
    const facts = {
      ...(place === undefined ? {} : { at: place }),
      ...(recognised === undefined ? {} : { recognised }),
      ...(boxes === undefined ? {} : { boxes }),
      ...(unrecognised === 0 ? {} : { unrecognised }),
    };
    unrecognised = 0;
    const block: LineBlock = { type: "lines", text, lineCount: countLineFeeds(text) + 1, firstLine: line, ...facts };
    line += block.lineCount;
    return block;
  };
  const flush = (): LineBlock[] => {
    const rest = open;
    open = "";
    return rest === "" ? [] : [emit(rest)];
  };
  return {
    flush,
    write(event) {
      const before = isSamePlace(place, event.at) ? [] : flush();
      place = event.at;
      recognised = numbered(event.recognised, line);
      boxes = numbered(event.boxes, line);
      unrecognised += event.unrecognised ?? 0;
      const text = event.text.includes("\r") ? event.text.replace(/\r\n?/g, "\n") : event.text;
      const end = text.lastIndexOf("\n");
      const lines = open + text.slice(0, Math.max(0, end));
      // Only the new text is searched, because one line may arrive in a million fragments.
      open = end < 0 ? open + text : text.slice(end + 1);
      return end < 0 ? before : [...before, emit(lines)];
    },
  };
}

/** Converts the line numbers of recognised text, or of boxes, from event-relative to document-relative. */
function numbered<Facts extends { readonly lines: readonly { readonly line: number }[] }>(
  facts: Facts | undefined,
  firstLine: number,
): Facts | undefined {
  if (facts === undefined) return undefined;
  return { ...facts, lines: facts.lines.map((each) => ({ ...each, line: each.line + firstLine - 1 })) };
}
