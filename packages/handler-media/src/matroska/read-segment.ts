import type { Chapter } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";
import { type Element, elementAt, elementsIn, numberIn, stringOf, uintOf, valueOf } from "./ebml.ts";

// Identifiers of elements (RFC 9559).
const segmentId = 0x18538067;
const clusterId = 0x1f43b675;
const wantedIds = {
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  chapters: 0x1043a770,
  cues: 0x1c53bb6b,
};

/** A track of subtitles that is text. */
export interface TextTrackEntry {
  readonly number: number;
  readonly codec: string;
  readonly language: string;
  readonly name: string;
  /** Bytes that the file leaves out at the start of each block. */
  readonly prefix: Uint8Array;
  readonly isDeflated: boolean;
}

/** Where a block of a track is. */
export interface CuePoint {
  readonly track: number;
  /** The offset of its cluster in the file. */
  readonly cluster: number;
  /** The offset of the block in the cluster; absent if the file does not say. */
  readonly block?: number;
}

/** The parts of a file that its text needs. */
export interface Segment {
  /** The offset to which positions refer. */
  readonly start: number;
  readonly end: number;
  /** The offset of the first cluster. */
  readonly firstCluster: number | undefined;
  /** Nanoseconds of a unit of time. */
  readonly timeScale: number;
  readonly tracks: readonly TextTrackEntry[];
  readonly chapters: readonly Chapter[];
  readonly cues: readonly CuePoint[];
  /** True if the file ends before the segment does. */
  readonly isCut: boolean;
}

/** Reads the index of a Matroska file. Frames are skipped: parts after them are found by the list of positions. */
export async function readSegment(window: ByteWindow): Promise<Segment | undefined> {
  const stated = await findSegment(window);
  if (stated === undefined) return undefined;
  const segment = { ...stated, end: Math.min(stated.end, window.size) };
  const found = new Map<number, Element>();
  const firstCluster = await addFirst(window, segment, found);
  await addSought(window, segment, found);
  const part = (id: number): Element => found.get(id) ?? { id, start: 0, end: 0, isSized: true };
  return {
    start: segment.start,
    end: segment.end,
    firstCluster,
    timeScale: await timeScaleOf(window, part(wantedIds.info)),
    tracks: await textTracks(window, part(wantedIds.tracks)),
    chapters: await chaptersIn(window, part(wantedIds.chapters)),
    cues: await cuesIn(window, part(wantedIds.cues), segment.start),
    isCut: stated.end > window.size,
  };
}

async function findSegment(window: ByteWindow): Promise<Element | undefined> {
  for await (const element of elementsIn(window, 0, window.size)) {
    if (element.id === segmentId) return element;
  }
  return undefined;
}

/** Adds the elements before the first cluster, and returns the offset of that. */
async function addFirst(
  window: ByteWindow,
  segment: Element,
  found: Map<number, Element>,
): Promise<number | undefined> {
  for (let at = segment.start; at < segment.end;) {
    const element = await elementAt(window, at, segment.end);
    if (element === undefined) return undefined;
    if (element.id === clusterId) return at;
    found.set(element.id, element);
    at = element.end;
  }
  return undefined;
}

/** Adds the elements whose positions the file lists. */
async function addSought(window: ByteWindow, segment: Element, found: Map<number, Element>): Promise<void> {
  const head = found.get(wantedIds.seekHead);
  if (head === undefined) return;
  for await (const seek of elementsIn(window, head.start, head.end)) {
    const { id, position } = await readSeek(window, seek);
    if (position === undefined || found.has(id) || !Object.values(wantedIds).includes(id)) continue;
    const element = await elementAt(window, segment.start + position, segment.end);
    if (element?.id === id) found.set(id, element);
  }
}

async function readSeek(
  window: ByteWindow,
  seek: Element,
): Promise<{ readonly id: number; readonly position?: number }> {
  let id = 0;
  let position: number | undefined;
  for await (const field of elementsIn(window, seek.start, seek.end)) {
    if (field.id === 0x53ab) id = numberIn(await valueOf(window, field));
    if (field.id === 0x53ac) position = await uintOf(window, field);
  }
  return position === undefined ? { id } : { id, position };
}

const defaultTimeScale = 1_000_000;

async function timeScaleOf(window: ByteWindow, { start, end }: Element): Promise<number> {
  for await (const field of elementsIn(window, start, end)) {
    if (field.id === 0x2ad7b1) return uintOf(window, field);
  }
  return defaultTimeScale;
}

const subtitleType = 17;
const textCodecs = /^(?:S_TEXT\/(?:UTF8|ASCII|SSA|ASS|WEBVTT)|S_SSA|S_ASS|D_WEBVTT\/\w+)$/;

