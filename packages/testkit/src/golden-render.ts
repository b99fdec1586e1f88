import {
  ReadError,
  type Handler,
  type HandlerEvent,
  type ImagePart,
  type DocumentPart,
  type PageRange,
  type Place,
} from "@reader/core";
import type { Fixture } from "./fixtures.ts";
import { collect } from "./collect.ts";

/** The text of a golden case: places on lines of their own, text as it is, everything else in one line each. */
export async function renderGolden(handler: Handler, fixture: Fixture): Promise<string> {
  const { inputName: name, bytes, request } = fixture;
  const { events, error } = await collect(handler, bytes, { name, ...contextOf(request) });
  const lines = [...renderEvents(events)];
  return [...lines, ...(error === undefined ? [] : [renderError(error)])].join("");
}

function contextOf(request: Readonly<Record<string, unknown>>): {
  readonly pages?: readonly PageRange[];
  readonly select?: string;
} {
  const { pages, select } = request;
  return {
    ...(typeof pages === "string" ? { pages: pages.split(",").map(pageRange) } : {}),
    ...(typeof select === "string" ? { select } : {}),
  };
}

function pageRange(piece: string): PageRange {
  const [, first, dash, last] = /^(-?\d+)(-)?(\d+)?$/.exec(piece.trim()) ?? [];
  if (first === undefined) return { label: piece.trim() };
  if (first.startsWith("-") || (dash !== undefined && last === undefined)) return { first: Number(first) };
  return { first: Number(first), last: Number(last ?? first) };
}

function* renderEvents(events: readonly HandlerEvent[]): Generator<string> {
  let place = "";
  for (const event of events) {
    const here = "at" in event && event.at !== undefined ? placeLine(event.at) : place;
    if (here !== place) yield here;
    place = here;
    yield renderEvent(event);
  }
}

function renderEvent(event: HandlerEvent): string {
  switch (event.type) {
    case "text":
      return event.text;
    case "image":
    case "document":
      return mediaLine(event);
    case "extent":
      return `[${event.total} ${event.unit}s]\n`;
    case "notice":
      return `! ${"message" in event ? event.message : JSON.stringify(event)}\n`;
  }
}

function mediaLine(event: ImagePart | DocumentPart): string {
  const size = event.type === "image" ? ` ${event.widthPx}×${event.heightPx}` : "";
  const alt = event.type === "image" && event.alt !== undefined ? ` · ${event.alt}` : "";
  return `[${event.mediaType}${size}, ${event.data.length} bytes${alt}]\n`;
}

function placeLine({ unit, index, label }: Place): string {
  return `[${unit} ${index}${label === undefined ? "" : ` · ${label}`}]\n`;
}

function renderError(error: unknown): string {
  if (!ReadError.is(error)) throw error;
  return `error ${error.code}: ${error.message}\nhint: ${error.hint ?? ""}\n`;
}
