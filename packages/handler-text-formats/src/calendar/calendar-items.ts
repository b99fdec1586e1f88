import {
  type Component,
  firstOf,
  parseComponents,
  type Property,
  textOf,
  unescapeText,
} from "../text/content-lines.ts";
import { otherNames } from "../text/other-names.ts";
import { recurrenceWords } from "./recurrence.ts";
import {
  type CalendarTime,
  dayBefore,
  durationWords,
  parseTime,
  parseTimes,
  type ZoneOffsets,
  timeOf,
  zoneOffsets,
} from "../text/times.ts";

/** An event, a task or an entry of a journal. */
export interface CalendarItem {
  readonly title: string;
  /** When it is, for the first line and for the outline; `(without a date)` if it has none. */
  readonly when: string;
  readonly start: CalendarTime | undefined;
  /** The lines that describe it, without title. */
  readonly lines: readonly string[];
  /** For selections: the title, the place and the identifier. */
  readonly names: readonly string[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The items of a file, sorted by time. */
export interface CalendarFile {
  /** The name and the description of the calendar, and what program made it. */
  readonly facts: Readonly<Record<string, string>>;
  readonly items: readonly CalendarItem[];
  /** Number of busy times, time zones and other components. */
  readonly others: number;
  /** Names of properties that are not shown. */
  readonly otherNames: readonly string[];
  readonly badLines: number;
  readonly isCut: boolean;
}

const kinds: Readonly<Record<string, string>> = {
  VEVENT: "event",
  VTODO: "task",
  VJOURNAL: "journal",
  VFREEBUSY: "busy times",
};

/** Parses iCalendar (RFC 5545) and vCalendar 1.0. Items without a date come last. */
export function parseCalendar(text: string): CalendarFile {
  const { components, badLines } = parseComponents(text);
  const calendars = components.filter(({ name }) => name === "VCALENDAR");
  const all = calendars.flatMap((calendar) => {
    const offsets = zoneOffsets(calendar);
    return calendar.components.filter(({ name }) => kinds[name] !== undefined).map((item) => itemOf(item, offsets));
  });
  const inner = calendars.flatMap(({ components: found }) => found);
  return {
    facts: factsOf(calendars),
    items: all.toSorted((one, other) => sortKey(one) - sortKey(other)),
    others: inner.filter(({ name }) => kinds[name] === undefined && name !== "VTIMEZONE").length,
    otherNames: otherNames(inner, (name) => shownNames.has(name) || silentNames.has(name)),
    badLines,
    isCut: calendars.some(({ isClosed }) => !isClosed),
  };
}

/** Properties that are shown, and those that only concern programs. */
const shownNames: ReadonlySet<string> = new Set(
  (
    "SUMMARY UID DTSTART DTEND DURATION DUE COMPLETED PERCENT-COMPLETE RECURRENCE-ID RRULE RDATE " +
    "EXDATE FREEBUSY LOCATION STATUS PRIORITY CLASS TRANSP CATEGORIES URL CONFERENCE ORGANIZER " +
    "ATTENDEE CONTACT ATTACH DESCRIPTION COMMENT ACTION TRIGGER"
  ).split(" "),
);
const silentNames: ReadonlySet<string> = new Set(
  (
    "DTSTAMP CREATED LAST-MODIFIED SEQUENCE TZID TZOFFSETFROM TZOFFSETTO TZNAME TZURL X-LIC-LOCATION " +
    "X-ALT-DESC X-WR-ALARMUID ACKNOWLEDGED REPEAT"
  ).split(" "),
);

function sortKey({ start }: CalendarItem): number {
  return start?.sortMs ?? Number.MAX_SAFE_INTEGER;
}

function factsOf([calendar]: readonly Component[]): Readonly<Record<string, string>> {
  if (calendar === undefined) return {};
  const named = {
    calendar: "X-WR-CALNAME",
    name: "NAME",
    description: "X-WR-CALDESC",
    "time zone": "X-WR-TIMEZONE",
    method: "METHOD",
    program: "PRODID",
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([label, name]) => {
      const value = textOf(calendar, name);
      return value === "" ? [] : [[label, value]];
    }),
  );
}

function itemOf(component: Component, offsets: ZoneOffsets): CalendarItem {
  const start = timeIn(component, "DTSTART", offsets);
  const due = timeIn(component, "DUE", offsets);
  const kind = kinds[component.name] ?? "";
  const title = textOf(component, "SUMMARY") || (kind === "busy times" ? "Busy times" : `(${kind} without a title)`);
  const when = whenWords(component, start, offsets);
  return {
    title,
    when: when || (due === undefined ? "(without a date)" : `due ${timeWords(due)}`),
    start: start ?? due,
    lines: [
      ...(kind === "event" ? [] : [`Kind: ${kind}`]),
      ...(when === "" ? [] : [`When: ${when}`]),
      ...timeLines(component, offsets),
      ...placeLines(component),
      ...peopleLines(component),
      ...component.components.filter(({ name }) => name === "VALARM").map(alarmLine),
      ...attachmentLines(component),
      ...descriptionLines(component),
    ],
    names: [title, textOf(component, "UID"), textOf(component, "LOCATION")],
    firstLine: component.firstLine,
    lastLine: component.lastLine,
  };
}

function timeIn(component: Component, name: string, offsets: ZoneOffsets): CalendarTime | undefined {
  const property = firstOf(component, name);
  return property === undefined ? undefined : parseTime(property, offsets);
}

/** Returns `2026-11-29 09:00 – 10:00 Europe/Rome`; empty without a start. */
function whenWords(component: Component, start: CalendarTime | undefined, offsets: ZoneOffsets): string {
  if (start === undefined) {
    const written = firstOf(component, "DTSTART")?.value.trim() ?? "";
    return written === "" ? "" : `${written} (no valid date)`;
  }
  const end = timeIn(component, "DTEND", offsets);
  if (end !== undefined) return start.isDate ? dayWords(start, end) : periodWords(start, end);
  const duration = firstOf(component, "DURATION")?.value;
  return duration === undefined ? startWords(start) : `${startWords(start)}, for ${durationWords(duration)}`;
}

function dayWords(start: CalendarTime, end: CalendarTime): string {
  const last = dayBefore(end);
  return last <= start.text ? `${start.text}, all day` : `${start.text} – ${last}, all day`;
}

/** A date is repeated only if it differs, and so is the time zone. */
function periodWords(start: CalendarTime, end: CalendarTime): string {
  if (end.zone !== start.zone) return `${timeWords(start)} – ${timeWords(end)}`;
  const isSameDay = end.text.slice(0, dateLength) === start.text.slice(0, dateLength);
  return isSameDay
    ? `${start.text} – ${end.text.slice(dateLength + 1)}${zoneWords(start)}`
    : `${start.text} – ${timeWords(end)}`;
}

const dateLength = "2026-11-29".length;

function startWords(start: CalendarTime): string {
  return start.isDate ? `${start.text}, all day` : timeWords(start);
}

function timeWords(time: CalendarTime): string {
  return `${time.text}${zoneWords(time)}`;
}

function zoneWords({ isDate, zone }: CalendarTime): string {
  if (isDate) return "";
  return zone === "" ? " (local time)" : ` ${zone}`;
}

function timeLines(component: Component, offsets: ZoneOffsets): readonly string[] {
  const changed = timeIn(component, "RECURRENCE-ID", offsets);
  const due = timeIn(component, "DUE", offsets);
  const done = timeIn(component, "COMPLETED", offsets);
  const percent = textOf(component, "PERCENT-COMPLETE");
  const all = (name: string): readonly CalendarTime[] =>
    component.properties
      .filter((property) => property.name === name)
      .flatMap((property) => parseTimes(property, offsets));
  return [
    ...(changed === undefined ? [] : [`Changes the repetition of: ${timeWords(changed)}`]),
    ...(due === undefined ? [] : [`Due: ${timeWords(due)}`]),
    ...(done === undefined ? [] : [`Completed: ${timeWords(done)}`]),
    ...(percent === "" ? [] : [`Progress: ${percent} %`]),
    ...component.properties
      .filter(({ name }) => name === "RRULE")
      .map(({ value }) => `Repeats: ${recurrenceWords(value)}`),
    ...timesLine("Also on", all("RDATE")),
    ...timesLine("Except", all("EXDATE")),
    ...component.properties
      .filter(({ name }) => name === "FREEBUSY")
      .flatMap((property) => busyLines(property, offsets)),
  ];
}

/** Returns the periods of a property, which have an end or a duration after a slash. */
function busyLines({ value, parameters }: Property, offsets: ZoneOffsets): readonly string[] {
  const kind = (parameters.get("FBTYPE")?.[0] ?? "BUSY").replace("-", ", ").toLowerCase();
  return value.split(",").map((period) => {
    const [first = "", last = ""] = period.trim().split("/");
    const start = timeOf(first, "", offsets);
    const end = timeOf(last, "", offsets);
    if (start === undefined) return `${kind}: ${period.trim()}`;
    return `${kind}: ${end === undefined ? `${timeWords(start)}, for ${durationWords(last)}` : periodWords(start, end)}`;
  });
}

/** Maximum number of dates that a line lists. */
const maxListed = 50;

function timesLine(label: string, times: readonly CalendarTime[]): readonly string[] {
  if (times.length === 0) return [];
  const more = times.length > maxListed ? ` and ${times.length - maxListed} more` : "";
  return [`${label}: ${times.slice(0, maxListed).map(timeWords).join(", ")}${more}`];
}

const placeNames: readonly (readonly [label: string, name: string])[] = [
  ["Where", "LOCATION"],
  ["Status", "STATUS"],
  ["Priority", "PRIORITY"],
  ["Class", "CLASS"],
  ["Shown as", "TRANSP"],
  ["Categories", "CATEGORIES"],
  ["Link", "URL"],
  ["Meeting", "CONFERENCE"],
];

/** Constants in words. */
const wordedValues: Readonly<Record<string, string>> = {
  TRANSPARENT: "free",
  TENTATIVE: "tentative",
  CONFIRMED: "confirmed",
  CANCELLED: "cancelled",
  "NEEDS-ACTION": "not started",
  "IN-PROCESS": "in process",
  COMPLETED: "completed",
  PRIVATE: "private",
  CONFIDENTIAL: "confidential",
};

/** Values that say nothing beyond the default. */
const silent: ReadonlySet<string> = new Set(["TRANSP OPAQUE", "CLASS PUBLIC", "PRIORITY 0"]);

function placeLines(component: Component): readonly string[] {
  return placeNames.flatMap(([label, name]) => {
    const values = component.properties.filter((property) => property.name === name).map(({ value }) => plain(value));
    const shown = values
      .filter((value) => value !== "" && !silent.has(`${name} ${value.toUpperCase()}`))
      .map((value) => wordedValues[value.toUpperCase()] ?? value);
    return shown.length === 0 ? [] : [`${label}: ${shown.join(", ")}`];
  });
}

function plain(value: string): string {
  return unescapeText(value).replaceAll(/\s+/g, " ").trim();
}

function peopleLines({ properties }: Component): readonly string[] {
  const line = (label: string, name: string): readonly string[] => {
    const people = properties.filter((property) => property.name === name).map(personWords);
    return people.length === 0 ? [] : [`${label}: ${people.join("; ")}`];
  };
  return [...line("Organizer", "ORGANIZER"), ...line("Attendees", "ATTENDEE"), ...line("Contact", "CONTACT")];
}

/** Returns `Ada <ada@example.org>, accepted, optional`. */
function personWords({ value, parameters }: Property): string {
  const fact = (name: string): string => (parameters.get(name)?.[0] ?? "").toUpperCase();
  const address = plain(value).replace(/^mailto:/i, "");
  const who = nameAndAddress(parameters.get("CN")?.join(", ").trim() ?? "", address);
  const facts = [
    answers[fact("PARTSTAT")] ?? fact("PARTSTAT").toLowerCase(),
    roles[fact("ROLE")],
    personKinds[fact("CUTYPE")],
  ];
  return [who, ...facts].filter((words) => words !== undefined && words !== "").join(", ");
}

const answers: Readonly<Record<string, string>> = { "NEEDS-ACTION": "no answer yet" };
const roles: Readonly<Record<string, string>> = {
  "OPT-PARTICIPANT": "optional",
  "NON-PARTICIPANT": "for information",
  CHAIR: "chair",
};
const personKinds: Readonly<Record<string, string>> = { ROOM: "room", RESOURCE: "resource", GROUP: "group" };

function nameAndAddress(name: string, address: string): string {
  if (name === "" || name === address) return address;
  return address === "" ? name : `${name} <${address}>`;
}

/** Describes an alarm, which is never run: what it would do, and when. */
function alarmLine(alarm: Component): string {
  const action = textOf(alarm, "ACTION").toLowerCase() || "alarm";
  const trigger = firstOf(alarm, "TRIGGER");
  if (trigger === undefined) return `Alarm: ${action}`;
  const time = parseTime(trigger, new Map());
  return `Alarm: ${action}, ${time === undefined ? triggerWords(trigger) : timeWords(time)}`;
}

function triggerWords({ value, parameters }: Property): string {
  const edge = parameters.get("RELATED")?.[0]?.toUpperCase() === "END" ? "the end" : "the start";
  if (/^\s*[+-]?P(?:T?0[DHMSW])+\s*$/i.test(value)) return `at ${edge}`;
  return `${durationWords(value)} ${value.trim().startsWith("-") ? "before" : "after"} ${edge}`;
}

function attachmentLines({ properties }: Component): readonly string[] {
  return properties.filter(({ name }) => name === "ATTACH").map(attachmentLine);
}

/** Describes an attachment: its name and type, and its address or its size. Nothing is fetched. */
function attachmentLine({ value, parameters }: Property): string {
  const file = parameters.get("FILENAME") ?? parameters.get("X-FILENAME") ?? [];
  const isInline = parameters.has("ENCODING") || parameters.get("VALUE")?.[0]?.toUpperCase() === "BINARY";
  const content = isInline ? `${Math.floor((value.length * 3) / 4)} bytes in the file` : plain(value);
  return `Attachment: ${[...file, ...(parameters.get("FMTTYPE") ?? []), content].join(", ")}`;
}

/** Returns the description with its own lines. */
function descriptionLines(component: Component): readonly string[] {
  return component.properties
    .filter(({ name }) => name === "DESCRIPTION" || name === "COMMENT")
    .flatMap(({ value }) => {
      const lines = unescapeText(value)
        .split("\n")
        .map((line) => line.trimEnd());
      while (lines.length > 0 && lines.at(-1) === "") lines.pop();
      return lines.length === 0 ? [] : ["", ...lines];
    });
}
