import { codecName } from "../model/codec-names.ts";
import { channelWords, type MediaFacts, oneLine, type StreamFacts } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";

/** Maximum number of streams and of chunks of a list. */
const maxChunks = 1000;

/** Codes of sound formats (RFC 2361). */
const soundFormats: Readonly<Record<number, string>> = {
  1: "PCM",
  2: "Microsoft ADPCM",
  3: "PCM, floating point",
  6: "A-law",
  7: "µ-law",
  0x11: "IMA ADPCM",
  0x50: "MPEG-1 layer 2",
  0x55: "MP3",
  0xff: "AAC",
  0x161: "WMA",
  0x2000: "AC-3",
};

/** The names of tags in the list `INFO`. */
const tagNames: Readonly<Record<string, string>> = {
  INAM: "Title",
  IART: "Artist",
  ICMT: "Comment",
  ICRD: "Date",
  IGNR: "Genre",
  ICOP: "Copyright",
  IPRD: "Album",
  ISFT: "Encoder",
  ISBJ: "Subject",
  IKEY: "Keywords",
  ILNG: "Language",
};

interface Chunk {
  readonly name: string;
  /** The kind of a list: `hdrl`. Empty for other chunks. */
  readonly list: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the headers of an AVI file (RIFF): streams and tags. Skips its frames. */
export async function readAvi(window: ByteWindow): Promise<MediaFacts> {
  const lists = await chunksIn(window, 12, window.size);
  const streams: AviStream[] = [];
  const tags: (readonly [string, string])[] = [];
  for (const list of lists) {
    if (list.list === "INFO") tags.push(...(await infoTags(window, list)));
    if (list.list === "hdrl") streams.push(...(await streamsIn(window, list)));
  }
  return {
    container: "AVI",
    ...(streams.length === 0 ? {} : { durationMs: Math.max(...streams.map(({ durationMs }) => durationMs)) }),
    streams: streams.map(({ facts }) => facts),
    tags,
    chapters: [],
    images: [],
    texts: [],
    remarks: [
      ...(lists.some(({ end }) => end > window.size) ? ["The file is cut off: its end is missing."] : []),
      ...(streams.length === 0 ? ["The headers of its streams are missing."] : []),
      ...(lists.some(({ list }) => list === "movi") ? [] : ["It has no frames: it ends after its headers."]),
    ],
  };
}

async function streamsIn(window: ByteWindow, headers: Chunk): Promise<readonly AviStream[]> {
  const streams: AviStream[] = [];
  for (const chunk of await chunksIn(window, headers.start, headers.end)) {
    const stream = chunk.list === "strl" ? await readStream(window, chunk) : undefined;
    if (stream !== undefined) streams.push(stream);
  }
  return streams;
}

/** Lists the chunks between two offsets. A chunk may state an end beyond the file. */
async function chunksIn(window: ByteWindow, start: number, end: number): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (let at = start; at + 8 <= Math.min(end, window.size) && chunks.length < maxChunks;) {
    const head = await window.slice(at, at + 12);
    const name = latin(head.subarray(0, 4));
    const size = viewOf(head).getUint32(4, true);
    const isList = name === "LIST" || name === "RIFF";
    const list = isList ? latin(head.subarray(8, 12)) : "";
    chunks.push({ name, list, start: at + (isList ? 12 : 8), end: at + 8 + size });
    // Chunks have an even length.
    at += 8 + size + (size % 2);
  }
  return chunks;
}

async function infoTags(window: ByteWindow, list: Chunk): Promise<readonly (readonly [string, string])[]> {
  const tags: (readonly [string, string])[] = [];
  for (const { name, start, end } of await chunksIn(window, list.start, list.end)) {
    const value = oneLine(new TextDecoder().decode(await window.slice(start, Math.min(end, start + 10_000))));
    if (value !== "") tags.push([tagNames[name] ?? name, value]);
  }
  return tags;
}

interface AviStream {
  readonly facts: StreamFacts;
  readonly durationMs: number;
}

async function readStream(window: ByteWindow, list: Chunk): Promise<AviStream | undefined> {
  const chunks = await chunksIn(window, list.start, list.end);
  const header = await bytesOf(window, chunks, "strh");
  const format = await bytesOf(window, chunks, "strf");
  if (header.length < 48) return undefined;
  const view = viewOf(header);
  const kind = latin(header.subarray(0, 4));
  const [scale, rate, length] = [view.getUint32(20, true), view.getUint32(24, true), view.getUint32(32, true)];
  const perSecond = scale === 0 ? 0 : rate / scale;
  const durationMs = perSecond === 0 ? 0 : (length / perSecond) * 1000;
  if (kind === "vids") return { facts: videoStream(latin(header.subarray(4, 8)), format, perSecond), durationMs };
  if (kind === "auds") return { facts: audioStream(format), durationMs };
  return { facts: { kind: kind === "txts" ? "subtitles" : "other", codec: oneLine(kind), facts: [] }, durationMs };
}

function videoStream(handler: string, format: Uint8Array, perSecond: number): StreamFacts {
  const view = viewOf(format);
  const hasSize = format.length >= 20;
  const codec = hasSize ? latin(format.subarray(16, 20)) : handler;
  const size = hasSize ? [`${view.getInt32(4, true)} × ${Math.abs(view.getInt32(8, true))} pixels`] : [];
  const frames = perSecond === 0 ? [] : [`${Math.round(perSecond * 1000) / 1000} frames a second`];
  return {
    kind: "video",
    codec: /^[\w ]{4}$/.test(codec) ? codecName(codec) : "uncompressed",
    facts: [...size, ...frames],
  };
}

function audioStream(format: Uint8Array): StreamFacts {
  if (format.length < 16) return { kind: "audio", codec: "codec unknown", facts: [] };
  const view = viewOf(format);
  const code = view.getUint16(0, true);
  const [channels, hz, bytesPerSecond, bits] = [
    view.getUint16(2, true),
    view.getUint32(4, true),
    view.getUint32(8, true),
    view.getUint16(14, true),
  ];
  return {
    kind: "audio",
    codec: soundFormats[code] ?? `format 0x${code.toString(16)}`,
    facts: [
      `${hz} Hz`,
      channelWords(channels),
      ...(bits === 0 ? [] : [`${bits} bits`]),
      ...(bytesPerSecond === 0 ? [] : [`${Math.round((bytesPerSecond * 8) / 1000)} kbit/s`]),
    ],
  };
}

async function bytesOf(window: ByteWindow, chunks: readonly Chunk[], name: string): Promise<Uint8Array> {
  const chunk = chunks.find((each) => each.name === name);
  return chunk === undefined ? new Uint8Array() : window.slice(chunk.start, Math.min(chunk.end, chunk.start + 256));
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
