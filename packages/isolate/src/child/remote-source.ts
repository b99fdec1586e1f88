import type { Source } from "@reader/core/handler";
import type { ByteRange } from "@reader/core/internal";
import type { ByteRequest, OpenMessage } from "../channel/messages.ts";
import type { Calls } from "./calls.ts";
import type { DirectLine } from "./direct-line.ts";

/** Size of a stream chunk, in bytes; the same as in the core. */
const pieceBytes = 256 * 1024;

/** The services that a remote source uses. */
export interface SourceServices {
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
