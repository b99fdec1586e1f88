import type { Handler } from "@reader/core";

/** A kind of file: its name for people, its media types, and the unit of its handler. */
interface Kind {
  readonly words: string;
  readonly types: RegExp;
  /** The unit of `pages`. */
  readonly unit?: string;
  /** An example of `select`. */
  readonly select?: string;
}

/** In display order. */
const kinds: readonly Kind[] = [
  { words: "PDF", types: /\/pdf$/, unit: "pages" },
  { words: "Word", types: /wordprocessingml|\/msword$|ms-word|x-ooxml-encrypted/ },
  { words: "Excel", types: /spreadsheetml|ms-excel/, unit: "sheets", select: '"Sheet2!A1:D20"' },
  { words: "PowerPoint", types: /presentationml|ms-powerpoint/, unit: "slides" },
  { words: "OpenDocument", types: /vnd\.oasis\.opendocument|vnd\.sun\.xml/ },
  { words: "RTF", types: /\/rtf$/ },
  { words: "Jupyter notebooks", types: /ipynb/, unit: "cells" },
  { words: "EPUB", types: /epub/, unit: "chapters" },
  { words: "FB2, MOBI", types: /fictionbook|mobipocket/, unit: "chapters" },
  { words: "XPS", types: /ms-xps/, unit: "pages" },
  { words: "comic books", types: /comicbook/, unit: "pages" },
  { words: "e-mail", types: /^message\/|ms-outlook|\/mbox$/ },
  { words: "web pages", types: /^text\/html$/ },
  { words: "SQLite", types: /\/vnd\.sqlite3$/ },
  { words: "DuckDB", types: /\/vnd\.duckdb$/ },
  { words: "Parquet, Arrow, Avro", types: /\/vnd\.apache\.|\/avro$|\/x-ndjson$/ },
  { words: "CSV", types: /^text\/(?:csv|tab-separated-values)$/ },
  { words: "dBASE", types: /\/x-dbf$/ },
  {
    words: "archives",
    types: /zip|\/x-(?:tar|7z|rar|cpio|bzip2|xz)|\/vnd\.rar|\/gzip|\/zstd/,
    select: '"docs/a.md" in an archive',
  },
  { words: "subtitles, calendars, contacts", types: /\/x-subrip$|^text\/(?:vtt|calendar|vcard)$/ },
  { words: "audio and video", types: /^(?:audio|video)\// },
  { words: "images", types: /^image\//, select: '"x,y,w,h" of an image' },
];

/** The formats that some handlers read, for the description of a tool. */
export interface Formats {
  /** Names of file kinds, such as `PDF`, `Word` and `images`. Unknown kinds are named after their handler. */
  readonly words: readonly string[];
  /** The units of `pages` in them. */
  readonly units: readonly string[];
  /** Examples of `select`. */
  readonly selects: readonly string[];
  /** True if a handler outlines its files. */
  readonly hasOutlines: boolean;
  /** True if a handler outlines text, so that a symbol can be selected. */
  readonly hasSymbols: boolean;
}

/** Maximum number of handlers that are listed by name. */
export const maxNamedHandlers = 12;

/** Lists what handlers read. At most `maxNamed` of them are listed by handler name. */
export function formatsOf(all: readonly Handler[], maxNamed: number): Formats {
  const handlers = all.filter(({ outlinesOnly }) => outlinesOnly === undefined);
  const types = handlers.flatMap(({ mediaTypes }) => mediaTypes);
  const present = kinds.filter((kind) => types.some((type) => kind.types.test(type)));
  const strange = handlers.filter(
    ({ mediaTypes }) => !mediaTypes.some((type) => kinds.some((kind) => kind.types.test(type))),
  );
  return {
    words: [...present.map(({ words }) => words), ...strange.slice(0, maxNamed).map(({ name }) => name.slice(0, 40))],
    units: present.flatMap(({ unit }) => (unit === undefined ? [] : [unit])),
    selects: present.flatMap(({ select }) => (select === undefined ? [] : [select])),
    hasOutlines: all.some((handler) => handler.outline !== undefined),
    hasSymbols: handlers.length < all.length,
  };
}

/** Joins parts in a sentence: `a, b and c`. */
export function listed(parts: readonly string[], conjunction: "and" | "or" = "and"): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/**
 * Maximum length of a description, in characters. OpenAI's models on Azure, and its models of 2024 and 2025, refuse
 * longer descriptions of functions (OpenHands/OpenHands#7167, modelcontextprotocol/servers#799).
 */
const maxCharacters = 1024;

/** Returns the description with as many names of handlers as the limit allows. */
export function withinLimit(describe: (maxNamed: number) => string, maxNamed: number = maxNamedHandlers): string {
  const description = describe(maxNamed);
  return description.length > maxCharacters && maxNamed > 0 ? withinLimit(describe, maxNamed - 1) : description;
}
