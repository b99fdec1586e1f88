import type { DataType, Field } from "@uwdata/flechette";
import { exactDecimal, isScale } from "../table/exact-decimal.ts";
import { shortestFloat } from "../table/stored-values.ts";

// The numbers of types and units are those of Schema.fbs of the Arrow columnar format.

const timeUnits: Readonly<Record<number, string>> = { 0: "s", 1: "ms", 2: "us", 3: "ns" };

/** Digits after the second in each unit. */
const fractionDigits: Readonly<Record<number, number>> = { 0: 0, 1: 3, 2: 6, 3: 9 };

/** The names of types without parameters, as pyarrow writes them. */
const plainNames: Readonly<Record<number, string>> = {
  0: "none",
  1: "null",
  4: "binary",
  5: "string",
  6: "bool",
  19: "large_binary",
  20: "large_string",
  23: "binary_view",
  24: "string_view",
};

/** What a type has, whichever it is. */
interface TypeFacts {
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly signed?: boolean;
  readonly precision?: number;
  readonly scale?: number;
  readonly unit?: number;
  readonly timezone?: string | null;
  readonly stride?: number;
  readonly children?: readonly Field[];
  readonly dictionary?: DataType;
}

/** Returns the type of a field in the words of Arrow: `int64, not null`, `list<string>`, `timestamp[us, UTC]`. */
export function fieldType({ type, nullable }: Field): string {
  return `${typeName(type)}${nullable ? "" : ", not null"}`;
}

function typeName(type: TypeFacts): string {
  const plain = plainNames[type.typeId];
  if (plain !== undefined) return plain;
  return (namesByType[type.typeId] ?? listName)(type);
}

const unitName = ({ unit = 0 }: TypeFacts): string => timeUnits[unit] ?? "";
const zoneName = ({ timezone }: TypeFacts): string => (timezone ? `, ${timezone}` : "");

/** Returns the name of the type of a child. */
function childName({ children = [] }: TypeFacts, at: number): string {
  const child = children[at];
  return child === undefined ? "" : typeName(child.type);
}

function listName(type: TypeFacts): string {
  return type.children === undefined ? "unknown" : `list<${childName(type, 0)}>`;
}

function namedChildren({ children = [] }: TypeFacts): string {
  return children.map(({ name, type }) => `${name}: ${typeName(type)}`).join(", ");
}

const namesByType: Readonly<Record<number, (type: TypeFacts) => string>> = {
  [-1]: ({ dictionary }) => `dictionary of ${dictionary === undefined ? "" : typeName(dictionary)}`,
  2: ({ signed, bitWidth }) => `${signed === true ? "" : "u"}int${bitWidth}`,
  3: ({ precision = 0 }) => ["float16", "float32", "float64"][precision] ?? "float",
  7: ({ bitWidth, precision, scale }) => `decimal${bitWidth}(${precision}, ${scale})`,
  8: ({ unit }) => (unit === 0 ? "date32" : "date64"),
  9: (type) => `time${type.bitWidth}[${unitName(type)}]`,
  10: (type) => `timestamp[${unitName(type)}${zoneName(type)}]`,
  11: () => "interval",
  13: (type) => `struct<${namedChildren(type)}>`,
  14: (type) => `union<${namedChildren(type)}>`,
  15: ({ stride }) => `fixed_size_binary[${stride}]`,
  16: (type) => `list[${type.stride}]<${childName(type, 0)}>`,
  17: (type) => `map${childName(type, 0).replace(/^struct/, "")}`,
  18: (type) => `duration[${unitName(type)}]`,
  22: (type) => `run-end encoded ${childName(type, 1)}`,
};

/** Turns a value of a column as flechette returns it into one that `cellText` shows. */
export type Converter = (value: unknown) => unknown;

/** Maximum number of items of a list that are shown. */
const maxItems = 500;

const unchanged: Converter = (value) => value;

/** Returns the conversion of the values of a type. Nulls stay nulls. */
export function converterOf(type: TypeFacts): Converter {
  const convert = (convertersByType[type.typeId] ?? listConverter)(type);
  return convert === unchanged ? unchanged : (value) => (value === null || value === undefined ? null : convert(value));
}

/** The precision of a number of 32 bits. */
const single = 1;

