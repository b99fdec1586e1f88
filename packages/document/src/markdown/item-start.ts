/** The start of a list item. */
export interface ItemStart {
  /** The marker, such as `- `. */
  readonly marker: string;
  /** The text before the marker. */
  readonly prefix: string;
  /** True if no empty line separates it from the previous item. */
  readonly isTight: boolean;
}

/** Combines an item with the inner list that it starts with: `- 1. text`. */
export function nested(outer: ItemStart, inner: ItemStart): ItemStart {
  return { marker: outer.marker + inner.marker, prefix: outer.prefix, isTight: outer.isTight };
}
