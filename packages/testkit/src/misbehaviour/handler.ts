import type { Handler, MediaType } from "@reader/core";
import type { HandlerContext, HandlerEvent, HandlerInfo, Source } from "@reader/core/handler";
import { type Misbehaviour, raise, type Stage } from "./cases/misbehaviour.ts";
import { misbehaviours } from "./cases/table.ts";

/** The type of files without a misbehaviour. */
const soundType: MediaType = "application/x-misbehaviour";

const firstLine = /^misbehave: ([a-z0-9-]+)\r?\n/;

/**
 * Creates a handler that misbehaves as the first line of a file says: `misbehave: js-loop`. A file without a known
 * misbehaviour, such as `misbehave: nothing`, is read correctly.
 */
export function misbehaving(): Handler {
  const loaded = misbehaviours.filter(({ origin, addons }) => origin === undefined && addons !== true);
  return {
    specVersion: 1,
    name: "misbehaving",
    mediaTypes: [soundType, ...loaded.map(typeOf)],
    sniff: typeByWords,
    origin: { module: import.meta.url, export: "misbehaving" },
    // Not a generator, because some misbehaviours must happen in the call itself.
    read(source, context): AsyncIterable<HandlerEvent> {
      const { read } = chosenBy(source) ?? {};
      return read === undefined ? readSound({ source, context }) : read({ source, context });
    },
    info(source: Source, context: HandlerContext): Promise<HandlerInfo> {
      const { info } = chosenBy(source) ?? {};
      return info === undefined ? soundInfo({ source, context }) : info({ source, context });
    },
  };
}

/** Creates the handler of misbehaviours that declare native code. `misbehaving` detects their files. */
export function misbehavingWithAddons(): Handler {
  const { sniff: _, ...handler } = misbehaving();
  return {
    ...handler,
    name: "misbehaving-with-addons",
    mediaTypes: misbehaviours.filter(({ addons }) => addons === true).map(typeOf),
    origin: { module: import.meta.url, export: "misbehavingWithAddons", addons: "always" },
  };
}

/** Returns handlers that cannot be loaded, one per misbehaviour. `misbehaving` detects their files. */
export function unloadable(): readonly Handler[] {
  return misbehaviours.flatMap((each): readonly Handler[] => {
    const { name, origin } = each;
    if (origin === undefined) return [];
    const read = (): never => raise(new Error(`${name} was read in this process, which has only its description.`));
    return [{ specVersion: 1, name, mediaTypes: [typeOf(each)], origin, read }];
  });
}

/** Returns the first line of a file with a misbehaviour. */
export function wordsOf(name: string): string {
  return `misbehave: ${name}\n`;
}

/** Returns the media type of a misbehaviour, so that `read` knows it without reading bytes. */
function typeOf({ name }: Pick<Misbehaviour, "name">): MediaType {
  return `${soundType}-${name}`;
}

function typeByWords(head: Uint8Array): MediaType | undefined {
  const name = firstLine.exec(new TextDecoder("latin1").decode(head.subarray(0, 200)))?.[1];
  if (name === undefined) return undefined;
  const found = misbehaviours.find((each) => each.name === name);
  return found === undefined ? soundType : typeOf(found);
}

function chosenBy({ sniff }: Source): Misbehaviour | undefined {
  return misbehaviours.find((each) => typeOf(each) === sniff.mediaType);
}

/** Larger than the buffer of a pipe. */
const imageBytes = 70_000;

/** Yields a valid document: an extent, each line as a section, an image, an inner file and a notice. */
async function* readSound({ source, context }: Stage): AsyncGenerator<HandlerEvent> {
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

/** Returns the `info` of a valid document. */
async function soundInfo({ source }: Stage): Promise<HandlerInfo> {
  const head = await source.head(10);
  return {
    extents: [{ type: "extent", unit: "section", total: 3, exact: true }],
    facts: { name: source.name, bytes: source.size, head: [...head], nested: { yes: true, nothing: null } },
  };
}

/** Reads bytes in every way and reports what the handler got, so that any loss shows. */
async function measure({ source, context }: Stage): Promise<string> {
  let streamed = 0;
  for await (const piece of source.stream({ start: 3 })) streamed += piece.length;
  const slice = new TextDecoder().decode(await source.slice(0, 9));
  const { view, select, pages, capabilities, budget, signal } = context;
  const received = {
    view,
    select,
    pages,
    model: capabilities.name,
    time: budget.documentTimeMs,
    aborted: signal.aborted,
  };
  return JSON.stringify({ ...received, slice, streamed, size: source.size, path: source.path, polluted: pollution() });
}

/** Lists properties that were added to `Object.prototype`. */
function pollution(): readonly string[] {
  const names: string[] = [];
  for (const name in {}) names.push(name);
  return names;
}

/** Returns bytes in which adjacent values differ, so that lost or swapped chunks show. */
function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = index * 31 + (index >> 8);
  return bytes;
}
