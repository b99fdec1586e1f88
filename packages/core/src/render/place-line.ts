import type { Extent } from "../contract/events.ts";
import type { Place, PlaceUnit } from "../contract/place.ts";
import { isMarkText, isNameChain, markFact, quoted, startsQuoted } from "./quote.ts";

/** Maximum length of a label. Names of archive entries may have 64 KB. */
const maxLabelCharacters = 200;
/** Maximum length of a label composed by a handler, which limits each of its names. */
const maxComposedCharacters = 1000;

/**
 * Renders the line without a number that marks the start of a place: `[page 3 of 12 · iii]`, `[slide 4 of 20 ·
 * hidden]`, `[cell 7 of 9 · code · In [3]]`. A sheet or an entry has its label only: `[sheet "Q3" A1:F120]`,
 * `[docs/a.md]`. The total comes from the extents, and is omitted if it is unknown. An approximate page has a tilde:
 * `[section 3 of 12 · Methods · page ~5]`, `[page ~5]`.
 *
 * A label that only repeats the heading at the start of `text`, which follows the line, is omitted.
 */
export function placeLine(at: Place, extents: readonly Extent[], text = ""): string {
  const label = labelOf(at);
  if (label !== undefined && at.unit === "entry") return `[${label}]`;
  if (label !== undefined && at.unit === "sheet") return `[sheet ${label}]`;
  const isRepeated = startsWithHeading(text, at.label);
  return `[${factsOf(at, extents, isRepeated ? undefined : label).join(" · ")}]`;
}

function factsOf(at: Place, extents: readonly Extent[], label: string | undefined): readonly string[] {
  const isAboutPage = at.unit === "page" && at.aboutPage !== undefined;
  return [
    isAboutPage ? `page ~${at.index}` : `${at.unit} ${at.index}${totalWords(at, extents)}`,
    ...(label === undefined ? [] : [label]),
    ...(at.aboutPage === undefined || isAboutPage ? [] : [`page ~${at.aboutPage}`]),
  ];
}

/** True if the first line of a text is a Markdown heading with this title. */
function startsWithHeading(text: string, title = ""): boolean {
  const [signs = ""] = /^#{1,6} /u.exec(text) ?? [];
  const end = signs.length + title.length;
  return signs !== "" && text.startsWith(title, signs.length) && (end === text.length || text[end] === "\n");
}

/** Names a place within a sentence: `page 3`, `sheet "Q3"`, `cell 7`, `section 3 · page ~5`. */
export function placeWords(at: Place): string {
  const { label: _, ...unnamed } = at;
  return placeLine(at.unit === "sheet" || at.unit === "entry" ? at : unnamed, []).slice(1, -1);
}

function labelOf({ unit, label, index }: Place): string | undefined {
  if (label === undefined || label === "" || label === String(index)) return undefined;
  const isComposed = label.length <= maxComposedCharacters && (composed[unit]?.(label) ?? false);
  return isComposed ? label : factOf(unit, label);
}

/**
 * Renders a label from the document itself. The names of sheets and entries are quoted, because they appear in the
 * position of a unit.
 */
function factOf(unit: PlaceUnit, label: string): string {
  return unit === "sheet" || unit === "entry" ? quoted(label, maxLabelCharacters) : markFact(label, maxLabelCharacters);
}

/**
 * Validators for labels that handlers compose of facts: `code · In [3]`, `hidden`, `"Q3" A1:F120`, `docs/a.md in
 * backup.zip`. A well-formed label is shown unchanged, so that quoted names in it are not quoted twice.
 */
const composed: { readonly [Unit in PlaceUnit]?: (label: string) => boolean } = {
  cell: isMarkText,
  slide: isMarkText,
  sheet: startsQuoted,
  entry: isNameChain,
};

function totalWords(at: Place, extents: readonly Extent[]): string {
  const extent = extents.find(({ unit }) => unit === at.unit);
  if (extent === undefined) return "";
  return extent.exact ? ` of ${extent.total}` : ` of at least ${extent.total}`;
}
