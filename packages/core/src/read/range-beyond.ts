import { ReadError } from "../contract/errors.ts";
import type { Extent } from "../contract/events.ts";
import type { PlaceUnit } from "../contract/place.ts";
import { markFact } from "../render/quote.ts";
import type { ResultPart } from "../contract/result.ts";
import type { Finished } from "./finished.ts";
import { windowsOf } from "./windows.ts";

/** Throws `out-of-range` if all requested line ranges are beyond the end, unless the rules ask for a notice instead. */
export function refuseLinesBeyond(
  { pulled, total, checked }: Finished,
  path: string,
  parts: readonly ResultPart[],
): void {
  const [first] = pulled.beyond;
  if (first === undefined || parts.length > 0 || total === undefined) return;
  // A range that exists may show nothing because a search found nothing in it.
  if (pulled.beyond.length < windowsOf(checked).length) return;
  if (checked.rules.linesBeyond === "note") return;
  const what = total === 1 ? "1 line" : `${total} lines`;
  const orLast = checked.rules.negativeOffset === "refuse" ? "" : ", or -N for the last N lines";
  throw new ReadError("out-of-range", `${path} has ${what}; line ${first.first} is beyond its end.`, {
    hint:
      total === 0 ? "The file is empty: there is nothing to read." : `Ask for an offset from 1 to ${total}${orLast}.`,
    details: { total, unit: "line" },
  });
}

/** Throws `out-of-range` if the requested pages run past the last one and the rules refuse that. */
export function refusePagesBeyond({ collector, checked }: Finished, path: string): void {
  if (checked.rules.pagesBeyond !== "refuse" || checked.pages === undefined) return;
  const extent = unitExtent(collector.extents);
  const beyond = checked.pages.find((range) => "last" in range && (range.last ?? 0) > (extent?.total ?? Infinity));
  if (extent === undefined || beyond === undefined) return;
  const { unit, total } = extent;
  const message = `${path} has ${unitCount(extent)}; \`pages\` ${markFact(String(checked.request.pages))} run past the last one.`;
  throw new ReadError("out-of-range", message, {
    hint: `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit },
  });
}

/** Returns the size of a document in its units. Returns `undefined` if it has no units or their number is unknown. */
export function unitExtent(extents: readonly Extent[]): (Extent & { readonly unit: PlaceUnit }) | undefined {
  for (const { unit, ...extent } of extents) if (unit !== "line" && extent.exact) return { unit, ...extent };
  return undefined;
}

/** Formats a size as `1 page` or `12 entries`. */
export function unitCount({ unit, total }: Extent): string {
  if (total === 1) return `1 ${unit}`;
  return `${total} ${unit === "entry" ? "entries" : `${unit}s`}`;
}
