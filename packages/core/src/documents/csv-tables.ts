import type { HandlerEvent, TextPart } from "../contract/events.ts";
import type { Handler } from "../contract/handler.ts";
import { isSamePlace } from "../text/lines/sections.ts";
import { createTableRewriter, mayBeRowOrFence } from "./markdown-tables.ts";

/** Returns the events of a handler with its tables as CSV, if the request asks for that and the handler leaves it to the core. */
export function withRequestedTables(
  events: AsyncIterable<HandlerEvent>,
  { tables }: Pick<Handler, "tables">,
  requested: string | undefined,
): AsyncIterable<HandlerEvent> {
  return requested === "csv" && tables === "markdown" ? csvTables(events) : events;
}

/** Writes the Markdown tables in text events as CSV. Code blocks, and all other text, stay as they are. */
export async function* csvTables(events: AsyncIterable<HandlerEvent>): AsyncGenerator<HandlerEvent, void, undefined> {
  const writer = createWriter();
  let last: TextPart | undefined;
  const rest = (startsPlace: boolean): readonly HandlerEvent[] => {
    const text = writer.end(startsPlace);
    if (last === undefined || text === "") return [];
    const { at } = last;
    return [{ type: "text", text, ...(at === undefined ? {} : { at }) }];
  };
  try {
    for await (const event of events) {
      // The lines of an image have numbers, and are no tables.
      const isPlain = event.type === "text" && event.recognised === undefined && event.boxes === undefined;
      const startsPlace = isPlain && !isSamePlace(last?.at, event.at);
      if (!isPlain || startsPlace) yield* rest(startsPlace);
      if (!isPlain) {
        yield event;
        continue;
      }
      last = event;
      yield { ...event, text: writer.write(event.text) };
    }
  } catch (error) {
    yield* rest(false);
    throw error;
  }
  yield* rest(false);
}

/** Maximum length of a row, in characters. A longer line is no row, so that it need not be held until it ends. */
const maxRowCharacters = 1024 * 1024;

/** Number of characters of an unfinished line that show whether it may be a row. */
const startCharacters = 64;

interface Writer {
  /** Takes text, and returns the text that is certain now. */
  readonly write: (text: string) => string;
  /** Returns the text that is held back, before an event that is not text or before a new place. */
  readonly end: (startsPlace: boolean) => string;
}

/** Divides text into lines. An unfinished line is held only while it may be a row or a fence. */
function createWriter(): Writer {
  const rewriter = createTableRewriter();
  let open: string[] = [];
  let start = "";
  let length = 0;
  /** True if the start of the unfinished line was returned. */
  let isPassing = false;
  /** True if the text ended in `\r`, which may be half of a line end. */
  let endsInReturn = false;
  const takeOpen = (): string => {
    const line = open.join("");
    open = [];
    start = "";
    length = 0;
    return line;
  };
  const endLine = (text: string): string => {
    if (!isPassing) return ended(rewriter.line(takeOpen() + text));
    isPassing = false;
    return `${text}\n`;
  };
  const goOn = (text: string): string => {
    if (isPassing || text === "") return text;
    open.push(text);
    length += text.length;
    if (start.length < startCharacters) start += text.slice(0, startCharacters);
    if (length <= maxRowCharacters && mayBeRowOrFence(start)) return "";
    isPassing = true;
    return rewriter.textLine(takeOpen()).join("\n");
  };
  return {
    write(text) {
      const known = endsInReturn ? `\r${text}` : text;
      endsInReturn = known.endsWith("\r");
      const lines = (endsInReturn ? known.slice(0, -1) : known).replaceAll(/\r\n?/g, "\n").split("\n");
      const unfinished = lines.pop() ?? "";
      return lines.map(endLine).join("") + goOn(unfinished);
    },
    end(startsPlace) {
      const line = endsInReturn || length > 0 ? endLine("") : "";
      endsInReturn = false;
      if (startsPlace) isPassing = false;
      return line + ended(rewriter.end(startsPlace));
    },
  };
}

function ended(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
