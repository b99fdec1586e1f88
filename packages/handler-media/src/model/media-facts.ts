/** A stream of a file. */
export interface StreamFacts {
  readonly kind: "video" | "audio" | "subtitles" | "chapters" | "other";
  /** The name of the codec for people. */
  readonly codec: string;
  /** The number of the track in the container. */
  readonly number?: number;
  /** What is known of it, in words: `1920 × 1080`, `48000 Hz`, `stereo`. */
  readonly facts: readonly string[];
}

/** A part of a film or a book, with the time at which it starts. */
export interface Chapter {
  readonly startMs: number;
  readonly title: string;
}

/** An image in a file: a cover. */
export interface CoverImage {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** What it shows: `Cover (front)`. */
  readonly words: string;
}

/** A text that is shown or sung for some time; without times, `startMs` is absent. */
export interface TimedText {
  readonly startMs?: number;
  readonly endMs?: number;
  readonly text: string;
}

/** Lyrics, or a track of subtitles. */
export interface TextTrack {
  /** `Lyrics`, `Subtitles`. */
  readonly kind: string;
  /** The language and name, in words; empty if they are not known. */
  readonly words: string;
  /** The name in `select`. */
  readonly name: string;
  read(signal: AbortSignal): AsyncIterable<TimedText>;
}

/** What is known of a file. */
export interface MediaFacts {
  /** The name of the container: `MP4`, `Matroska`. */
  readonly container: string;
  readonly durationMs?: number;
  /** True if the duration is computed from the size and the bit rate. */
  readonly isEstimated?: boolean;
  readonly streams: readonly StreamFacts[];
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly chapters: readonly Chapter[];
  readonly images: readonly CoverImage[];
  readonly texts: readonly TextTrack[];
  /** What is missing or damaged, in sentences. */
  readonly remarks: readonly string[];
}

/** Returns a time as `00:01:02`; fractions of a second are cut off. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Returns a number of channels in words. */
export function channelWords(channels: number): string {
  if (channels === 1) return "mono";
  return channels === 2 ? "stereo" : `${channels} channels`;
}

/** Returns text on one line, of limited length. */
export function oneLine(text: string, maxCharacters = 500): string {
  const line = text.replaceAll(/[\s\0]+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}… (${line.length} characters)` : line;
}
