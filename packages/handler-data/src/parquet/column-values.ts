import type { SchemaElement } from "hyparquet";
import { decimalOfBytes, exactDecimal, isScale } from "../table/exact-decimal.ts";
import { instantOf, shortestFloat } from "../table/stored-values.ts";

/** Converts a value as it is stored. */
export type ReadValue = (value: unknown) => unknown;

/**
 * Returns the conversion of a column that hyparquet reads as binary fractions (decimals), with digits of a longer type
 * (numbers of 32 bits), without its last digits (times), with a time (dates), or not at all (intervals); `undefined` for other columns.
 */
export function valueReader(element: SchemaElement): ReadValue | undefined {
  const { type } = element;
  const meaning = meaningOf(element);
  if (type === "FLOAT" && meaning === undefined) return floatOf;
  return type === undefined || type === "BYTE_ARRAY" ? undefined : readers[meaning ?? ""]?.(element);
}

/** Returns what the values of an element mean, in the words of the format; `undefined` if they mean themselves. */
export function meaningOf({ logical_type: logical, converted_type: converted }: SchemaElement): string | undefined {
  return logical?.type ?? converted;
}

const readers: Readonly<Record<string, (element: SchemaElement) => ReadValue | undefined>> = {
  DECIMAL: ({ scale = 0 }) => decimalReader(scale),
  INTERVAL: () => (value) => (value instanceof Uint8Array ? intervalOf(value) : value),
  DATE: () => dateOf,
  TIMESTAMP: ({ logical_type: logical }) =>
    logical?.type === "TIMESTAMP" ? timestampReader(logical.unit, logical.isAdjustedToUTC) : undefined,
  TIMESTAMP_MICROS: () => timestampReader("MICROS", true),
  TIME: ({ logical_type: logical }) => (logical?.type === "TIME" ? timeReader(logical.unit) : undefined),
  TIME_MILLIS: () => timeReader("MILLIS"),
  TIME_MICROS: () => timeReader("MICROS"),
};

/** The element without its meaning, so that the library gives the values as they are stored. */
export function asStored(element: SchemaElement): SchemaElement {
  const { logical_type: _, converted_type: __, ...stored } = element;
  return stored;
}

/** Values that are no integers, and all values if the scale is impossible, stay as they are. */
function decimalReader(scale: number): ReadValue {
  return (value) => {
    if (!isScale(scale)) return value;
    if (value instanceof Uint8Array) return decimalOfBytes(value, scale);
    return isInteger(value) ? exactDecimal(BigInt(value), scale) : value;
  };
}

function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

function floatOf(value: unknown): unknown {
  return typeof value === "number" ? shortestFloat(value) : value;
}

const dayInMs = 86_400_000;

/** Returns a number of days since 1970 as a date without a time. */
function dateOf(days: unknown): unknown {
  if (typeof days !== "number") return days;
  const date = new Date(days * dayInMs);
  return Number.isNaN(date.getTime()) ? date : date.toISOString().replace(/T.*/, "");
}

type Unit = "MILLIS" | "MICROS" | "NANOS";

function timestampReader(unit: Unit, isInstant: boolean): ReadValue {
  return (value) => {
    if (typeof value !== "bigint") return value;
    const instant = unit === "MILLIS" ? new Date(Number(value)) : instantOf(value, namesOfUnits[unit]);
    if (isInstant || (instant instanceof Date && Number.isNaN(instant.getTime()))) return instant;
    return (instant instanceof Date ? instant.toISOString() : instant).replace(/Z$/, "");
  };
}

const namesOfUnits = { MICROS: "micros", NANOS: "nanos" } as const;

/** Times of a day are what timestamps of the first day have after the date. */
function timeReader(unit: Unit): ReadValue {
  const read = timestampReader(unit, false);
  return (value) => {
    if (!isInteger(value)) return value;
    const text = read(BigInt(value));
    return typeof text === "string" ? text.slice("1970-01-01T".length) : text;
  };
}

/** An interval is three numbers, the lowest byte first: months, days and milliseconds. */
function intervalOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = ["months", "days", "ms"].flatMap((unit, index) => {
    const number = bytes.length < 12 ? 0 : view.getUint32(index * 4, true);
    return number === 0 ? [] : [`${number} ${unit}`];
  });
  return words.length === 0 ? "0 ms" : words.join(" ");
}
