import type { Place, ReadOutcome, ReadRequest, TextSection } from "@reader/core";
import type { ToolAnswer } from "@reader/tool";

/** The fields of a request that decide what its line numbers count. */
export type Scope = Pick<ReadRequest, "pages" | "select" | "view" | "encoding">;

/** What one answer showed of one file. */
export interface Sighting {
  /** Relative to its root. */
  readonly path: string;
  /** As the model wrote it, where it did. */
  readonly asked?: string;
  readonly scope: Scope;
  readonly sections: readonly TextSection[];
  /** Where the pictures stand that were shown; undefined for one that stands nowhere, such as the file itself. */
  readonly pictures: readonly (Place | undefined)[];
  /** How many pages the documents have that were handed over whole; undefined where that is not known. */
  readonly documents: readonly (number | undefined)[];
}

/** What a read showed. Pictures and documents that did not fit into its answer were not shown. */
export function sightingOf(request: unknown, outcome: ReadOutcome, answer: ToolAnswer): Sighting {
  const media = outcome.parts.filter((part) => part.type !== "text").slice(0, answer.media.length);
  return {
    path: outcome.path,
    ...askedOf(request),
    scope: scopeOf(request),
    sections: outcome.parts.filter((part) => part.type === "text"),
    pictures: media.flatMap((part) => (part.type === "image" ? [part.at] : [])),
    documents: media.flatMap((part) => (part.type === "document" ? [part.pages] : [])),
  };
}

/** What a search showed: of the files that its answer names, the lines around matches. */
export function sightingsOfFind(outcomes: readonly ReadOutcome[], answer: ToolAnswer): readonly Sighting[] {
  const { matches } = answer.facts;
  const named = new Set(Array.isArray(matches) ? matches.map(pathOf) : []);
  return outcomes
    .filter(({ path }) => named.has(path))
    .map(({ path, parts }) => ({
      path,
      scope: {},
      sections: parts.filter((part) => part.type === "text").filter((part) => part.matches !== undefined),
      pictures: [],
      documents: [],
    }));
}

function pathOf(match: unknown): unknown {
  return typeof match === "object" && match !== null && "path" in match ? match.path : undefined;
}

/** Models have other names for the path, too. */
function askedOf(request: unknown): Pick<Sighting, "asked"> {
  if (typeof request !== "object" || request === null) return {};
  const fields: readonly (readonly [string, unknown])[] = Object.entries(request);
  const asked = fields.find(([name]) => /^(?:file|path|file_?path|file_?name)$/i.test(name))?.[1];
  return typeof asked === "string" ? { asked } : {};
}

function scopeOf(request: unknown): Scope {
  if (typeof request !== "object" || request === null) return {};
  const given = Object.entries(request).filter(
    ([name, value]) =>
      /^(?:pages|select|view|encoding)$/.test(name) && (typeof value === "string" ? value !== "" : false),
  );
  return Object.fromEntries(given);
}
