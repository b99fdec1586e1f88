import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

/** The media types of the handler. */
export const mediaTypes: readonly MediaType[] = [
  "audio/mpeg",
  "audio/aac",
  "audio/flac",
  "audio/ogg",
  "audio/opus",
  "audio/wav",
  "audio/aiff",
  "audio/mp4",
  "audio/x-m4a",
  "audio/wavpack",
  "audio/ape",
  "audio/x-musepack",
  "audio/x-dsf",
  "audio/x-dff",
  "audio/x-ms-asf",
  "video/x-ms-asf",
  "application/vnd.ms-asf",
  "video/mp4",
  "video/x-m4v",
  "video/quicktime",
  "video/3gpp",
  "video/3gpp2",
  "video/x-matroska",
  "video/webm",
  "video/ogg",
  "application/ogg",
  "video/x-msvideo",
  "video/vnd.avi",
  "video/x-flv",
  "video/mp2t",
  "audio/vnd.dolby.dd-raw",
];

/**
 * Creates a handler for audio and video files. It shows duration, streams, tags, chapters, lyrics and subtitles, and a
 * image by `select: "image/1"`. Sound and frames are not decoded, and a large film is not loaded.
 */
export function media(): Handler {
  return defineHandler({
    name: "media",
    mediaTypes,
    version: manifest.version,
    origin: { module: "@reader/handler-media", export: "media" },
    canary,
    async *read(source, context) {
      yield* (await import("./read-media.ts")).readMedia(source, context);
    },
    async info(source, context) {
      return (await import("./read-media.ts")).describeMedia(source, context);
    },
    async outline(source, context) {
      return (await import("./read-media.ts")).outlineMedia(source, context);
    },
  });
}

/** A sound of eight samples (RIFF WAVE), with the title `alive`. */
function canary(): Canary {
  const format = `fmt ${u32(16)}${u16(1)}${u16(1)}${u32(8000)}${u32(8000)}${u16(1)}${u16(8)}`;
  const tags = `LIST${u32(18)}INFOINAM${u32(6)}alive\0`;
  const file = `RIFF${u32(70)}WAVE${format}${tags}data${u32(8)}${"\x80".repeat(8)}`;
  const bytes = Uint8Array.from(file, (character) => character.charCodeAt(0));
  return { name: "canary.wav", mediaType: "audio/wav", bytes, text: "alive" };
}

function u32(value: number): string {
  return `${u16(value % 65_536)}${u16(Math.floor(value / 65_536))}`;
}

function u16(value: number): string {
  return String.fromCharCode(value % 256, Math.floor(value / 256));
}
