import { text, type HandlerEvent } from "@reader/core/handler";

/** The properties of a document. Dates are ISO 8601 days or timestamps. */
export interface DocumentFacts {
  readonly title?: string | undefined;
  readonly subject?: string | undefined;
  readonly author?: string | undefined;
  readonly keywords?: string | undefined;
  readonly comments?: string | undefined;
  /** A language tag, such as `en` or `pt-BR`. */
  readonly language?: string | undefined;
  readonly created?: string | undefined;
  readonly modified?: string | undefined;
}

const names: readonly (readonly [keyof DocumentFacts, string])[] = [
  ["title", "Title"],
  ["subject", "Subject"],
  ["author", "Author"],
  ["keywords", "Keywords"],
  ["comments", "Description"],
  ["language", "Language"],
  ["created", "Created"],
  ["modified", "Modified"],
];

/** Maximum number of characters of one property. */
const maxCharacters = 1000;

/** Yields the known properties, one line each, and an empty line; nothing if none is known. */
export function* frontMatter(facts: DocumentFacts): Generator<HandlerEvent> {
  const lines = names.flatMap(([key, name]) => {
    const value = cleaned(facts[key]);
    return value === undefined ? [] : [`${name}: ${value}\n`];
  });
  if (lines.length > 0) yield text(`${lines.join("")}\n`);
}

/** Returns a property on one line, with a timestamp reduced to its day, or `undefined` if it is empty. */
export function cleaned(value: string | undefined): string | undefined {
  const line = (value ?? "").replace(/[\s\0]+/g, " ").trim();
  if (line === "") return undefined;
  return /^\d{4}-\d\d-\d\dT/.test(line) ? line.slice(0, 10) : line.slice(0, maxCharacters);
}
