/** What the description of a comic book says (`ComicInfo.xml`, version 2.1 of the Anansi project). */
export interface ComicFacts {
  readonly title?: string;
  readonly series?: string;
  readonly author?: string;
  readonly publisher?: string;
  readonly language?: string;
  readonly created?: string;
  readonly comments?: string;
  /** The names of pages, by their numbers from 1. */
  readonly bookmarks: ReadonlyMap<number, string>;
}

type Fact = Exclude<keyof ComicFacts, "bookmarks">;

const labels: readonly (readonly [Fact, string])[] = [
  ["title", "Title"],
  ["series", "Series"],
  ["author", "Author"],
  ["publisher", "Publisher"],
  ["comments", "Description"],
  ["language", "Language"],
  ["created", "Created"],
];

/** Maximum number of characters of a fact, and of bookmarks. */
const maxCharacters = 1000;
const maxBookmarks = 1000;

/** Reads the facts, each an element with text only. Damaged ones are left out. */
export function parseComicFacts(xml: string): ComicFacts {
  const elements = new Map<string, string>();
  for (const [, name = "", words = ""] of xml.matchAll(/<([A-Za-z]{1,40})>([^<]{1,20000})<\/\1>/g)) {
    if (!elements.has(name)) elements.set(name, plain(words));
  }
  const joinedOf = (names: readonly string[], between: string): string =>
    names.flatMap((name) => elements.get(name) ?? []).join(between);
  const facts: Readonly<Record<Fact, string>> = {
    title: joinedOf(["Title"], ""),
    series: joinedOf(["Series", "Number"], " "),
    author: [...new Set(joinedOf(["Writer", "Penciller"], ", ").split(", "))].join(", "),
    publisher: joinedOf(["Publisher"], ""),
    language: joinedOf(["LanguageISO"], ""),
    created: joinedOf(["Year", "Month", "Day"], "-").replace(/-(\d)(?!\d)/g, "-0$1"),
    comments: joinedOf(["Summary"], ""),
  };
  const known = Object.entries(facts).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(known), bookmarks: bookmarksIn(xml) };
}

function bookmarksIn(xml: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const [tag] of xml.matchAll(/<Page\s[^<>]{1,2000}>/g)) {
    const page = /\sImage="(\d{1,6})"/.exec(tag)?.[1];
    const name = plain(/\sBookmark="([^"]{1,1000})"/.exec(tag)?.[1] ?? "");
    if (page !== undefined && name !== "" && found.size < maxBookmarks) found.set(Number(page) + 1, name);
  }
  return found;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(words: string): string {
  return words
    .replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxCharacters);
}

/** Returns the facts as lines, and an empty line; empty if there are none. */
export function factLines(facts: ComicFacts): string {
  const lines = labels.flatMap(([name, label]) => (facts[name] === undefined ? [] : [`${label}: ${facts[name]}\n`]));
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}
