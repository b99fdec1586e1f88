/** Counts tracked changes. */
export interface Changes {
  /** Counts one change, given the attributes of its element. */
  count(kind: ChangeKind, attributes: Readonly<Record<string, string>>): void;
  readonly total: number;
  /** Returns one line for each author. */
  lines(): readonly string[];
}

/** The kinds of tracked changes. */
export type ChangeKind = "insertion" | "deletion" | "move" | "formatting change";

interface AuthorChanges {
  readonly counts: Map<ChangeKind, number>;
  readonly days: string[];
}

/** Maximum number of authors to list; a hostile document may have any number. */
const maxAuthors = 100;

/** Creates an empty counter. */
export function createChanges(): Changes {
  const authors = new Map<string, AuthorChanges>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    count(kind, attributes) {
      total += 1;
      const author = attributes["w:author"] ?? "";
      const known = authors.get(author) ?? { counts: new Map<ChangeKind, number>(), days: [] };
      if (authors.size < maxAuthors) authors.set(author, known);
      known.counts.set(kind, (known.counts.get(kind) ?? 0) + 1);
      noteDay(known.days, (attributes["w:date"] ?? "").slice(0, 10));
    },
    lines: () => [...authors].map(([author, changes]) => lineOf(author, changes)),
  };
}

/** Extends a range of days. */
function noteDay(days: string[], day: string): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return;
  const [first = day, last = day] = days;
  days[0] = day < first ? day : first;
  days[1] = day > last ? day : last;
}

function lineOf(author: string, { counts, days: [first, last] }: AuthorChanges): string {
  const facts = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
  if (first !== undefined) facts.push(first === last ? first : `${first} to ${last ?? first}`);
  const name = author.replace(/\s+/g, " ").trim();
  return `Tracked changes: ${name === "" ? "unknown author" : name} (${facts.join(", ")})`;
}
