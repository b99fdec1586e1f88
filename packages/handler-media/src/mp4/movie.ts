import type { StreamFacts } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";
import { type Box, boxAt, boxesIn, nameAt, tableOf } from "./boxes.ts";

/** What the boxes of a file say of it as a whole. */
export interface Mp4Movie {
  readonly durationMs?: number;
  /** The tracks by their numbers. */
  readonly tracks: ReadonlyMap<number, Mp4Track>;
  /** What is missing, in sentences. */
  readonly remarks: readonly string[];
}

/** A track of a file. */
export interface Mp4Track {
  readonly kind: StreamFacts["kind"];
  /** The identifier of the codec; empty if the track does not say. */
  readonly codec: string;
  readonly facts: readonly string[];
}

const kinds: Readonly<Record<string, StreamFacts["kind"]>> = {
  vide: "video",
  soun: "audio",
  text: "subtitles",
  sbtl: "subtitles",
  subt: "subtitles",
  clcp: "subtitles",
};

/** Reads the duration and the tracks of a file. QuickTime has a second handler in each track, which is of no interest. */
export async function readMovie(window: ByteWindow): Promise<Mp4Movie> {
  const boxes = await boxesIn(window, 0, window.size);
  const movie = boxes.find(({ name }) => name === "moov");
  const isCut = boxes.some(({ end }) => end > window.size);
  const remarks = isCut ? ["The file is cut off: its end is missing."] : [];
  if (movie === undefined) {
    return { tracks: new Map(), remarks: [...remarks, "It has no index (moov), so its streams are not known."] };
  }
  const header = await tableOf(window, await boxAt(window, movie, ["mvhd"]));
  const durationMs = durationOf(header);
  const tracks = new Map<number, Mp4Track>();
  for (const track of (await boxesIn(window, movie.start, movie.end)).filter(({ name }) => name === "trak")) {
    const found = await readTrack(window, track);
    if (found !== undefined) tracks.set(found.number, found);
  }
  return { ...(durationMs === undefined ? {} : { durationMs }), tracks, remarks };
}

/** Reads the time scale and the duration of a header: of the movie, or of a track's media. */
function durationOf(header: DataView): number | undefined {
  if (header.byteLength < 20) return undefined;
  const isLong = header.getUint8(0) === 1;
  if (isLong && header.byteLength < 32) return undefined;
  const scale = header.getUint32(isLong ? 20 : 12);
  const duration = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16);
  const isKnown = scale > 0 && duration > 0 && duration < 0xffffffff;
  return isKnown ? (duration / scale) * 1000 : undefined;
}

async function readTrack(
  window: ByteWindow,
  track: Box,
): Promise<(Mp4Track & { readonly number: number }) | undefined> {
  const header = await tableOf(window, await boxAt(window, track, ["tkhd"]));
  const handler = await tableOf(window, await boxAt(window, track, ["mdia", "hdlr"]));
  if (header.byteLength < 24 || handler.byteLength < 12) return undefined;
  const number = header.getUint32(header.getUint8(0) === 1 ? 20 : 12);
  const kind = kinds[nameAt(handler, 8)] ?? "other";
  const description = await tableOf(window, await boxAt(window, track, ["mdia", "minf", "stbl", "stsd"]));
  const codec = description.byteLength < 16 ? "" : nameAt(description, 12);
  return { number, kind, codec, facts: kind === "video" ? await videoFacts(window, track, description) : [] };
}

/** The place of width and height in the description of a video (ISO/IEC 14496-12, `VisualSampleEntry`). */
const widthAt = 40;

async function videoFacts(window: ByteWindow, track: Box, description: DataView): Promise<readonly string[]> {
  const sizes = await tableOf(window, await boxAt(window, track, ["mdia", "minf", "stbl", "stsz"]));
  const durationMs = durationOf(await tableOf(window, await boxAt(window, track, ["mdia", "mdhd"])));
  const hasSize = description.byteLength >= widthAt + 4;
  const size = hasSize ? [`${description.getUint16(widthAt)} × ${description.getUint16(widthAt + 2)} pixels`] : [];
  const frames = sizes.byteLength >= 12 ? sizes.getUint32(8) : 0;
  const rate = durationMs === undefined ? 0 : Math.round((frames / durationMs) * 1e6) / 1000;
  return rate > 0 ? [...size, `${rate} frames a second`] : size;
}
