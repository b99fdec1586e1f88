import { channelWords, type MediaFacts, oneLine, type StreamFacts } from "../model/media-facts.ts";
import { codecName } from "../model/codec-names.ts";
import type { ByteWindow } from "../source/byte-window.ts";
import { readScriptData, type ScriptValue } from "./script-data.ts";

/** Number of tags in which the description and the streams are searched; both are at the start. */
const maxTags = 200;

/** Maximum number of bytes of a description. It may list all key frames after what is wanted. */
const maxScriptBytes = 256 * 1024;

/** Types of tags (Adobe Flash Video file format 10.1, E.4.1). */
const types = { audio: 8, video: 9, script: 18 } as const;
const knownTypes: ReadonlySet<number> = new Set(Object.values(types));

/** Codecs by their number in the first byte of a tag (E.4.2.1, E.4.3.1). */
const soundCodecs: Readonly<Record<number, string>> = {
  0: "PCM",
  1: "ADPCM",
  2: "MP3",
  3: "PCM",
  4: "Nellymoser",
  5: "Nellymoser",
  6: "Nellymoser",
  7: "A-law",
  8: "µ-law",
  10: "AAC",
  11: "Speex",
  14: "MP3",
};
const videoCodecs: Readonly<Record<number, string>> = {
  2: "Sorenson H.263",
  3: "Screen video",
  4: "VP6",
  5: "VP6 with transparency",
  6: "Screen video 2",
  7: "H.264",
  12: "H.265",
};

/** Times of tags have 32 bits, in milliseconds: a longer duration is damage. */
const maxSeconds = 2 ** 32 / 1000;

interface Tag {
  readonly type: number;
  readonly start: number;
  readonly end: number;
  readonly timeMs: number;
}

/** Reads the start of a Flash video: its description, and the codecs in its first tags. Skips sound and frames. */
export async function readFlv(window: ByteWindow): Promise<MediaFacts> {
  const tags = await firstTags(window);
  const described = await propertiesOf(window, tags);
  const video = tags.find(({ type }) => type === types.video);
  const audio = tags.find(({ type }) => type === types.audio);
  const seconds = numberOf(described, "duration") ?? 0;
  const durationMs = seconds > 0 && seconds < maxSeconds ? seconds * 1000 : await lastTimeMs(window);
  const isCut = tags.some(({ end }) => end > window.size);
  return {
    container: "FLV",
    ...(durationMs === undefined ? {} : { durationMs }),
    streams: [
      ...(video === undefined ? [] : [await videoStream(window, video, described)]),
      ...(audio === undefined ? [] : [await audioStream(window, audio)]),
    ],
    tags: textTags(described),
    chapters: [],
    images: [],
    texts: [],
    remarks: [
      ...(isCut ? ["The file is cut off: its end is missing."] : []),
      ...(tags.length === 0 ? ["It has no content: it ends after its header."] : []),
    ],
  };
}

const tagHeaderBytes = 11;

async function firstTags(window: ByteWindow): Promise<readonly Tag[]> {
  const tags: Tag[] = [];
  const header = viewOf(await window.slice(0, 9));
  if (header.byteLength < 9) return tags;
  for (let at = header.getUint32(5) + 4; tags.length < maxTags;) {
    const tag = tagAt(await window.slice(at, at + tagHeaderBytes), at);
    if (tag === undefined) break;
    tags.push(tag);
    at = tag.end + 4;
  }
  return tags;
}

function tagAt(bytes: Uint8Array, at: number): Tag | undefined {
  if (bytes.length < tagHeaderBytes) return undefined;
  const view = viewOf(bytes);
  const start = at + tagHeaderBytes;
  // The highest byte of the time comes last.
  const timeMs = (view.getUint32(4) >>> 8) + view.getUint8(7) * 2 ** 24;
  return { type: view.getUint8(0) & 0x1f, start, end: start + (view.getUint32(0) & 0xff_ffff), timeMs };
}

