import type { Place, ReadOutcome, ReadRequest, TextSection } from "@reader/core";
import type { ToolAnswer } from "@reader/tool";

/** The fields of a request that define the numbering of lines. */
export type Scope = Pick<ReadRequest, "pages" | "select" | "view" | "encoding">;

/** What an answer showed of a file. */
export interface ShownFile {
  /** Relative to its root. */
  readonly path: string;
  /** The path in the request of the model, if it wrote one. */
  readonly asked?: string;
  readonly scope: Scope;
  readonly sections: readonly TextSection[];
  /** The places of the images that were shown. Undefined for an image without a place, such as the file itself. */
  readonly images: readonly (Place | undefined)[];
  /** The page counts of documents that were sent whole. Undefined if unknown. */
  readonly documents: readonly (number | undefined)[];
}

/** Returns what a read showed. Images and documents that did not fit into the answer are not included. */
export function shownByRead(request: unknown, outcome: ReadOutcome, answer: ToolAnswer): ShownFile {
  const media = outcome.parts.filter((part) => part.type !== "text").slice(0, answer.media.length);
  return {
    path: outcome.path,
    ...askedOf(request),
    scope: scopeOf(request),
    sections: outcome.parts.filter((part) => part.type === "text"),
    images: media.flatMap((part) => (part.type === "image" ? [part.at] : [])),
    documents: media.flatMap((part) => (part.type === "document" ? [part.pages] : [])),
  };
}

/** Returns what a search showed: the lines around matches of the files that its answer names. */
export function shownByFind(outcomes: readonly ReadOutcome[], answer: ToolAnswer): readonly ShownFile[] {
  const { matches } = answer.facts;
  const named = new Set(Array.isArray(matches) ? matches.map(pathOf) : []);
  return outcomes
    .filter(({ path }) => named.has(path))
    .map(({ path, parts }) => ({
      path,
      scope: {},
      sections: parts.filter((part) => part.type === "text").filter((part) => part.matches !== undefined),
      images: [],
      documents: [],
    }));
}

function pathOf(match: unknown): unknown {
  return typeof match === "object" && match !== null && "path" in match ? match.path : undefined;
}

/** Models use several names for the path field. */
function askedOf(request: unknown): Pick<ShownFile, "asked"> {
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
