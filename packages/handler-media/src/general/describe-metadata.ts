import type { IAudioMetadata, ICommonTagsResult, ITrackInfo, IVideoTrack } from "music-metadata";
import { codecName } from "../model/codec-names.ts";
import {
  channelWords,
  type Chapter,
  oneLine,
  type CoverImage,
  type StreamFacts,
  type TextTrack,
  type TimedText,
} from "../model/media-facts.ts";

/** Track types of Matroska, which music-metadata uses for all containers. */
const kinds: Readonly<Record<number, StreamFacts["kind"]>> = { 1: "video", 2: "audio", 17: "subtitles" };

/** Describes the streams of a file. */
export function streamsOf({ format }: IAudioMetadata): readonly StreamFacts[] {
  return format.trackInfo.map((track) => ({
    kind: kinds[track.type ?? 0] ?? "other",
    codec: oneLine(codecName(track.codecName ?? track.codecId ?? track.codecProfile ?? "codec unknown"), 60),
    ...(track.id === undefined ? {} : { number: track.id }),
    facts: [...videoFacts(track), ...audioFacts(track), ...trackFacts(track)],
  }));
}

function videoFacts({ video }: ITrackInfo): readonly string[] {
  if (video === undefined) return [];
  const { pixelWidth, pixelHeight, frameRate } = video;
  return [
    ...(pixelWidth === undefined || pixelHeight === undefined ? [] : [`${pixelWidth} × ${pixelHeight} pixels`]),
    ...shownSize(video),
    ...(frameRate === undefined ? [] : [`${rounded(frameRate)} frames a second`]),
  ];
}

/** Returns the size at which a video is shown, if it is another one than that of its frames. */
function shownSize({
  pixelWidth,
  pixelHeight,
  displayWidth,
  displayHeight,
  displayUnit = 0,
}: IVideoTrack): readonly string[] {
  if (displayUnit !== 0 || displayWidth === undefined || displayHeight === undefined) return [];
  const isSame = displayWidth === pixelWidth && displayHeight === pixelHeight;
  return isSame ? [] : [`shown at ${displayWidth} × ${displayHeight}`];
}

function audioFacts({ audio, bitrate, lossless }: ITrackInfo): readonly string[] {
  if (audio === undefined) return [];
  const { samplingFrequency, channels, bitDepth } = audio;
  return [
    ...(samplingFrequency === undefined ? [] : [`${samplingFrequency} Hz`]),
    ...(channels === undefined || channels === 0 ? [] : [channelWords(channels)]),
    ...(bitDepth === undefined || bitDepth === 0 ? [] : [`${bitDepth} bits`]),
    ...(bitrate === undefined ? [] : [`${Math.round(bitrate / 1000)} kbit/s`]),
    ...(lossless === true ? ["lossless"] : []),
  ];
}

function trackFacts({ language, name, flagDefault, flagForced, flagEnabled }: ITrackInfo): readonly string[] {
  return [
    ...(language === undefined || language === "und" ? [] : [`language ${oneLine(language, 40)}`]),
    ...(name === undefined || name === "" ? [] : [JSON.stringify(oneLine(name, 100))]),
    ...(flagForced === true ? ["forced"] : []),
    ...(flagDefault === false ? ["not shown by default"] : []),
    ...(flagEnabled === false ? ["turned off"] : []),
  ];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Tags that are described elsewhere, or that describe no content. */
const unlisted =
  /^(?:picture|lyrics|artists|.*sort|replaygain_.*|acoustid_.*|musicip_.*|averageLevel|peakLevel|gapless|hdVideo|stik)$/;

const tagNames: Readonly<Record<string, string>> = {
  track: "Track",
  disk: "Disc",
  albumartist: "Album artist",
  bpm: "Beats a minute",
  encodedby: "Encoded by",
  encodersettings: "Encoder",
  isrc: "ISRC",
  tvShow: "TV show",
  tvSeason: "TV season",
  tvEpisode: "TV episode",
  catalognumber: "Catalogue number",
  movementIndex: "Movement",
  longDescription: "Long description",
};

/** Returns the tags that a container has in common with others, under names for people. */
export function tagsOf({ common }: IAudioMetadata): readonly (readonly [string, string])[] {
  const isDated = common.date !== undefined && common.date.startsWith(String(common.year));
  return Object.entries(common).flatMap(([name, value]) => {
    if (unlisted.test(name) || (name === "year" && isDated)) return [];
    const words = oneLine(valueWords(value), 4000);
    return words === "" ? [] : [[tagNames[name] ?? spaced(name), words] as const];
  });
}

/** Writes `releasedate` and `musicbrainz_trackid` with a capital and spaces. */
function spaced(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/(?<=.)date$/, " date")
    .toLowerCase();
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** Returns a value of a tag in words: text, numbers, lists, comments, ratings, and numbers of a total. */
function valueWords(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return listed(value.map(valueWords));
  return typeof value === "object" && value !== null ? objectWords(value) : "";
}

function listed(words: readonly string[]): string {
  return words.filter((each) => each !== "").join("; ");
}

function objectWords(value: object): string {
  if ("no" in value && "of" in value) {
    const number = valueWords(value.no);
    const total = valueWords(value.of);
    return number === "" || total === "" ? number : `${number} of ${total}`;
  }
  if ("text" in value) return valueWords(value.text);
  return "rating" in value && typeof value.rating === "number" ? `${Math.round(value.rating * 100)} %` : "";
}

/** Returns the chapters that music-metadata finds: those of MP4 and ID3. */
export function chaptersOf({ format }: IAudioMetadata): readonly Chapter[] {
  return (format.chapters ?? []).map(({ title, start, timeScale }) => ({
    startMs: timeScale === undefined || timeScale === 0 ? start : (start / timeScale) * 1000,
    title: oneLine(title ?? "", 200),
  }));
}

/** Returns the images of a file. */
export function imagesOf({ common }: IAudioMetadata): readonly CoverImage[] {
  return (common.picture ?? []).map(({ format, data, description, type, name }) => ({
    mediaType: oneLine(format, 40),
    bytes: data,
    words: oneLine([type, description, name].filter((words) => words !== undefined && words !== "").join(", "), 200),
  }));
}

/** Returns the lyrics of a file, with times if they have some. */
export function lyricsOf({ common }: IAudioMetadata): readonly TextTrack[] {
  return (common.lyrics ?? []).map((lyrics, at) => ({
    kind: "Lyrics",
    words: [lyrics.language, lyrics.descriptor].filter((words) => words !== undefined && words !== "").join(", "),
    name: `lyrics/${at + 1}`,
    read: () => lyricLines(lyrics),
  }));
}

async function* lyricLines({
  syncText,
  text,
}: NonNullable<ICommonTagsResult["lyrics"]>[number]): AsyncGenerator<TimedText> {
  if (syncText.length === 0) {
    for (const line of (text ?? "").split(/\r\n?|\n/)) yield { text: line.trimEnd() };
    return;
  }
  for (const { text: line, timestamp } of syncText) {
    const words = oneLine(line, 2000);
    if (words !== "") yield timestamp === undefined ? { text: words } : { startMs: timestamp, text: words };
  }
}