async function propertiesOf(window: ByteWindow, tags: readonly Tag[]): Promise<ReadonlyMap<string, ScriptValue>> {
  const script = tags.find(({ type }) => type === types.script);
  if (script === undefined) return new Map();
  return readScriptData(await window.slice(script.start, Math.min(script.end, script.start + maxScriptBytes)));
}

/** Returns the time of the last tag, whose size is in the last bytes of the file, unless the file is cut off. */
async function lastTimeMs(window: ByteWindow): Promise<number | undefined> {
  const end = window.size - 4;
  const last = await window.slice(Math.max(0, end), window.size);
  const at = last.length < 4 ? -1 : end - viewOf(last).getUint32(0);
  const tag = at < 0 ? undefined : tagAt(await window.slice(at, at + tagHeaderBytes), at);
  return tag?.end === end && knownTypes.has(tag.type) ? tag.timeMs : undefined;
}

async function videoStream(
  window: ByteWindow,
  { start }: Tag,
  described: ReadonlyMap<string, ScriptValue>,
): Promise<StreamFacts> {
  const [first = 0, ...name] = await window.slice(start, start + 5);
  const isExtended = (first & 0x80) !== 0;
  const width = numberOf(described, "width");
  const height = numberOf(described, "height");
  const rate = numberOf(described, "framerate");
  return {
    kind: "video",
    codec: isExtended ? codecName(oneLine(String.fromCharCode(...name))) : (videoCodecs[first & 15] ?? "codec unknown"),
    facts: [
      ...(width === undefined || height === undefined ? [] : [`${width} × ${height} pixels`]),
      ...(rate === undefined || rate <= 0 ? [] : [`${Math.round(rate * 1000) / 1000} frames a second`]),
    ],
  };
}

/** The number of AAC, whose rate and channels are in its own header. */
const aac = 10;

async function audioStream(window: ByteWindow, { start }: Tag): Promise<StreamFacts> {
  const bytes = await window.slice(start, start + 4);
  const [first = 0] = bytes;
  const format = first >> 4;
  const { rate, channels } = format === aac ? aacFacts(bytes) : plainFacts(first);
  return {
    kind: "audio",
    codec: soundCodecs[format] ?? "codec unknown",
    facts: [...(rate === undefined ? [] : [`${rate} Hz`]), ...(channels === 0 ? [] : [channelWords(channels)])],
  };
}

interface SoundFacts {
  readonly rate: number | undefined;
  /** 0 if it is not known. */
  readonly channels: number;
}

function plainFacts(first: number): SoundFacts {
  return { rate: plainRates[(first >> 2) & 3], channels: (first & 1) + 1 };
}

/** Only the first tag of AAC has the configuration: five bits of its kind, four of its rate, and four of its channels. */
function aacFacts([, kind = 0, config = 0, more = 0]: Uint8Array): SoundFacts {
  if (kind !== 0) return { rate: undefined, channels: 0 };
  return { rate: aacRates[((config & 7) << 1) | (more >> 7)], channels: (more >> 3) & 15 };
}

const plainRates = [5512, 11_025, 22_050, 44_100] as const;
/** ISO/IEC 14496-3, 1.6.3.4. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
] as const;

/** Properties that describe streams, or the file as such. */
const unlisted = /^(?:major_brand|minor_version|compatible_brands|audiodevice|videodevice|source)$/;

function textTags(described: ReadonlyMap<string, ScriptValue>): readonly (readonly [string, string])[] {
  return [...described].flatMap(([name, value]) => {
    if (typeof value !== "string" || value.trim() === "" || unlisted.test(name)) return [];
    const words = oneLine(name, 60);
    return [[`${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`, oneLine(value, 4000)] as const];
  });
}

function numberOf(described: ReadonlyMap<string, ScriptValue>, name: string): number | undefined {
  const value = described.get(name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
