import { text, type HandlerEvent } from "@reader/core/handler";

/** What a document says of itself. Dates are days or moments as ISO 8601 writes them. */
export interface DocumentFacts {
  readonly title?: string | undefined;
  readonly subject?: string | undefined;
  readonly author?: string | undefined;
  readonly keywords?: string | undefined;
  readonly comments?: string | undefined;
  readonly created?: string | undefined;
  readonly modified?: string | undefined;
}

const names: readonly (readonly [keyof DocumentFacts, string])[] = [
  ["title", "Title"],
  ["subject", "Subject"],
  ["author", "Author"],
  ["keywords", "Keywords"],
  ["comments", "Description"],
  ["created", "Created"],
  ["modified", "Modified"],
];

/** Characters of one line; longer ones are no titles. */
const maxCharacters = 1000;

/** The lines of what is known, and an empty one; nothing where nothing is known. */
export function* frontMatter(facts: DocumentFacts): Generator<HandlerEvent> {
  const lines = names.flatMap(([key, name]) => {
    const value = cleaned(facts[key]);
    return value === undefined ? [] : [`${name}: ${value}\n`];
  });
  if (lines.length > 0) yield text(`${lines.join("")}\n`);
}

/** On one line; a moment becomes its day. */
export function cleaned(value: string | undefined): string | undefined {
  const line = (value ?? "").replace(/[\s\0]+/g, " ").trim();
  if (line === "") return undefined;
  return /^\d{4}-\d\d-\d\dT/.test(line) ? line.slice(0, 10) : line.slice(0, maxCharacters);
}
