import { timeOf } from "../text/times.ts";

const units: Readonly<Record<string, string>> = {
  SECONDLY: "second",
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};

const days: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const ordinals: Readonly<Record<string, string>> = {
  "1": "first",
  "2": "second",
  "3": "third",
  "4": "fourth",
  "5": "fifth",
  "-1": "last",
  "-2": "second to last",
};

/** The parts of a rule that have words. A rule with other parts is shown as written. */
const wordedParts: ReadonlySet<string> = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "WKST",
]);

/**
 * Returns a recurrence rule (RFC 5545, 3.3.10) in words: `every 2 weeks on Monday and Friday, until 2026-12-31`. A rule
 * that words would not describe completely is returned as written.
 */
export function recurrenceWords(rule: string): string {
  const parts = partsOf(rule);
  const unit = units[parts.get("FREQ") ?? ""];
  const dayNames = listOf(parts.get("BYDAY")).map(dayWords);
  const isWorded = [...parts.keys()].every((name) => wordedParts.has(name)) && !dayNames.includes("");
  if (unit === undefined || !isWorded) return rule.trim();
  const interval = Number(parts.get("INTERVAL") ?? "1");
  const often = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`;
  const when = [
    ...(dayNames.length === 0 ? [] : [`on ${listed(dayNames)}`]),
    ...monthDayWords(listOf(parts.get("BYMONTHDAY"))),
    ...monthWords(listOf(parts.get("BYMONTH"))),
  ];
  return `${[often, ...when].join(" ")}${endWords(parts)}`;
}

function partsOf(rule: string): ReadonlyMap<string, string> {
  const pairs = rule
    .trim()
    .toUpperCase()
    .split(";")
    .map((part) => part.split("="));
  return new Map(pairs.flatMap(([name = "", value = ""]) => (name.trim() === "" ? [] : [[name.trim(), value.trim()]])));
}

function listOf(value: string | undefined): readonly string[] {
  return (value ?? "").split(",").filter((each) => each !== "");
}

function dayWords(day: string): string {
  const [, position, name = ""] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day) ?? [];
  const word = days[name] ?? "";
  if (position === undefined || word === "") return word;
  const ordinal = ordinals[String(Number(position))];
  return ordinal === undefined ? "" : `the ${ordinal} ${word}`;
}

function monthDayWords(numbers: readonly string[]): readonly string[] {
  return numbers.length === 0 ? [] : [`on ${listed(numbers.map(monthDay))}`];
}

function monthDay(number: string): string {
  if (number === "-1") return "the last day";
  return number.startsWith("-") ? `day ${number.slice(1)} from the end` : `day ${number}`;
}

function monthWords(numbers: readonly string[]): readonly string[] {
  return numbers.length === 0 ? [] : [`in ${listed(numbers.map((month) => months[Number(month) - 1] ?? month))}`];
}

function endWords(parts: ReadonlyMap<string, string>): string {
  const count = parts.get("COUNT");
  if (count !== undefined) return `, ${count} times`;
  const until = parts.get("UNTIL");
  if (until === undefined) return "";
  const time = timeOf(until, "", new Map());
  return `, until ${time === undefined ? until : `${time.text}${time.zone === "" ? "" : ` ${time.zone}`}`}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
