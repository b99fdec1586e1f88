import type { Extent } from "../contract/events.ts";
import type { Place, PlaceUnit } from "../contract/place.ts";
import { isMarkText, isNameChain, markFact, quoted, startsQuoted } from "./quote.ts";

/** A label that is longer is cut: names of entries may have 64 KB. */
const maxLabelCharacters = 200;
/** Characters of a label that a handler composed, which has limits for each of its names. */
const maxComposedCharacters = 1000;

/**
 * The line that stands, without a number, where a place begins: `[page 3 of 12 · iii]`, `[slide 4 of 20 · hidden]`,
 * `[cell 7 of 9 · code · In [3]]`. A sheet or an entry is named by its label alone: `[sheet "Q3" A1:F120]`,
 * `[docs/a.md]`. The total comes from the extents, and is left out where it is not known.
 */
export function placeLine(at: Place, extents: readonly Extent[]): string {
  const label = labelOf(at);
  if (label !== undefined && at.unit === "entry") return `[${label}]`;
  if (label !== undefined && at.unit === "sheet") return `[sheet ${label}]`;
  return `[${at.unit} ${at.index}${totalWords(at, extents)}${label === undefined ? "" : ` · ${label}`}]`;
}

/** A place within a sentence: `page 3`, `sheet "Q3"`, `cell 7`. */
export function placeWords(at: Place): string {
  return placeLine(at.unit === "sheet" || at.unit === "entry" ? at : { unit: at.unit, index: at.index }, []).slice(
    1,
    -1,
  );
}

function labelOf({ unit, label, index }: Place): string | undefined {
  if (label === undefined || label === "" || label === String(index)) return undefined;
  const isComposed = label.length <= maxComposedCharacters && (composed[unit]?.(label) ?? false);
  return isComposed ? label : factOf(unit, label);
}

/** The words of a document itself; a sheet and an entry stand where a unit of ours would, so their names are quoted. */
function factOf(unit: PlaceUnit, label: string): string {
  return unit === "sheet" || unit === "entry" ? quoted(label, maxLabelCharacters) : markFact(label, maxLabelCharacters);
}

/**
 * Units whose labels handlers compose of facts: `code · In [3]`, `hidden`, `"Q3" A1:F120`, `docs/a.md in backup.zip`.
 * Such a label stands as it is if it is well-formed, so that what it quotes is not quoted twice.
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
