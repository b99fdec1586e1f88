/** How an item of a list begins. */
export interface ItemStart {
  /** Such as `- `. */
  readonly marker: string;
  /** What goes before the marker. */
  readonly prefix: string;
  /** Whether it follows another item, without an empty line between. */
  readonly isTight: boolean;
}

/** An item that starts with a list of its own: `- 1. text`. */
export function nested(outer: ItemStart, inner: ItemStart): ItemStart {
  return { marker: outer.marker + inner.marker, prefix: outer.prefix, isTight: outer.isTight };
}