const convertersByType: Readonly<Record<number, (type: TypeFacts) => Converter>> = {
  [-1]: ({ dictionary }) => (dictionary === undefined ? unchanged : converterOf(dictionary)),
  2: ({ bitWidth }) => (bitWidth === 64 ? integerOf : unchanged),
  3: ({ precision }) => (precision === single ? (value) => shortestFloat(value as number) : unchanged),
  7: ({ scale = 0 }) =>
    isScale(Math.abs(scale)) ? (value) => exactDecimal(BigInt(value as number | bigint), scale) : unchanged,
  8: () => (value) => dayOf(Number(value)),
  9:
    ({ unit = 0 }) =>
    (value) =>
      timeOfDay(BigInt(value as number | bigint), unit),
  10:
    ({ unit = 0, timezone }) =>
    (value) =>
      timestampOf(value as bigint, unit, timezone !== null),
  11: () => intervalOf,
  13: ({ children = [] }) => structConverter(children),
  14: () => unchanged,
  17: ({ children: [entries] = [] }) => (entries === undefined ? unchanged : mapConverter(entries)),
  18: (type) => (value) => `${String(value)} ${unitName(type)}`,
  22: ({ children: [, values] = [] }) => (values === undefined ? unchanged : converterOf(values.type)),
};

/** Converts the items of a list; values of other types stay as they are. */
function listConverter({ children: [items] = [] }: TypeFacts): Converter {
  if (items === undefined) return unchanged;
  const convert = converterOf(items.type);
  return (value) => shownItems(value, convert);
}

function structConverter(children: readonly Field[]): Converter {
  const converters = children.map(({ name, type }) => [name, converterOf(type)] as const);
  return (value) => {
    const fields = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(converters.map(([name, convert]) => [name, convert(fields[name])]));
  };
}

/** The entries of a map are structs of a key and a value. */
function mapConverter(entries: Field): Converter {
  const { children: [key, value] = [] }: TypeFacts = entries.type;
  const convertKey = key === undefined ? unchanged : converterOf(key.type);
  const convertValue = value === undefined ? unchanged : converterOf(value.type);
  return (found) =>
    shownItems(found, (entry) => {
      const [name, content] = entry as readonly [unknown, unknown];
      return [convertKey(name), convertValue(content)];
    });
}

function shownItems(value: unknown, convert: Converter): unknown {
  const items = value as ArrayLike<unknown>;
  const shown = Array.from({ length: Math.min(items.length, maxItems) }, (_, at) => convert(items[at]));
  return items.length > maxItems ? [...shown, `… (${items.length} items)`] : shown;
}

/** Returns a number if it is exact: JSON has no larger integers. */
function integerOf(value: unknown): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? "(invalid date)" : date.toISOString().replace(/T00:00:00\.000Z$/, "");
}

function timeOfDay(value: bigint, unit: number): string {
  const { seconds, fraction } = split(value, unit);
  const total = Number(seconds);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return `${parts.map((part) => String(part).padStart(2, "0")).join(":")}${fraction}`;
}

/** Writes a time as ISO 8601, with as many digits as it needs; without `Z` if it is no instant. */
function timestampOf(value: bigint, unit: number, isInstant: boolean): unknown {
  const milliseconds = Number(value) * (millisecondsOf[unit] ?? 1);
  if (unit <= 1 || value % (subMilliseconds[unit] ?? 1n) === 0n) return wholeTimestamp(milliseconds, isInstant);
  const { seconds, fraction } = split(value, unit);
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `${value} ${timeUnits[unit] ?? ""}`;
  return `${date.toISOString().slice(0, -".000Z".length)}${fraction}${isInstant ? "Z" : ""}`;
}

const millisecondsOf: Readonly<Record<number, number>> = { 0: 1000, 1: 1, 2: 1e-3, 3: 1e-6 };
const subMilliseconds: Readonly<Record<number, bigint>> = { 2: 1000n, 3: 1_000_000n };

function wholeTimestamp(milliseconds: number, isInstant: boolean): unknown {
  const date = new Date(Math.round(milliseconds));
  if (isInstant || Number.isNaN(date.getTime())) return date;
  const text = date.toISOString();
  return text.endsWith(".000Z") ? text.slice(0, -".000Z".length) : text.slice(0, -1);
}

function split(value: bigint, unit: number): { readonly seconds: bigint; readonly fraction: string } {
  const digits = fractionDigits[unit] ?? 0;
  const scale = 10n ** BigInt(digits);
  const rest = ((value % scale) + scale) % scale;
  const fraction = rest === 0n ? "" : `.${rest.toString().padStart(digits, "0").replace(/0+$/, "")}`;
  return { seconds: (value - rest) / scale, fraction };
}

/** Intervals are months, days and milliseconds, or months, days and nanoseconds. */
function intervalOf(value: unknown): string {
  if (typeof value === "number") return counted(value, "month");
  const parts = Array.from(value as ArrayLike<number>, Number);
  const units = parts.length === 2 ? ["day", "ms"] : ["month", "day", "ns"];
  return parts.map((part, at) => counted(part, units[at] ?? "")).join(" ");
}

function counted(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 || unit.endsWith("s") ? "" : "s"}`;
}