async function textTracks(window: ByteWindow, { start, end }: Element): Promise<readonly TextTrackEntry[]> {
  const tracks: TextTrackEntry[] = [];
  for await (const entry of elementsIn(window, start, end)) {
    const track = entry.id === 0xae ? await readTrack(window, entry) : undefined;
    if (track !== undefined) tracks.push(track);
  }
  return tracks;
}

async function readTrack(window: ByteWindow, entry: Element): Promise<TextTrackEntry | undefined> {
  const numbers = new Map<number, number>();
  const strings = new Map<number, string>();
  let packing: Packing = { prefix: new Uint8Array(), isDeflated: false };
  for await (const field of elementsIn(window, entry.start, entry.end)) {
    if (numberIds.has(field.id)) numbers.set(field.id, await uintOf(window, field));
    if (stringIds.has(field.id)) strings.set(field.id, await stringOf(window, field));
    if (field.id === 0x6d80) packing = await readPacking(window, field);
  }
  const text = (id: number, fallback: string): string => strings.get(id) ?? fallback;
  const codec = text(0x86, "");
  if (numbers.get(0x83) !== subtitleType || !textCodecs.test(codec)) return undefined;
  const language = text(0x22b59d, text(0x22b59c, "eng"));
  return { number: numbers.get(0xd7) ?? 0, codec, language, name: text(0x536e, ""), ...packing };
}

/** Fields of a track: its number and type; its codec, language (also as BCP 47) and name. */
const numberIds: ReadonlySet<number> = new Set([0xd7, 0x83]);
const stringIds: ReadonlySet<number> = new Set([0x86, 0x22b59c, 0x22b59d, 0x536e]);

type Packing = Pick<TextTrackEntry, "prefix" | "isDeflated">;

/** Reads how the blocks of a track are packed: with zlib, or without their common first bytes. */
async function readPacking(window: ByteWindow, encodings: Element): Promise<Packing> {
  let algorithm: number | undefined;
  let settings: Uint8Array = new Uint8Array();
  for await (const encoding of elementsIn(window, encodings.start, encodings.end)) {
    for await (const field of elementsIn(window, encoding.start, encoding.end)) {
      if (field.id !== 0x5034) continue;
      algorithm = 0;
      for await (const detail of elementsIn(window, field.start, field.end)) {
        if (detail.id === 0x4254) algorithm = await uintOf(window, detail);
        if (detail.id === 0x4255) settings = (await valueOf(window, detail)).slice();
      }
    }
  }
  return { prefix: algorithm === 3 ? settings : new Uint8Array(), isDeflated: algorithm === 0 };
}

/** Maximum number of chapters and of cues. */
const maxChapters = 5000;
const maxCues = 200_000;

async function chaptersIn(window: ByteWindow, { start, end }: Element): Promise<readonly Chapter[]> {
  const chapters: Chapter[] = [];
  for await (const edition of elementsIn(window, start, end)) {
    if (edition.id !== 0x45b9) continue;
    for await (const atom of elementsIn(window, edition.start, edition.end)) {
      if (atom.id === 0xb6 && chapters.length < maxChapters) chapters.push(await readChapter(window, atom));
    }
    // Further editions are other orders of the same film.
    break;
  }
  return chapters;
}

async function readChapter(window: ByteWindow, atom: Element): Promise<Chapter> {
  let startMs = 0;
  let title = "";
  for await (const field of elementsIn(window, atom.start, atom.end)) {
    if (field.id === 0x91) startMs = (await uintOf(window, field)) / 1e6;
    if (field.id !== 0x80 || title !== "") continue;
    for await (const word of elementsIn(window, field.start, field.end)) {
      if (word.id === 0x85) title = await stringOf(window, word);
    }
  }
  return { startMs, title };
}

async function cuesIn(window: ByteWindow, { start, end }: Element, segmentStart: number): Promise<readonly CuePoint[]> {
  const cues: CuePoint[] = [];
  for await (const point of elementsIn(window, start, end)) {
    if (point.id !== 0xbb) continue;
    for await (const field of elementsIn(window, point.start, point.end)) {
      if (field.id !== 0xb7) continue;
      const fields = new Map<number, number>();
      for await (const each of elementsIn(window, field.start, field.end))
        fields.set(each.id, await uintOf(window, each));
      const block = fields.get(0xf0);
      const cluster = segmentStart + (fields.get(0xf1) ?? 0);
      cues.push({ track: fields.get(0xf7) ?? 0, cluster, ...(block === undefined ? {} : { block }) });
      if (cues.length >= maxCues) return cues;
    }
  }
  return cues;
}
