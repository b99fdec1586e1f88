/** A list item as the file describes it. */
export interface IndentedItem {
  readonly numId: string;
  /** The level in its list, from 0. */
  readonly level: number;
  /** The indentation of its text in twentieths of a point, if it is known. */
  readonly indent: number | undefined;
}

/** Finds the levels of items when lists are nested only by their indentation: Word then gives each its own list. */
export interface ListNesting {
  /** Returns the level of the next item, from 0. */
  next(item: IndentedItem): number;
  /** Ends all lists. */
  end(): void;
}

/** Minimum difference between the indentations of two levels, in twentieths of a point: 0.1 inch. */
const minStep = 144;

/** Creates the nesting of items without open lists. */
export function createListNesting(): ListNesting {
  /** The level of the outermost items of each list. */
  const offsets = new Map<string, number>();
  /** The items that the next one can be nested in, outermost first. */
  const open: { readonly level: number; readonly indent: number }[] = [];
  const offsetOf = ({ numId, level, indent }: IndentedItem): number => {
    const known = offsets.get(numId);
    if (known !== undefined) return known;
    const outer = indent === undefined ? undefined : open.findLast((item) => item.indent + minStep <= indent);
    const offset = outer === undefined ? 0 : Math.max(0, outer.level + 1 - level);
    offsets.set(numId, offset);
    return offset;
  };
  return {
    next(item) {
      const level = offsetOf(item) + item.level;
      while ((open.at(-1)?.level ?? -1) >= level) open.pop();
      if (item.indent !== undefined) open.push({ level, indent: item.indent });
      return level;
    },
    end() {
      offsets.clear();
      open.length = 0;
    },
  };
}
