import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { itemEvents, type ItemWords } from "../text/choose-items.ts";
import { otherNamesRemark } from "../text/other-names.ts";
import { decodeFolded } from "../text/decode-source.ts";
import { type CalendarFile, type CalendarItem, parseCalendar } from "./calendar-items.ts";

const words: ItemWords = {
  one: "event",
  many: "events",
  alsoSelect: "or a date such as `2026-11` or `2026-11-01:2026-11-15`",
};

/** Reads a calendar as its events, sorted by time. Nothing of it is run: no alarm, no link. */
export async function* readCalendar(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const calendar = await openCalendar(source);
  context.signal.throwIfAborted();
  const isWhole = context.pages === undefined && context.select === undefined;
  if (isWhole) {
    const lines = Object.entries(calendar.facts).map(
      ([label, value]) => `${label[0]?.toUpperCase() ?? ""}${label.slice(1)}: ${value}\n`,
    );
    if (lines.length > 0) yield text(`${lines.join("")}\n`);
    if (calendar.items.length === 0) yield text("(the calendar has no events)\n");
  }
  yield* itemEvents(calendar.items, context, { path: source.path, words, matches: isOn });
  if (isWhole) for (const remark of remarksOf(calendar)) yield notice(remark);
}

async function openCalendar(source: Source): Promise<CalendarFile> {
  const decoded = await decodeFolded(source);
  if (/^[\s\uFEFF]*BEGIN:VCALENDAR/i.test(decoded)) return parseCalendar(decoded);
  throw new ReadError("corrupt", `${source.path} is no calendar: it does not begin with BEGIN:VCALENDAR.`, {
    hint: 'Read it as text, with view "text".',
  });
}

const date = String.raw`\d{4}(?:-\d{2}(?:-\d{2})?)?`;
const dates = new RegExp(String.raw`^(${date})(?:\s*(?::|\.\.|–|\bto\b)\s*(${date}))?$`);

/** True if an event starts on a date, in a month or year, or between two dates. */
function isOn({ start }: CalendarItem, select: string): boolean {
  const [, first, last = first] = dates.exec(select) ?? [];
  if (start === undefined || first === undefined || last === undefined) return false;
  return start.text.slice(0, first.length) >= first && start.text.slice(0, last.length) <= last;
}

function remarksOf({ others, otherNames, badLines, isCut }: CalendarFile): readonly string[] {
  return [
    ...(isCut ? ["The file ends before the calendar does, so events may be missing."] : []),
    ...(others > 0 ? [`${others} other parts of the calendar are not shown: view "text" has all lines.`] : []),
    ...otherNamesRemark(otherNames),
    ...(badLines > 0 ? [`${badLines} lines of the file are damaged, and not shown: view "text" has all lines.`] : []),
  ];
}

/** Describes a calendar: its name, the number of events, the first and the last date. */
export async function describeCalendar(source: Source): Promise<HandlerInfo> {
  const { facts, items } = parseCalendar(await decodeFolded(source));
  const dates = items.flatMap(({ start }) => (start === undefined ? [] : [start.text]));
  return {
    extents: [extent("section", items.length)],
    facts: {
      ...facts,
      events: items.length,
      ...(dates.length === 0 ? {} : { first: dates[0] ?? "", last: dates.at(-1) ?? "" }),
    },
  };
}

/** Returns the events with their lines in the file, in its order. */
export async function outlineCalendar(source: Source): Promise<Outline> {
  const { items } = parseCalendar(await decodeFolded(source));
  return {
    entries: items
      .toSorted((one, other) => one.firstLine - other.firstLine)
      .map(({ title, when, firstLine, lastLine }) => ({
        kind: "entry" as const,
        name: title,
        title: `${when} · ${title}`,
        lines: { first: firstLine, last: lastLine },
      })),
  };
}
