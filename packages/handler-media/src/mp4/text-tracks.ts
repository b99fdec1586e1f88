import { oneLine, type TextTrack, type TimedText } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";
import { type Box, boxAt, boxesIn, nameAt, tableOf } from "./boxes.ts";

/** Kinds of tracks that are text, and the formats of samples that are read. */
const textHandlers: ReadonlySet<string> = new Set(["text", "sbtl", "subt"]);
const textFormats: ReadonlySet<string> = new Set(["tx3g", "text", "wvtt"]);

/** Maximum number of samples of a text track, and size of a sample in bytes. */
const maxSamples = 200_000;
const maxSampleBytes = 64 * 1024;

/** Returns the subtitles of an MP4 file. Their samples are found by the tables of each track. */
export async function mp4Texts(window: ByteWindow): Promise<readonly TextTrack[]> {
  const movie = (await boxesIn(window, 0, window.size)).find(({ name }) => name === "moov");
  if (movie === undefined) return [];
  const tracks = (await boxesIn(window, movie.start, movie.end)).filter(({ name }) => name === "trak");
  const chapterTracks = new Set<number>();
  for (const track of tracks) for (const number of await chapterReferences(window, track)) chapterTracks.add(number);
  const texts: TextTrack[] = [];
  for (const track of tracks) {
    const found = await readTrack(window, track);
    if (found === undefined || chapterTracks.has(found.number)) continue;
    const name = `subtitles/${texts.length + 1}`;
    texts.push({ kind: "Subtitles", words: found.language, name, read: (signal) => samplesOf(window, found, signal) });
  }
  return texts;
}

/** Returns the numbers of the tracks that hold the chapters of a track: text, but no subtitles. */
async function chapterReferences(window: ByteWindow, track: Box): Promise<readonly number[]> {
  const view = await tableOf(window, await boxAt(window, track, ["tref", "chap"]));
  return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, at) => view.getUint32(at * 4));
}

interface Track {
  readonly number: number;
  readonly language: string;
  readonly format: string;
  /** Units of time of a second. */
  readonly timeScale: number;
  readonly table: Box;
}

async function readTrack(window: ByteWindow, track: Box): Promise<Track | undefined> {
  const handler = await tableOf(window, await boxAt(window, track, ["mdia", "hdlr"]));
  if (handler.byteLength < 12 || !textHandlers.has(nameAt(handler, 8))) return undefined;
  const table = await boxAt(window, track, ["mdia", "minf", "stbl"]);
  const header = await tableOf(window, await boxAt(window, track, ["tkhd"]));
  const media = await tableOf(window, await boxAt(window, track, ["mdia", "mdhd"]));
  if (table === undefined || header.byteLength < 24 || media.byteLength < 24) return undefined;
  const description = await tableOf(window, await boxAt(window, table, ["stsd"]));
  const format = description.byteLength < 16 ? "" : nameAt(description, 12);
  if (!textFormats.has(format)) return undefined;
  return { number: header.getUint32(header.getUint8(0) === 1 ? 20 : 12), format, table, ...mediaFacts(media) };
}

/** Reads the time scale and the language of a track. */
function mediaFacts(media: DataView): Pick<Track, "timeScale" | "language"> {
  const isLong = media.getUint8(0) === 1;
  const languageAt = isLong ? 32 : 20;
  const packed = media.byteLength >= languageAt + 2 ? media.getUint16(languageAt) : 0;
  return { timeScale: media.getUint32(isLong ? 20 : 12) || 1000, language: languageOf(packed) };
}

/** Returns a language of three letters, packed in five bits each. */
function languageOf(packed: number): string {
  const letters = [10, 5, 0].map((shift) => String.fromCharCode(((packed >> shift) & 31) + 0x60)).join("");
  return /^[a-z]{3}$/.test(letters) && letters !== "und" ? letters : "";
}

interface Sample {
  readonly offset: number;
  readonly size: number;
  readonly start: number;
  readonly duration: number;
}

/** Yields the samples of a track that have words. */
async function* samplesOf(window: ByteWindow, track: Track, signal: AbortSignal): AsyncGenerator<TimedText> {
  for (const { offset, size, start, duration } of await locateSamples(window, track)) {
    signal.throwIfAborted();
    if (size > maxSampleBytes) continue;
    const words = wordsOf(await window.slice(offset, offset + size), track.format);
    const toMs = 1000 / track.timeScale;
    if (words !== "") yield { startMs: start * toMs, endMs: (start + duration) * toMs, text: words };
  }
}

