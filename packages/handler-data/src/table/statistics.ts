import type { Json } from "@reader/core/handler";
import { cellText } from "./cell-text.ts";
import { allColumns, type DataTable } from "./dataset.ts";

/** Maximum number of rows that are read for statistics. */
const maxRows = 100_000;

/** Maximum number of different values that are counted. */
const maxDistinct = 10_000;

/** Maximum number of characters of a shown value. */
const maxCharacters = 80;

interface Profile {
  nulls: number;
  count: number;
  readonly values: Set<string>;
  least: unknown;
  most: unknown;
}

/** Statistics of the columns of a table. */
export interface TableStatistics {
  /** Number of rows that they are of. */
  readonly rows: number;
  /** True if the table has more rows. */
  readonly isSample: boolean;
  readonly columns: readonly Json[];
}

/** Reads the first rows of a table, and counts values, nulls and different values of each column, with the extremes. */
export async function statisticsOf(table: DataTable, signal: AbortSignal): Promise<TableStatistics> {
  const profiles = table.columns.map((): Profile => ({
    nulls: 0,
    count: 0,
    values: new Set(),
    least: undefined,
    most: undefined,
  }));
  let rows = 0;
  for await (const batch of table.rows({ first: 1, last: maxRows }, allColumns(table))) {
    signal.throwIfAborted();
    rows += batch.length;
    for (const row of batch) for (const [at, profile] of profiles.entries()) add(profile, row[at]);
  }
  const columns = table.columns.map(({ name, type }, at): Json => ({ name, type, ...factsOf(profiles[at]) }));
  return { rows, isSample: rows >= maxRows && (table.rowCount ?? Number.POSITIVE_INFINITY) > rows, columns };
}

function add(profile: Profile, value: unknown): void {
  if (value === null || value === undefined) {
    profile.nulls += 1;
    return;
  }
  profile.count += 1;
  if (profile.values.size <= maxDistinct) profile.values.add(cellText(value).slice(0, maxCharacters * 2));
  if (typeof value === "object" && !(value instanceof Date)) return;
  if (profile.least === undefined || isBelow(value, profile.least)) profile.least = value;
  if (profile.most === undefined || isBelow(profile.most, value)) profile.most = value;
}

/** Compares as SQLite does: numbers come before texts. A date and a text are compared as texts. */
function isBelow(one: unknown, other: unknown): boolean {
  if (one instanceof Date && typeof other === "string") return withoutZone(cellText(one)) < withoutZone(other);
  if (other instanceof Date && typeof one === "string") return withoutZone(one) < withoutZone(cellText(other));
  const isText = typeof one === "string";
  if (isText !== (typeof other === "string")) return !isText;
  return (one as number) < (other as number);
}

/** Without its zone, a time comes before those with more digits. */
function withoutZone(instant: string): string {
  return instant.replace(/Z$/, "");
}

function factsOf(profile: Profile | undefined): { readonly [name: string]: Json } {
  if (profile === undefined) return {};
  const { count, nulls, values, least, most } = profile;
  const isMany = values.size > maxDistinct;
  return {
    count,
    nulls,
    distinct: isMany ? `more than ${maxDistinct}` : values.size,
    ...(least === undefined ? {} : { min: cellText(least).slice(0, maxCharacters) }),
    ...(most === undefined ? {} : { max: cellText(most).slice(0, maxCharacters) }),
  };
}
