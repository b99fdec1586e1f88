import type { Extent } from "../events.ts";
import type { Place } from "../place.ts";
import { escapeName } from "./escapes.ts";
import { shortened } from "./words.ts";

/** A label that is longer is cut: names of entries may have 64 KB. */
const maxLabelCharacters = 200;

/**
 * The line that stands, without a number, where a place begins: `[page 3 of 12 · iii]`, `[slide 4 of 20 · hidden]`,
 * `[cell 7 of 9 · code · In [3]]`. A sheet or an entry is named by its label alone: `[sheet "Q3" A1:F120]`,
 * `[docs/a.md]`. The total comes from the extents, and is left out where it is not known.
 */
export function placeLine(at: Place, extents: readonly Extent[]): string {
  const label = labelOf(at);
  if (label !== undefined && at.unit === "entry") return `[${label}]`;
  if (label !== undefined && at.unit === "sheet") return `[sheet ${label.startsWith('"') ? label : `"${label}"`}]`;
  return `[${at.unit} ${at.index}${totalWords(at, extents)}${label === undefined ? "" : ` · ${label}`}]`;
}

/** A place within a sentence: `page 3`, `sheet "Q3"`, `cell 7`. */
export function placeWords(at: Place): string {
  return placeLine(at.unit === "sheet" || at.unit === "entry" ? at : { unit: at.unit, index: at.index }, []).slice(
    1,
    -1,
  );
}

function labelOf({ label, index }: Place): string | undefined {
  if (label === undefined || label === "" || label === String(index)) return undefined;
  const shown = escapeName(shortened(label, maxLabelCharacters));
  return closesBracket(shown) ? `"${shown.replaceAll('"', String.raw`\"`)}"` : shown;
}

/** Whether a label would end the bracket that it stands in, so that what follows passes for words of ours. */
function closesBracket(label: string): boolean {
  let depth = 0;
  for (const character of label) {
    if (character === "[") depth += 1;
    if (character === "]") depth -= 1;
    if (depth < 0) return true;
  }
  return depth !== 0;
}

function totalWords(at: Place, extents: readonly Extent[]): string {
  const extent = extents.find(({ unit }) => unit === at.unit);
  if (extent === undefined) return "";
  return extent.exact ? ` of ${extent.total}` : ` of at least ${extent.total}`;
}
