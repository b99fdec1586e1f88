import type { Handler, MediaType } from "@reader/core";
import type { HandlerContext, HandlerEvent, HandlerInfo, Source } from "@reader/core/handler";
import { type Misbehaviour, raise, type Stage } from "./cases/misbehaviour.ts";
import { misbehaviours } from "./cases/table.ts";

/** What a file is that names no misbehaviour. */
const soundType: MediaType = "application/x-misbehaviour";

const firstLine = /^misbehave: ([a-z0-9-]+)\r?\n/;

/**
 * A handler that does what the first line of a file tells it to: `misbehave: js-loop`. A file that names no
 * misbehaviour, such as `misbehave: nothing`, is read as a handler should read it.
 */
export function misbehaving(): Handler {
  const loaded = misbehaviours.filter(({ origin, addons }) => origin === undefined && addons !== true);
  return {
    specVersion: 1,
    name: "misbehaving",
    mediaTypes: [soundType, ...loaded.map(typeOf)],
    sniff: typeByWords,
    origin: { module: import.meta.url, export: "misbehaving" },
    // No generator, which would start late: some deeds are done by the call.
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

/** The same for misbehaviours of handlers that declare native code. The sniffing is done by the other one. */
export function misbehavingWithAddons(): Handler {
  const { sniff: _, ...handler } = misbehaving();
  return {
    ...handler,
    name: "misbehaving-with-addons",
    mediaTypes: misbehaviours.filter(({ addons }) => addons === true).map(typeOf),
    origin: { module: import.meta.url, export: "misbehavingWithAddons", addons: "always" },
  };
}

/** Handlers that cannot be loaded, one for each such misbehaviour. The sniffing is done by the one that can be. */
export function unloadable(): readonly Handler[] {
  return misbehaviours.flatMap((each): readonly Handler[] => {
    const { name, origin } = each;
    if (origin === undefined) return [];
    const read = (): never => raise(new Error(`${name} was read in this process, where it is only described.`));
    return [{ specVersion: 1, name, mediaTypes: [typeOf(each)], origin, read }];
  });
}

/** What a file begins with that is read with a misbehaviour. */
export function wordsOf(name: string): string {
  return `misbehave: ${name}\n`;
}

/** A type for each, so that the bytes alone decide and a call has nothing to wait for. */
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

/** More than a pipe holds. */
const imageBytes = 70_000;

/** A file that names no misbehaviour: an extent, each line as a section, an image, an inner file and a notice. */
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

/** The `info` of such a file. */
async function soundInfo({ source }: Stage): Promise<HandlerInfo> {
  const head = await source.head(10);
  return {
    extents: [{ type: "extent", unit: "section", total: 3, exact: true }],
    facts: { name: source.name, bytes: source.size, head: [...head], nested: { yes: true, nothing: null } },
  };
}

/** Reads bytes in every way and lists what the handler was given, so that anything lost in between shows. */
async function measure({ source, context }: Stage): Promise<string> {
  let streamed = 0;
  for await (const piece of source.stream({ start: 3 })) streamed += piece.length;
  const slice = new TextDecoder().decode(await source.slice(0, 9));
  const { view, select, pages, capabilities, budget, signal } = context;
  const told = { view, select, pages, model: capabilities.name, time: budget.documentTimeMs, aborted: signal.aborted };
  return JSON.stringify({ ...told, slice, streamed, size: source.size, path: source.path, polluted: pollution() });
}

/** Lists properties that were added to `Object.prototype`. */
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
