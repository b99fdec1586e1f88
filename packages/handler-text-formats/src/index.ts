import { type Canary, defineHandler, type Handler, type HandlerDefinition, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

const module = "@reader/handler-text-formats";

/** The parts that all three handlers have. */
function definition(
  name: string,
  mediaTypes: readonly MediaType[],
  canary: Canary,
): Pick<HandlerDefinition, "name" | "mediaTypes" | "version" | "origin" | "textByDefault" | "canary"> {
  return {
    name,
    mediaTypes,
    version: manifest.version,
    origin: { module, export: name },
    textByDefault: true,
    canary: () => canary,
  };
}

function canaryOf(name: string, mediaType: MediaType, lines: readonly string[]): Canary {
  return { name, mediaType, bytes: new TextEncoder().encode(`${lines.join("\n")}\n`), text: "alive" };
}

/**
 * Creates a handler for subtitles, SubRip and WebVTT. With `view: "document"` each is a line with its times, without
 * styling; `select: "00:10:00-00:12:30"` chooses times. Otherwise the core reads the lines of the file.
 */
export function subtitles(): Handler {
  const canary = canaryOf("canary.srt", "application/x-subrip", ["1", "00:00:01,000 --> 00:00:02,000", "alive"]);
  return defineHandler({
    ...definition("subtitles", ["application/x-subrip", "text/vtt"], canary),
    async *read(source, context) {
      yield* (await import("./subtitles/read-subtitles.ts")).readSubtitles(source, context);
    },
    async info(source) {
      return (await import("./subtitles/read-subtitles.ts")).describeSubtitles(source);
    },
    async outline(source) {
      return (await import("./subtitles/read-subtitles.ts")).outlineSubtitles(source);
    },
  });
}

/**
 * Creates a handler for calendars (iCalendar). With `view: "document"` the events are sorted by time, with repetitions
 * in words; `select` is a part of a title, or a date. Otherwise the core reads the lines of the file.
 */
export function calendar(): Handler {
  const lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:alive", "DTSTART:20260101", "END:VEVENT", "END:VCALENDAR"];
  return defineHandler({
    ...definition("calendar", ["text/calendar"], canaryOf("canary.ics", "text/calendar", lines)),
    async *read(source, context) {
      yield* (await import("./calendar/read-calendar.ts")).readCalendar(source, context);
    },
    async info(source) {
      return (await import("./calendar/read-calendar.ts")).describeCalendar(source);
    },
    async outline(source) {
      return (await import("./calendar/read-calendar.ts")).outlineCalendar(source);
    },
  });
}

/**
 * Creates a handler for contacts (vCard). With `view: "document"` each person is a section; `select` is a part of a
 * name, an address or a number, or `photo` for an image. Otherwise the core reads the lines of the file.
 */
export function contacts(): Handler {
  const lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:alive", "END:VCARD"];
  return defineHandler({
    ...definition("contacts", ["text/vcard"], canaryOf("canary.vcf", "text/vcard", lines)),
    async *read(source, context) {
      yield* (await import("./contacts/read-contacts.ts")).readContacts(source, context);
    },
    async info(source) {
      return (await import("./contacts/read-contacts.ts")).describeContacts(source);
    },
    async outline(source) {
      return (await import("./contacts/read-contacts.ts")).outlineContacts(source);
    },
  });
}

/** Creates all three handlers. */
export function textFormats(): readonly Handler[] {
  return [subtitles(), calendar(), contacts()];
}
