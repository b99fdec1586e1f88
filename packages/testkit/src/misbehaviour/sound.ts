import type { HandlerEvent, HandlerInfo } from "@reader/core";
import type { Stage } from "./misbehaviour.ts";

/** More than a pipe holds. */
const imageBytes = 70_000;

/** A file that names no misbehaviour: an extent, each line as a section, an image, an inner file and a notice. */
export async function* readSound({ source, context }: Stage): AsyncGenerator<HandlerEvent> {
  const lines = new TextDecoder()
    .decode(await source.bytes())
    .split("\n")
    .filter((line) => line !== "");
  yield { type: "extent", unit: "section", total: lines.length, exact: true };
  for (const [index, line] of lines.entries()) {
    yield { type: "text", text: `${line}\n`, at: { unit: "section", index: index + 1 } };
  }
  yield { type: "text", text: `${await measure({ source, context })}\n` };
  yield {
    type: "image",
    mediaType: "image/png",
    data: pattern(imageBytes),
    widthPx: 100,
    heightPx: 50,
    alt: "a pattern",
  };
  yield* context.nested("inner.txt", new TextEncoder().encode("A line of an inner file.\n"));
  yield { type: "notice", code: "handler", message: "That was all." };
}

/** What `info` tells of such a file. */
export async function soundInfo({ source }: Stage): Promise<HandlerInfo> {
  const head = await source.head(10);
  return {
    extents: [{ type: "extent", unit: "section", total: 3, exact: true }],
    facts: { name: source.name, bytes: source.size, head: [...head], nested: { yes: true, nothing: null } },
  };
}

/** Bytes by every way there is, and what a handler is told: what is lost on the way shows. */
async function measure({ source, context }: Stage): Promise<string> {
  let streamed = 0;
  for await (const piece of source.stream({ start: 3 })) streamed += piece.length;
  const slice = new TextDecoder().decode(await source.slice(0, 9));
  const { view, select, pages, capabilities, budget, signal } = context;
  const told = { view, select, pages, model: capabilities.name, time: budget.documentTimeMs, aborted: signal.aborted };
  return JSON.stringify({ ...told, slice, streamed, size: source.size, path: source.path, polluted: pollution() });
}

/** What an object has that nobody gave it. */
function pollution(): readonly string[] {
  const names: string[] = [];
  for (const name in {}) names.push(name);
  return names;
}

/** Bytes that are no two the same in a row, so that lost or turned pieces show. */
function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = index * 31 + (index >> 8);
  return bytes;
}
