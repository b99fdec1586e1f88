import { type HandlerEvent, type Place, ReadError, text } from "@reader/core/handler";
import { joined } from "./bytes/byte-reader.ts";
import type { PackedFile } from "./open-archive.ts";
import { type Outer, placed, placeOf, refuseDenied } from "./select/read-member.ts";

/** Maximum size of a file that is unpacked before it is read. Larger text is streamed. */
const wholeBytes = 8 * 1024 * 1024;

/** Reads the file inside a compressed one with the handler for its type. */
export async function* readPackedFile(file: PackedFile, outer: Outer): AsyncGenerator<HandlerEvent> {
  const { context } = outer;
  const name = innerNameOf(outer.name);
  const at = placeOf({ index: 1, name }, outer);
  await refuseDenied(name, context);
  const pieces = file.content()[Symbol.asyncIterator]();
  try {
    const start = await takeUpTo(pieces, wholeBytes, context.signal);
    if (!start.isWhole && isPlainText(name, start.bytes)) {
      yield* streamText(start.bytes, pieces, at);
      return;
    }
    const left = context.budget.maxInputBytes - start.bytes.length;
    const rest = start.isWhole ? noRest : await takeUpTo(pieces, left, context.signal);
    if (!rest.isWhole) throw tooLarge(outer);
    const bytes = joined([start.bytes, rest.bytes]);
    for await (const event of context.nested(name, bytes, { select: context.select })) yield placed(event, at, outer);
  } finally {
    await pieces.return?.(undefined);
  }
}

interface Taken {
  readonly bytes: Uint8Array;
  /** True if there are no more bytes. */
  readonly isWhole: boolean;
}

const noRest: Taken = { bytes: new Uint8Array(), isWhole: true };

/** Reads chunks until they exceed a size. */
async function takeUpTo(pieces: AsyncIterator<Uint8Array>, most: number, signal: AbortSignal): Promise<Taken> {
  const taken: Uint8Array[] = [];
  for (let length = 0; length <= most;) {
    signal.throwIfAborted();
    const step = await pieces.next();
    if (step.done === true) return { bytes: joined(taken), isWhole: true };
    taken.push(step.value);
    length += step.value.length;
  }
  return { bytes: joined(taken), isWhole: false };
}

async function* streamText(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  at: Place,
): AsyncGenerator<HandlerEvent> {
  const decoder = new TextDecoder();
  yield text(decoder.decode(start, { stream: true }), at);
  for await (const piece of { [Symbol.asyncIterator]: () => rest })
    yield text(decoder.decode(piece, { stream: true }), at);
  yield text(decoder.decode(), at);
}

function tooLarge({ path, context }: Outer): ReadError {
  const { maxInputBytes: value } = context.budget;
  return new ReadError("too-large", `${path} unpacks to more than ${value} bytes.`, {
    hint: "Unpack it first, then read a part of it by its own path.",
    details: { limit: { name: "maxInputBytes", value } },
  });
}

/** Extensions that combine two. */
const doubleEndings: readonly (readonly [RegExp, string])[] = [
  [/\.svgz$/i, ".svg"],
  [/\.(?:tgz|tbz2?|txz|tzst)$/i, ".tar"],
];

/** Returns the name of the file inside a compressed one: `notes.txt` for `notes.txt.gz`. */
function innerNameOf(name: string): string {
  for (const [ending, inner] of doubleEndings) if (ending.test(name)) return name.replace(ending, inner);
  const inner = name.replace(/\.(?:gz|bz2|xz|zst|lz4|z)$/i, "");
  return inner === "" ? name : inner;
}

/** Extensions of plain text, which needs no handler. */
const plainEndings = /^[^.]*$|\.(?:log|txt|text|out|err|lst|sql|json|jsonl|ndjson|xml|md|yaml|yml|\d+)$/i;

const lookedAtBytes = 64 * 1024;

/** True if a large file can be streamed: it starts as UTF-8 and its name does not need a handler. */
function isPlainText(name: string, start: Uint8Array): boolean {
  const looked = start.subarray(0, lookedAtBytes);
  if (!plainEndings.test(name) || looked.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(looked, { stream: true });
    return true;
  } catch {
    return false;
  }
}
