import type { Attributes } from "./elements.ts";

/** A list whose end has not come. */
export interface OpenList {
  /** The next number; not a number where it has bullets. */
  next: number;
  hasItems: boolean;
  /** What its lines begin with. */
  readonly prefix: string;
}

/** What stands before an item: the number as the author sees it where the element says it. */
export function markerOf(list: OpenList | undefined, attributes: Attributes): string {
  const label = attributes.get("data-label");
  const isNumbered = list !== undefined && !Number.isNaN(list.next);
  const number = Number(attributes.get("value") ?? list?.next);
  if (isNumbered) list.next = number + 1;
  if (label !== undefined) return label === "" ? "" : `${label} `;
  return isNumbered ? `${number}. ` : "- ";
}
