import type { Component, Property } from "./content-lines.ts";
import { firstOf } from "./content-lines.ts";

/** A date, or a date and a time, of a calendar. */
export interface CalendarTime {
  /** `2026-11-29` or `2026-11-29 09:30`. */
  readonly text: string;
  readonly isDate: boolean;
  /** The name of the time zone as written, `UTC`, or empty for the local time of the reader. */
  readonly zone: string;
  /** For sorting: milliseconds since 1970 as if the time were UTC, less the offset of its zone. */
  readonly sortMs: number;
}

/** The offset of a time zone in minutes, by its name in the file. */
export type ZoneOffsets = ReadonlyMap<string, number>;

/** Reads the standard offsets of the time zones that a calendar defines (RFC 5545, 3.6.5). */
export function zoneOffsets({ components }: Component): ZoneOffsets {
  const offsets = new Map<string, number>();
  for (const zone of components.filter(({ name }) => name === "VTIMEZONE")) {
    const standard = zone.components.find((each) => each.name === "STANDARD") ?? zone.components[0];
    const offset = standard === undefined ? undefined : minutesOf(firstOf(standard, "TZOFFSETTO")?.value ?? "");
    if (offset !== undefined) offsets.set(firstOf(zone, "TZID")?.value.trim() ?? "", offset);
  }
  return offsets;
}

/** Parses an offset such as `+0530`. */
function minutesOf(offset: string): number | undefined {
  const [, sign, hours, minutes] = /^\s*([+-])(\d{2})(\d{2})/.exec(offset) ?? [];
  return hours === undefined ? undefined : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Parses the value of a property such as `DTSTART`: its first date, if it has several. */
export function parseTime(property: Property, offsets: ZoneOffsets): CalendarTime | undefined {
  return timeOf(property.value.split(",")[0] ?? "", property.parameters.get("TZID")?.[0] ?? "", offsets);
}

/** Parses all dates of a property such as `EXDATE`. Of a period, only the start. */
export function parseTimes(property: Property, offsets: ZoneOffsets): readonly CalendarTime[] {
  const zone = property.parameters.get("TZID")?.[0] ?? "";
  return property.value.split(",").flatMap((value) => timeOf(value.split("/")[0] ?? "", zone, offsets) ?? []);
}

/** Parses `20261129`, `20261129T093000` and `20261129T093000Z`, and the ISO 8601 forms of vCard and vCalendar 1.0. */
export function timeOf(value: string, zone: string, offsets: ZoneOffsets): CalendarTime | undefined {
  const match = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(Z)?)?/i.exec(value);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "00", utc] = match;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined)
    return { text: date, isDate: true, zone: "", sortMs: Date.UTC(Number(year), Number(month) - 1, Number(day)) };
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const clock = `${hour}:${minute}${second === "00" ? "" : `:${second}`}`;
  const name = utc === undefined ? zone : "UTC";
  return { text: `${date} ${clock}`, isDate: false, zone: name, sortMs: local - offsetAt(local, name, offsets) };
}

/** Returns the offset of a zone in milliseconds: by the calendar's own definition, or else by the name of IANA. */
function offsetAt(local: number, zone: string, offsets: ZoneOffsets): number {
  if (zone === "" || zone === "UTC") return 0;
  const known = ianaOffset(local, zone) ?? offsets.get(zone);
  return (known ?? 0) * 60_000;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function ianaOffset(local: number, zone: string): number | undefined {
  if (!formats.has(zone)) formats.set(zone, formatOf(zone));
  const format = formats.get(zone);
  if (format === undefined || Number.isNaN(local)) return undefined;
  const name = format.formatToParts(local).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /GMT(?:([+-])(\d{2}):?(\d{2})?)?/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
}

/** Returns the day before a date: the end of an event that lasts whole days is the day after it. */
export function dayBefore({ sortMs }: CalendarTime): string {
  return new Date(sortMs - 86_400_000).toISOString().slice(0, "2026-11-29".length);
}

/** Returns a duration (RFC 5545, 3.3.6) in words: `-PT15M` is `15 minutes`. The sign is dropped. */
export function durationWords(value: string): string {
  const match = /^\s*[+-]?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?\s*$/i.exec(value);
  if (match === null) return value.trim();
  const units = ["week", "day", "hour", "minute", "second"];
  const words = match.slice(1).flatMap((amount, at) => {
    const count = Number(amount ?? 0);
    return count === 0 ? [] : [`${count} ${units[at] ?? ""}${count === 1 ? "" : "s"}`];
  });
  return words.length === 0 ? "0 minutes" : words.join(" ");
}
