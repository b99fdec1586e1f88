import type { HandlerContext, HandlerEvent, Source } from "@reader/core/handler";
import { escapeName } from "@reader/core/render";
import type { InnerRequest, RecognisableImage, Recognised, ByteRange, Transcript } from "@reader/core/internal";
import { unpackEvent } from "../channel/handler-output.ts";
import { type ChildLimits, maxCheckedNames, type OpenMessage, type ByteRequest } from "../channel/messages.ts";
import { type Calls, type Connection, revive } from "./calls.ts";
import type { Watchdog } from "./watchdog.ts";
import type { DirectLine } from "./direct-line.ts";

/** The services that a remote context uses. */
export interface Line {
  readonly calls: Calls;
  readonly connection: Connection;
  readonly limits: ChildLimits;
  readonly watchdog: Watchdog;
}

/** Creates the handler's context. Nested files go back to the parent, which chooses their handler. */
export function remoteContext(open: OpenMessage, line: Line, signal: AbortSignal): HandlerContext {
  const { pages, select, view, password, boxes, tables, capabilities, budget, canRecognise, canTranscribe, hasPolicy } =
    open.context;
  let last = 0;
  return {
    pages,
    select,
    view,
    password,
    ...(boxes === undefined ? {} : { boxes }),
    ...(tables === undefined ? {} : { tables }),
    capabilities,
    budget,
    signal,
    nested: (name, bytes, wish = {}) =>
      nested({ ...line, document: open.document, nested: (last += 1), wish }, name, bytes),
    ...(hasPolicy ? { areDenied: (names) => areDenied(open, line, names) } : {}),
    ...(canRecognise ? { recognise: (image) => recognise(open, line, image) } : {}),
    ...(canTranscribe ? { transcribe: () => transcribe(open, line) } : {}),
  };
}

/** Recognition has its own time limit in the parent, and this process is idle meanwhile, so the step's clock stops. */
async function recognise(
  { document, killAfterMs }: OpenMessage,
  { calls, watchdog, limits }: Line,
  { data, widthPx, heightPx }: RecognisableImage,
): Promise<Recognised> {
  if (data.length > limits.maxInputBytes) throw tooLarge("An image", data.length, limits.maxInputBytes);
  watchdog.end(document);
  try {
    const image = { widthPx, heightPx };
    const { value } = await calls.ask((call) => ({ type: "recognise", document, call, image }), data);
    if (value.kind === "recognised") return value.recognised;
    throw new Error("The reader gave no answer.");
  } finally {
    watchdog.begin(document, killAfterMs);
  }
}

/** As `recognise`: the parent has the recording, so nothing of it is sent. */
async function transcribe({ document, killAfterMs }: OpenMessage, { calls, watchdog }: Line): Promise<Transcript> {
  watchdog.end(document);
  try {
    const { value } = await calls.ask((call) => ({ type: "transcribe", document, call }));
    if (value.kind === "transcribed") return value.transcript;
    throw new Error("The reader gave no answer.");
  } finally {
    watchdog.begin(document, killAfterMs);
  }
}

async function areDenied(
  { document }: OpenMessage,
  { calls }: Line,
  names: readonly string[],
): Promise<readonly boolean[]> {
  const denied: boolean[] = [];
  for (let at = 0; at < names.length; at += maxCheckedNames) {
    const batch = names.slice(at, at + maxCheckedNames);
    const { value } = await calls.ask((call) => ({ type: "check-names", document, call, names: batch }));
    if (value.kind !== "names-checked") throw new Error("The reader gave no answer.");
    denied.push(...value.denied);
  }
  return denied;
}

interface Nesting extends Line {
  readonly document: number;
  readonly nested: number;
  readonly wish: InnerRequest;
}

async function* nested(nesting: Nesting, name: string, bytes: Uint8Array): AsyncGenerator<HandlerEvent> {
  const { calls, connection, document, nested: number, wish, limits } = nesting;
  if (bytes.length > limits.maxInputBytes) throw tooLarge(escapeName(name), bytes.length, limits.maxInputBytes);
  connection.send({ type: "nest", document, nested: number, name, wish }, bytes);
  try {
    for (;;) {
      const { value, tail } = await calls.ask((call) => ({ type: "pull", document, call, nested: number }));
      if (value.kind !== "event") return;
      const event = unpackEvent(value.event, tail);
      if (event !== undefined) yield event;
    }
  } finally {
    connection.send({ type: "drop", document, nested: number });
  }
}

function tooLarge(name: string, actual: number, value: number): Error {
  return revive({
    kind: "read-error",
    code: "too-large",
    message: `${name} has ${actual} bytes, and the limit for one read is ${value}.`,
    hint: "Unpack the outer file first, then read a part of the inner one by its own path.",
    details: { limit: { name: "maxInputBytes", value, actual } },
  });
}

/** Size of a stream chunk, in bytes; the same as in the core. */
const pieceBytes = 256 * 1024;

/** The services that a remote source uses. */
interface SourceServices {
  readonly calls: Calls;
  readonly direct: DirectLine;
}

/** Creates a source whose bytes are requested from the parent. */
export function remoteSource({ document, source }: OpenMessage, { calls, direct }: SourceServices): Source {
  const { size } = source;
  const get = async (request: ByteRequest): Promise<Uint8Array> => {
    const { tail } = await calls.ask((call) => ({ type: "bytes", document, call, request }));
    return tail;
  };
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    checkRange(start, end);
    return get({ want: "slice", start, end: Math.min(end, size) });
  };
  return {
    ...source,
    async head(length) {
      checkRange(0, length);
      return get({ want: "head", length: Math.min(length, size) });
    },
    bytes: () => get({ want: "bytes" }),
    slice,
    sliceSync(start, end) {
      checkRange(start, end);
      return direct.askNow(document, start, Math.max(start, Math.min(end, size)));
    },
    stream(range = { start: 0 }) {
      checkRange(range.start, range.end ?? size);
      return pieces(slice, { start: range.start, end: Math.min(range.end ?? size, size) });
    },
  };
}

/** Yields the chunks of a range, and requests each one while the consumer works on the one before. */
async function* pieces(
  slice: (start: number, end: number) => Promise<Uint8Array>,
  { start, end }: Required<ByteRange>,
): AsyncGenerator<Uint8Array> {
  const fetch = async (from: number): Promise<Uint8Array> =>
    from < end ? slice(from, Math.min(from + pieceBytes, end)) : new Uint8Array();
  let ahead = fetch(start);
  for (let position = start; position < end;) {
    const piece = await ahead;
    if (piece.length === 0) return;
    position += piece.length;
    ahead = fetch(position);
    // Awaited in the next iteration, if there is one.
    ahead.catch(() => undefined);
    yield piece;
  }
}

/** Throws the same error as the core's sources. Checked here, because JSON cannot carry numbers such as NaN. */
function checkRange(start: number, end: number): void {
  const isRange = Number.isSafeInteger(start) && start >= 0 && !Number.isNaN(end);
  if (!isRange) throw new RangeError(`Not a range of bytes: ${start} to ${end}.`);
}
