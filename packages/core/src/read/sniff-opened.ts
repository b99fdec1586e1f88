import { ReadError } from "../contract/errors.ts";
import { isTextType } from "../contract/media-type.ts";
import { sniff } from "../detect/sniff.ts";
import { shownValue } from "../request/request-issue.ts";
import { readRange } from "../text/lines/text-file.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Call, ReaderState } from "./call.ts";

/** Number of bytes in the single read that identifies most files. */
export const headBytes = 4096;

type Sniffing = Pick<ReaderState, "handlers" | "sniffs">;

/** Sniffs an opened file, unless its type is known from its last page or from a search. */
export async function sniffOpened(state: Sniffing, opened: OpenedFile): Promise<Sniff> {
  const key = keyOf(opened);
  const known = state.sniffs.get(key);
  if (known !== undefined) return known;
  const found = await sniffBytes(state, opened);
  state.sniffs.keepRead(key, found);
  return found;
}

/** Sniffs an opened file for a search, unless its type is known. `readHead` returns the first bytes. */
export async function sniffSearched(
  state: Sniffing,
  opened: OpenedFile,
  readHead: () => Promise<Uint8Array>,
): Promise<Sniff> {
  const key = keyOf(opened);
  const known = state.sniffs.get(key);
  if (known !== undefined) return known;
  const found = await sniffBytes(state, opened, await readHead());
  state.sniffs.keepSearched(key, found);
  return found;
}

function keyOf({ identity, name }: OpenedFile): string {
  return `${identity} ${name}`;
}

/** Sniffs a file by its first bytes and, for containers, by their directory. */
async function sniffBytes(
  { handlers }: Sniffing,
  { name, stat, handle }: OpenedFile,
  given?: Uint8Array,
): Promise<Sniff> {
  const slice = (start: number, end: number): Promise<Uint8Array> => readRange({ handle, size: stat.size }, start, end);
  const head = given ?? (await slice(0, headBytes));
  return sniff({ head, name, size: stat.size, slice, handlers });
}

/**
 * Returns how to decode a file as text: by the encoding of the request, else by its bytes. Returns `undefined` if it is
 * not text.
 */
export async function textOf(call: Call, found: Sniff): Promise<SniffedText | undefined> {
  const label = call.checked.encoding;
  if (label === undefined) return found.text !== undefined && isTextual(found) ? found.text : undefined;
  // The table of encoding names is loaded only for a request that has one.
  const { knownEncodings, resolveEncoding } = await import("../text/encoding/encoding-labels.ts");
  const encoding = resolveEncoding(label);
  if (encoding === undefined) throw unknownEncoding(label, knownEncodings);
  const marked = found.text;
  // "UTF-16" does not specify the byte order, so the byte order mark decides.
  if (marked !== undefined && marked.bomBytes > 0 && isSameFamily(marked.encoding, encoding)) return marked;
  return { encoding, confidence: 1, bomBytes: 0, isAsciiSoFar: false };
}

/** True if two encodings differ at most in byte order. */
function isSameFamily(left: string, right: string): boolean {
  const family = (encoding: string): string => encoding.replace(/[lb]e$/, "");
  return family(left) === family(right);
}

/** True if a type is text. A type with a signature, such as PDF, may consist of text bytes and still not be text. */
function isTextual({ mediaType, by }: Sniff): boolean {
  return by === "text" || by === "name" || isTextType(mediaType);
}

function unknownEncoding(label: string, knownEncodings: readonly string[]): ReadError {
  return new ReadError("invalid-request", `The encoding ${shownValue(label)} is not supported.`, {
    hint: `Leave \`encoding\` out, or use one of: ${knownEncodings.join(", ")}.`,
    details: { issues: [{ field: "encoding", problem: `${shownValue(label)} is not supported` }] },
  });
}
