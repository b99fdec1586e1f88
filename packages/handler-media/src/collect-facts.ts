import { ReadError } from "@reader/core/handler";
import type { IAudioMetadata } from "music-metadata";
import { readAc3 } from "./ac3/read-ac3.ts";
import { readAvi } from "./avi/read-avi.ts";
import { loadMetadataReader } from "./engine.ts";
import { readFlv } from "./flv/read-flv.ts";
import { chaptersOf, lyricsOf, imagesOf, streamsOf, tagsOf } from "./general/describe-metadata.ts";
import { readSegment } from "./matroska/read-segment.ts";
import { segmentTexts } from "./matroska/text-blocks.ts";
import { codecName } from "./model/codec-names.ts";
import { type MediaFacts, oneLine, type StreamFacts } from "./model/media-facts.ts";
import { type Mp4Track, readMovie } from "./mp4/movie.ts";
import { mp4Texts } from "./mp4/text-tracks.ts";
import { oggDurationMs } from "./ogg/last-page.ts";
import type { ByteWindow } from "./source/byte-window.ts";
import { readTransport } from "./transport/read-transport.ts";

/** Readers of the types that music-metadata does not read. */
const ownReaders: Readonly<Record<string, ((window: ByteWindow) => Promise<MediaFacts>) | undefined>> = {
  "video/x-msvideo": readAvi,
  "video/vnd.avi": readAvi,
  "video/x-flv": readFlv,
  "video/mp2t": readTransport,
  "audio/vnd.dolby.dd-raw": readAc3,
};

/** Collects what is known of a file. Reads its headers, its tags and its index, and skips sound and frames. */
export async function collectFacts(window: ByteWindow, mediaType: string): Promise<MediaFacts> {
  const own = ownReaders[mediaType];
  if (own !== undefined) return own(window);
  const found = await readMetadata(window, mediaType);
  const facts =
    found.metadata === undefined ? { ...nothing, container: mediaType } : await factsOf(window, found.metadata);
  const special = await specialFacts(window, mediaType, facts);
  const all = { ...facts, ...special, remarks: [...facts.remarks, ...found.remarks, ...(special.remarks ?? [])] };
  const parts = [all.streams, all.chapters, all.texts, all.tags];
  if (found.metadata === undefined && parts.every(({ length }) => length === 0)) {
    throw new ReadError("corrupt", `${window.path} is damaged: ${found.remarks.join(" ")}`, {
      hint: "Ask the user for a sound copy.",
    });
  }
  return all;
}

const nothing: Omit<MediaFacts, "container"> = {
  streams: [],
  tags: [],
  chapters: [],
  images: [],
  texts: [],
  remarks: [],
};

interface Found {
  readonly metadata?: IAudioMetadata;
  readonly remarks: readonly string[];
}

/** Reads what music-metadata finds. A damaged file gives what was found before the damage. */
async function readMetadata(window: ByteWindow, mediaType: string): Promise<Found> {
  const read = await loadMetadataReader();
  let before: IAudioMetadata | undefined;
  try {
    const options = {
      includeChapters: true,
      mkvUseIndex: true,
      observer: ({ metadata }: { readonly metadata: IAudioMetadata }) => void (before = metadata),
    };
    const metadata = await read(window, mediaType, options);
    return { metadata, remarks: warningsOf(metadata) };
  } catch (error) {
    if (ReadError.is(error) || !(error instanceof Error) || error.name === "AbortError") throw error;
    const why = oneLine(error.message, 200).replace(/\.$/, "");
    const remark = `The file is damaged or cut off (${why === "" ? error.name : why}): what was found before that is shown.`;
    return before === undefined ? { remarks: [remark] } : { metadata: before, remarks: [remark] };
  }
}

/** Maximum number of warnings that are passed on. */
const maxWarnings = 5;

/** A warning about sound files that are complete: the size is compared with what follows the chunk. */
const falseWarning = "Data chunk size exceeds file size";

function warningsOf({ quality }: IAudioMetadata): readonly string[] {
  const messages = quality.warnings.map(({ message }) => oneLine(message, 200));
  const words = [...new Set(messages)].filter((message) => message !== falseWarning);
  const shown = words
    .slice(0, maxWarnings)
    .map((message) => `A part of the file was not understood: ${message.replace(/\.$/, "")}.`);
  return words.length > maxWarnings
    ? [...shown, `${words.length - maxWarnings} more parts were not understood.`]
    : shown;
}

