import { inflateSync } from "node:zlib";
import { oneLine, type TextTrack, type TimedText } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";
import { type Element, elementAt, elementsIn, lengthOf, numberIn, uintOf, valueOf } from "./ebml.ts";
import type { Segment, TextTrackEntry } from "./read-segment.ts";

const clusterId = 0x1f43b675;
const timestampId = 0xe7;
const simpleBlockId = 0xa3;
const groupId = 0xa0;
const blockId = 0xa1;
const durationId = 0x9b;

/** Maximum size of a file without an index of its subtitles, all of whose blocks have to be passed. */
const maxScannedBytes = 1024 * 1024 * 1024;

/** Maximum size of a block of text that is unpacked. */
const maxTextBytes = 1024 * 1024;

/** The text tracks of a file, and a sentence if some of them cannot be read. */
export interface SegmentTexts {
  readonly texts: readonly TextTrack[];
  readonly remarks: readonly string[];
}

/** Returns the subtitles of a Matroska file. Their blocks are found by the index, so that no frame is read. */
export function segmentTexts(window: ByteWindow, segment: Segment): SegmentTexts {
  const texts: TextTrack[] = [];
  const remarks: string[] = segment.isCut ? ["The file is cut off: its end is missing."] : [];
  for (const track of segment.tracks) {
    const isIndexed = segment.cues.some((cue) => cue.track === track.number);
    if (!isIndexed && window.size > maxScannedBytes) {
      remarks.push(
        `Subtitles of track ${track.number} are not shown, because the file has no index of them: extract them with \`mkvextract\`.`,
      );
      continue;
    }
    texts.push({
      kind: "Subtitles",
      words: [track.language, track.name]
        .map((words) => oneLine(words, 100))
        .filter((words) => words !== "" && words !== "und")
        .join(", "),
      name: `subtitles/${texts.length + 1}`,
      read: (signal) =>
        isIndexed ? indexed(window, { segment, track, signal }) : scanned(window, { segment, track, signal }),
    });
  }
  return { texts, remarks };
}

interface Reading {
  readonly segment: Segment;
  readonly track: TextTrackEntry;
  readonly signal: AbortSignal;
}

/** Yields the texts whose positions the index has. */
async function* indexed(window: ByteWindow, { segment, track, signal }: Reading): AsyncGenerator<TimedText> {
  const passed = new Set<number>();
  for (const { track: number, cluster, block } of segment.cues) {
    if (number !== track.number) continue;
    signal.throwIfAborted();
    const element = await elementAt(window, cluster, segment.end);
    if (element?.id !== clusterId) continue;
    if (block === undefined) {
      if (!passed.has(cluster)) yield* textsIn(window, element, { segment, track, signal });
      passed.add(cluster);
      continue;
    }
    const base = await timestampOf(window, element);
    const found = await elementAt(window, element.start + block, element.end);
    const text = found === undefined ? undefined : await textIn(window, found, { segment, track, base });
    if (text !== undefined) yield text;
  }
}

/** Yields the texts of all clusters. */
async function* scanned(window: ByteWindow, reading: Reading): AsyncGenerator<TimedText> {
  const { segment, signal } = reading;
  if (segment.firstCluster === undefined) return;
  for await (const element of elementsIn(window, segment.firstCluster, segment.end)) {
    signal.throwIfAborted();
    if (element.id === clusterId) yield* textsIn(window, element, reading);
  }
}

/** Yields the texts of a cluster, and of those inside one of unknown size, which ends where the next begins. */
async function* textsIn(
  window: ByteWindow,
  cluster: Element,
  { segment, track, signal }: Reading,
): AsyncGenerator<TimedText> {
  let base = 0;
  for (let at = cluster.start; at < cluster.end;) {
    signal.throwIfAborted();
    const element = await elementAt(window, at, cluster.end);
    if (element === undefined) return;
    at = element.id === clusterId ? element.start : element.end;
    if (element.id === timestampId) base = await uintOf(window, element);
    const text = await textIn(window, element, { segment, track, base });
    if (text !== undefined) yield text;
  }
}

async function timestampOf(window: ByteWindow, cluster: Element): Promise<number> {
  for await (const element of elementsIn(window, cluster.start, cluster.end)) {
    if (element.id === timestampId) return uintOf(window, element);
    if (element.id === groupId || element.id === simpleBlockId) return 0;
  }
  return 0;
}

interface BlockContext {
  readonly segment: Segment;
  readonly track: TextTrackEntry;
  /** The time of the cluster. */
  readonly base: number;
}

/** Reads the text of a block of the track; `undefined` for other elements. */
async function textIn(window: ByteWindow, element: Element, context: BlockContext): Promise<TimedText | undefined> {
  if (element.id === simpleBlockId) return blockText(window, element, { ...context, duration: undefined });
  if (element.id !== groupId) return undefined;
  let block: Element | undefined;
  let duration: number | undefined;
  for await (const field of elementsIn(window, element.start, element.end)) {
    if (field.id === blockId) block = field;
    if (field.id === durationId) duration = await uintOf(window, field);
  }
  return block === undefined ? undefined : blockText(window, block, { ...context, duration });
}

async function blockText(
  window: ByteWindow,
  block: Element,
  { segment, track, base, duration }: BlockContext & { readonly duration: number | undefined },
): Promise<TimedText | undefined> {
  const head = await window.slice(block.start, Math.min(block.end, block.start + 12));
  const length = lengthOf(head[0] ?? 0);
  const number = numberIn(Uint8Array.of((head[0] ?? 0) & (0xff >> length), ...head.subarray(1, length)));
  if (length === 0 || number !== track.number) return undefined;
  const bytes = await valueOf(window, block);
  const relative = new DataView(bytes.buffer, bytes.byteOffset).getInt16(length);
  const msPerUnit = segment.timeScale / 1e6;
  const startMs = (base + relative) * msPerUnit;
  const words = textOf(bytes.subarray(length + 3), track);
  if (words === "") return undefined;
  return { startMs, ...(duration === undefined ? {} : { endMs: startMs + duration * msPerUnit }), text: words };
}

/** Number of fields before the text of a line of SSA in Matroska. */
const ssaFields = 8;

function textOf(packed: Uint8Array, { codec, prefix, isDeflated }: TextTrackEntry): string {
  const bytes = isDeflated
    ? inflateSync(packed, { maxOutputLength: maxTextBytes })
    : Uint8Array.of(...prefix, ...packed);
  const text = new TextDecoder().decode(bytes);
  if (!/S_(?:TEXT\/)?(?:SSA|ASS)$/.test(codec)) return plainWords(text);
  const fields = text.split(",");
  return plainWords(
    fields
      .slice(ssaFields)
      .join(",")
      .replaceAll(/\\[Nnh]/g, " "),
  );
}

/** Returns the words of a subtitle on one line, without the tags of SubRip, WebVTT and SSA. */
export function plainWords(text: string): string {
  const plain = text.replaceAll(/<\/?(?:[bius]|c|v|font|ruby|rt|lang)(?:[.\s][^<>]{0,200})?>|\{\\[^{}]{0,200}\}/gi, "");
  return oneLine(plain, 5000);
}
