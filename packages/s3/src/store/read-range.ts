import type { ObjectName } from "./object-name.ts";
import type { ObjectFacts, ObjectRange, RangeQuestion } from "./object-store.ts";
import { statusOf, StoreFault } from "./store-fault.ts";

/** How often a body may be cut off before a range is given up. Requests that fail are repeated by the client. */
const maxCuts = 6;

/** A request for a range, of which both ends are included. */
interface RangeRequest {
  readonly first: number;
  readonly last: number;
  readonly etag?: string | undefined;
}

/** The answer to a request for a range. */
interface RangeAnswer {
  readonly facts: ObjectFacts;
  readonly body: AsyncIterable<Uint8Array> & { destroy(): void };
}

/** Sends one request for a range. */
export type AskRange = (name: ObjectName, request: RangeRequest) => Promise<RangeAnswer>;

interface RangeCall extends RangeQuestion {
  readonly name: ObjectName;
  /** Waits before an attempt. */
  readonly pause: (attempt: number) => Promise<void>;
}

/**
 * Reads a part of an object. If the connection is cut, goes on from there, and notices by the ETag if the object is another
 * one by then. Never takes more bytes than were asked for.
 */
export async function readRange(ask: AskRange, call: RangeCall): Promise<ObjectRange> {
  const { name, start, length, pause } = call;
  const target = new Uint8Array(length);
  let { facts } = call;
  let filled = 0;
  for (let cuts = 0; ; cuts += 1) {
    const answer = await askOrEnd(ask, name, { first: start + filled, last: start + length - 1, etag: facts?.etag });
    if (answer === undefined) return emptyRange(facts);
    facts = sameFacts(facts, answer);
    const wanted = Math.min(length, facts.size - start);
    filled += await fill(target.subarray(filled, wanted), answer.body);
    if (filled === wanted) return { bytes: target.subarray(0, wanted), facts };
    if (cuts === maxCuts) throw new StoreFault("failed", "The server cut the connection too often.");
    await pause(cuts + 1);
  }
}

/** Returns `undefined` if there is no byte at the start of the range. */
async function askOrEnd(ask: AskRange, name: ObjectName, request: RangeRequest): Promise<RangeAnswer | undefined> {
  try {
    return await ask(name, request);
  } catch (cause) {
    if (statusOf(cause) === 416) return undefined;
    throw cause;
  }
}

/** The answer for an empty object, or for one that ends before the place where it should go on. */
function emptyRange(facts: ObjectFacts | undefined): never {
  if (facts === undefined) throw new EmptyObject();
  throw new StoreFault("changed", "The object is shorter than it was.");
}

/** Thrown for an object without bytes, of which no range exists. */
export class EmptyObject extends StoreFault {
  constructor() {
    super("failed", "The object has no bytes.");
  }
}

function sameFacts(before: ObjectFacts | undefined, { facts, body }: RangeAnswer): ObjectFacts {
  if (before === undefined || (before.etag === facts.etag && before.size === facts.size)) return before ?? facts;
  body.destroy();
  throw new StoreFault("changed", "The object was replaced while it was read.");
}

/** Fills a buffer with a body, as far as it goes before it ends or the connection is cut. Returns the number of bytes. */
async function fill(target: Uint8Array, body: RangeAnswer["body"]): Promise<number> {
  let filled = 0;
  try {
    for await (const chunk of body) {
      if (filled + chunk.length > target.length) {
        throw new StoreFault("malformed", "The server sent more bytes than asked for.");
      }
      target.set(chunk, filled);
      filled += chunk.length;
    }
  } catch (cause) {
    if (cause instanceof StoreFault) throw cause;
    // The connection was cut.
  } finally {
    body.destroy();
  }
  return filled;
}