async function factsOf(window: ByteWindow, metadata: IAudioMetadata): Promise<MediaFacts> {
  const { format } = metadata;
  const isOgg = format.container === "Ogg" && format.trackInfo.length <= 1;
  const ofOgg = isOgg ? await oggDurationMs(window, format.codec ?? "", format.sampleRate) : undefined;
  const durationMs = ofOgg ?? (format.duration === undefined ? undefined : format.duration * 1000);
  return {
    container: containerName(format.container, format.codec),
    ...(durationMs === undefined ? {} : { durationMs }),
    streams: streamsOf(metadata),
    tags: tagsOf(metadata),
    chapters: chaptersOf(metadata),
    images: imagesOf(metadata),
    texts: lyricsOf(metadata),
    remarks: [],
  };
}

function containerName(container: string | undefined, codec: string | undefined): string {
  const name = (container ?? codec ?? "audio or video")
    .replace(/^EBML\/webm$/, "WebM")
    .replace(/^EBML\/matroska$/, "Matroska")
    .replace(/^ASF\/(?:audio|video)$/, "ASF");
  return oneLine(name, 60);
}

/** Adds what music-metadata does not read: chapters of Matroska, tracks of films, subtitles, and where a file is cut. */
async function specialFacts(window: ByteWindow, mediaType: string, facts: MediaFacts): Promise<Partial<MediaFacts>> {
  if (/matroska$|webm$/.test(mediaType)) return matroskaFacts(window, facts);
  if (/mp4$|quicktime$|m4[av]$|3gpp2?$/.test(mediaType)) return mp4Facts(window, facts, mediaType);
  return /wav$|aiff$/.test(mediaType) ? { remarks: await chunkRemarks(window) } : {};
}

async function matroskaFacts(window: ByteWindow, facts: MediaFacts): Promise<Partial<MediaFacts>> {
  const segment = await readSegment(window);
  if (segment === undefined) return { remarks: ["The file has no segment: its content is missing."] };
  const { texts, remarks } = segmentTexts(window, segment);
  return { chapters: segment.chapters, texts: [...facts.texts, ...texts], remarks };
}

async function mp4Facts(window: ByteWindow, facts: MediaFacts, mediaType: string): Promise<Partial<MediaFacts>> {
  const { durationMs = facts.durationMs, tracks, remarks } = await readMovie(window);
  const hasChapters = facts.chapters.length > 0;
  const streams = facts.streams.map((stream) => withTrack(stream, tracks.get(stream.number ?? 0), hasChapters));
  return {
    container: mediaType === "video/quicktime" ? "QuickTime" : "MP4",
    ...(durationMs === undefined ? {} : { durationMs }),
    // Those of a damaged index.
    streams:
      streams.length > 0
        ? streams
        : [...tracks.values()].map(({ codec, ...track }) => ({ ...track, codec: codecName(codec) })),
    texts: [...facts.texts, ...(await mp4Texts(window))],
    remarks,
  };
}

/** Corrects the kind of a stream, and adds what its track says. */
function withTrack(stream: StreamFacts, track: Mp4Track | undefined, hasChapters: boolean): StreamFacts {
  if (track === undefined) return stream;
  const isChapters = track.kind === "subtitles" && stream.codec === "text" && hasChapters;
  const own = track.facts.length > 0 ? stream.facts.filter((fact) => !fact.endsWith(" pixels")) : stream.facts;
  return { ...stream, kind: isChapters ? "chapters" : track.kind, facts: [...track.facts, ...own] };
}

/** RIFF and IFF state the size of the whole file, in another order of bytes. */
async function chunkRemarks(window: ByteWindow): Promise<readonly string[]> {
  const head = await window.slice(0, 8);
  if (head.length < 8) return [];
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, head[0] === 0x52);
  // Programs that write to a pipe do not know the size.
  const isKnown = size < 0x7fffff00;
  return isKnown && size + 8 > window.size + 1 ? ["The file is cut off: its end is missing."] : [];
}