/** Combines the tables of a track: sizes, durations, chunks and their offsets. */
async function locateSamples(window: ByteWindow, { table }: Track): Promise<readonly Sample[]> {
  const view = async (name: string): Promise<DataView> => tableOf(window, await boxAt(window, table, [name]));
  const [sizes, times, runs] = [await view("stsz"), await view("stts"), await view("stsc")];
  const offsets = chunkOffsets(await view("stco"), await view("co64"));
  if (sizes.byteLength < 12) return [];
  const total = Math.min(sizes.getUint32(8), maxSamples);
  const samples: Sample[] = [];
  const durations = durationsOf(times, total);
  const samplesOfChunk = chunkSizes(runs);
  let start = 0;
  for (let chunk = 0; chunk < offsets.count && samples.length < total; chunk += 1) {
    let offset = offsets.at(chunk);
    for (let left = samplesOfChunk(chunk + 1); left > 0 && samples.length < total; left -= 1) {
      const size = sizeOf(sizes, samples.length);
      const duration = durations[samples.length] ?? 0;
      samples.push({ offset, size, start, duration });
      offset += size;
      start += duration;
    }
  }
  return samples;
}

/** Returns the size of a sample: that of all, or its own. */
function sizeOf(sizes: DataView, sample: number): number {
  return sizes.getUint32(4) || wordAt(sizes, 12 + sample * 4);
}

/** Returns the offsets of chunks, of 32 or of 64 bits. */
function chunkOffsets(short: DataView, long: DataView): { readonly count: number; at(chunk: number): number } {
  if (short.byteLength >= 8) return { count: entriesOf(short, 4), at: (chunk) => wordAt(short, 8 + chunk * 4) };
  return { count: entriesOf(long, 8), at: (chunk) => longAt(long, 8 + chunk * 8) };
}

function entriesOf(view: DataView, entryBytes: number): number {
  if (view.byteLength < 8) return 0;
  return Math.min(view.getUint32(4), Math.floor((view.byteLength - 8) / entryBytes));
}

function durationsOf(times: DataView, total: number): readonly number[] {
  const durations: number[] = [];
  for (let entry = 0; entry < entriesOf(times, 8); entry += 1) {
    const duration = wordAt(times, 12 + entry * 8);
    for (let left = wordAt(times, 8 + entry * 8); left > 0 && durations.length < total; left -= 1)
      durations.push(duration);
  }
  return durations;
}

/** Returns a function that gives the number of samples of each chunk in turn: that of the last run that starts before. */
function chunkSizes(runs: DataView): (chunk: number) => number {
  const entries = entriesOf(runs, 12);
  let entry = 0;
  let samples = 0;
  return (chunk) => {
    for (; entry < entries && wordAt(runs, 8 + entry * 12) <= chunk; entry += 1)
      samples = wordAt(runs, 12 + entry * 12);
    return samples;
  };
}

function wordAt(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? view.getUint32(at) : 0;
}

function longAt(view: DataView, at: number): number {
  return at + 8 <= view.byteLength ? Number(view.getBigUint64(at)) : 0;
}

/** Returns the words of a sample: of timed text (3GPP TS 26.245), or of WebVTT (ISO/IEC 14496-30). */
function wordsOf(bytes: Uint8Array, format: string): string {
  if (bytes.length < 2) return "";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "wvtt") return cueWords(bytes, view);
  const text = bytes.subarray(2, 2 + view.getUint16(0));
  return oneLine(new TextDecoder(encodingOf(text)).decode(text), 5000);
}

/** Text is UTF-8, or UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : "utf-8";
}

/** Returns the payloads of the cues in a sample of WebVTT, without tags. */
function cueWords(bytes: Uint8Array, view: DataView): string {
  const words: string[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (size < 8) break;
    if (name === "payl") words.push(new TextDecoder().decode(bytes.subarray(at + 8, at + size)));
    // The boxes of a cue are inside it.
    at += name === "vttc" ? 8 : size;
  }
  return oneLine(words.join(" ").replaceAll(/<[^<>]{0,200}>/g, ""), 5000);
}
