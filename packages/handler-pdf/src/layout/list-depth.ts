import { sharedWidth } from "../model/boxes.ts";
import type { FlowLine } from "./flow.ts";
import { startOf } from "./line-geometry.ts";

const deepest = 6;

/** Knows how deep the items of the lists of a page are. */
export interface ListDepths {
  /** From 0, by the tags, or else by where the item begins against those before. */
  readonly of: (first: FlowLine) => number;
  /** Whether a tagged item begins here that the page has not had; one that goes on from the page before does not. */
  readonly begins: (first: FlowLine | undefined) => boolean;
  /** Whether an item was met since the last end. */
  readonly isInList: () => boolean;
  /** The list is over. */
  readonly end: () => void;
}

/**
 * Starts outside of any list. Where items of the page have marks, a first one without goes on from the page before, as one
 * does that begins in the midst of a sentence.
 */
export function createListDepths(areMarked: () => boolean): ListDepths {
  const starts: number[] = [];
  let lastItem = 0;
  let isFirst = true;
  let last: FlowLine | undefined;
  const place = (first: FlowLine): number => {
    // In the next column the list begins at another place.
    if (last !== undefined && isAbove(first, last)) starts.length = 0;
    last = first;
    const start = startOf(first);
    const slackPt = 0.6 * first.sizePt;
    while (starts.length > 0 && start < (starts.at(-1) ?? 0) - slackPt) starts.pop();
    if (start > (starts.at(-1) ?? -Infinity) + slackPt && starts.length < deepest) starts.push(start);
    return Math.max(0, starts.length - 1);
  };
  return {
    of: (first) => {
      const byPlace = place(first);
      const byTag = first.tag?.listDepth ?? 0;
      // Word processors write the lists inside of lists side by side: then the place tells.
      return byTag > 1 ? Math.min(byTag, deepest) - 1 : byPlace;
    },
    begins: (first) => {
      const wasFirst = isFirst;
      isFirst = false;
      const item = first?.tag?.item ?? 0;
      if (item <= lastItem) return false;
      const goesOn = wasFirst && (/^\p{Ll}/u.test(first?.text ?? "") || areMarked());
      lastItem = item;
      return !goesOn;
    },
    isInList: () => starts.length > 0,
    end: () => {
      isFirst = false;
      starts.length = 0;
    },
  };
}

function isAbove(first: FlowLine, last: FlowLine): boolean {
  return first.box.y1 <= last.box.y0 && sharedWidth(first.box, last.box) === 0;
}
