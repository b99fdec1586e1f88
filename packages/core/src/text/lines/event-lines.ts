import type { HandlerEvent, TextPart } from "../../contract/events.ts";
import type { Place } from "../../contract/place.ts";
import type { RecognisedText } from "../../contract/recognition.ts";
import { countLineFeeds } from "./line-endings.ts";
import type { LineBlock } from "./line.ts";
import { isSamePlace } from "./sections.ts";
import type { StreamItem } from "./stream.ts";

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
  const emit = (text: string): LineBlock => {
    const facts = {
      ...(place === undefined ? {} : { at: place }),
      ...(recognised === undefined ? {} : { recognised }),
    };
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
      const text = event.text.includes("\r") ? event.text.replace(/\r\n?/g, "\n") : event.text;
      const end = text.lastIndexOf("\n");
      const lines = open + text.slice(0, Math.max(0, end));
      // Only the new text is searched, because one line may arrive in a million fragments.
      open = end < 0 ? open + text : text.slice(end + 1);
      return end < 0 ? before : [...before, emit(lines)];
    },
  };
}

/** Converts the line numbers of recognised text from event-relative to document-relative. */
function numbered(recognised: RecognisedText | undefined, firstLine: number): RecognisedText | undefined {
  if (recognised === undefined) return undefined;
  return { ...recognised, lines: recognised.lines.map((each) => ({ ...each, line: each.line + firstLine - 1 })) };
}
