import { ReadError, type Handler, type Place } from "@reader/core";
import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { memorySource, mockContext } from "../../src/index.ts";

/** What a handler made of a file: its words, and what it said besides. */
export interface Reading {
  readonly events: readonly HandlerEvent[];
  /** All text, with a line such as `[slide 2 · hidden]` where a place begins. */
  readonly text: string;
  /** The messages of its notices, and what is hidden. */
  readonly notices: readonly string[];
  /** The code and the words of the error that ended it. */
  readonly error: string | undefined;
}

/** How bytes are read. */
export interface ReadingWish extends Partial<HandlerContext> {
  /** `deck` where not given. */
  readonly name?: string;
  /** What the bytes are said to be. */
  readonly mediaType?: string;
}

/** Reads bytes with a handler to the end, or to its error. */
export async function readBytes(handler: Handler, bytes: Uint8Array, wish: ReadingWish = {}): Promise<Reading> {
  const { name = "deck", mediaType = "application/octet-stream", ...context } = wish;
  const source = memorySource(name, bytes, { sniff: { mediaType, by: "container" } });
  const events: HandlerEvent[] = [];
  let error: string | undefined;
  try {
    for await (const event of handler.read(source, mockContext(context))) events.push(event);
  } catch (thrown) {
    if (!ReadError.is(thrown)) throw thrown;
    error = `${thrown.code}: ${thrown.message}`;
  }
  const notices = events.flatMap((event) => (event.type === "notice" ? [noticeWords(event)] : []));
  return { events, text: textOf(events), notices, error };
}

function textOf(events: readonly HandlerEvent[]): string {
  let text = "";
  let place = "";
  for (const event of events) {
    if (event.type !== "text" && event.type !== "image") continue;
    const line = event.at === undefined ? "" : placeLine(event.at);
    if (line !== place) text += line;
    place = line;
    text += event.type === "text" ? event.text : `(${event.mediaType})\n`;
  }
  return text;
}

function placeLine({ unit, index, label }: Place): string {
  return `[${unit} ${index}${label === undefined ? "" : ` · ${label}`}]\n`;
}

function noticeWords(event: Extract<HandlerEvent, { readonly type: "notice" }>): string {
  if (event.code === "handler") return event.message;
  return event.code === "hidden-content" ? `${event.count} × ${event.what}` : event.code;
}
