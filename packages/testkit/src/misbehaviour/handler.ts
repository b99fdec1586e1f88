import type { Handler, HandlerContext, HandlerEvent, HandlerInfo, MediaType, Source } from "@reader/core";
import { raise } from "./acting.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { readSound, soundInfo } from "./sound.ts";
import { misbehaviours } from "./table.ts";

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
