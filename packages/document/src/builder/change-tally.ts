/** Counts what authors inserted and deleted while changes were tracked. */
export interface ChangeTally {
  /** Counts a change; `date` is a day, as `2024-03-01`. */
  count(kind: ChangeKind, author: string, date: string | undefined): void;
  /** The number of counted changes. */
  readonly total: number;
  /** Returns one line per author, or an empty list if nothing changed. */
  lines(): readonly string[];
}

/** The kind of a tracked change. */
export type ChangeKind = "insertion" | "deletion";

interface AuthorChanges {
  insertion: number;
  deletion: number;
  first: string | undefined;
  last: string | undefined;
}

/** Maximum number of authors listed; a hostile document can name any number of them. */
const maxAuthors = 100;

/** Creates an empty tally. */
export function createChangeTally(): ChangeTally {
  const authors = new Map<string, AuthorChanges>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    count(kind, author, date) {
      total += 1;
      const changes = authors.get(author) ?? { insertion: 0, deletion: 0, first: undefined, last: undefined };
      if (authors.size < maxAuthors) authors.set(author, changes);
      changes[kind] += 1;
      if (date === undefined) return;
      if (changes.first === undefined || date < changes.first) changes.first = date;
      if (changes.last === undefined || date > changes.last) changes.last = date;
    },
    lines: () => [...authors].map(([author, changes]) => lineOf(author, changes)),
  };
}

function lineOf(author: string, { insertion, deletion, first, last }: AuthorChanges): string {
  const counts = [counted(insertion, "insertion"), counted(deletion, "deletion")].filter((count) => count !== "");
  const days = first === last ? first : `${first} to ${last}`;
  const facts = [...counts, ...(days === undefined ? [] : [days])].join(", ");
  return `Tracked changes: ${author === "" ? "unknown author" : author} (${facts})`;
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Returns the day of a date as Word packs it into 32 bits ([MS-DOC], 2.9.75 DTTM), or `undefined` if it is not set. */
export function dayOfWordDate(packed: number): string | undefined {
  const day = (packed >>> 11) & 0x1f;
  const month = (packed >>> 16) & 0xf;
  const year = ((packed >>> 20) & 0x1ff) + 1900;
  if (day === 0 || month === 0 || month > 12) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
