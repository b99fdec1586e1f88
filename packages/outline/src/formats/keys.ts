import { draft, type Draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxKeyDepth, maxKeys } from "../model/limits.ts";

/** What an outline of keys says of itself when it is full. */
export const tooManyKeys: Pick<Drafts, "truncated" | "truncatedBy"> = {
  truncated: true,
  truncatedBy: { limit: "maxKeys", value: maxKeys },
};

/** A key while its value is still being read. */
export interface OpenKey {
  readonly level: number;
  readonly entry: Draft;
}

/** Keys as entries inside each other, told in the order of the file with their levels. */
export interface KeyTree {
  readonly roots: Draft[];
  /** Whether keys were left out because there are too many. */
  readonly isFull: () => boolean;
  /** A key that begins in a line; undefined where it is too deep, or one too many. It is still open. */
  add(key: { readonly level: number; readonly name: string; readonly title: string; readonly line: number }): void;
  /** Everything of this level and below it ends in a line. */
  endFrom(level: number, line: number): void;
  /** The key of exactly this level that is open. */
  openAt(level: number): Draft | undefined;
}

/** A tree without keys. */
export function createKeyTree(): KeyTree {
  const roots: Draft[] = [];
  const open: OpenKey[] = [];
  let count = 0;
  const endFrom: KeyTree["endFrom"] = (level, line) => {
    while ((open.at(-1)?.level ?? 0) >= level) {
      const entry = open.pop()?.entry;
      if (entry !== undefined) entry.last = Math.max(entry.last, line);
    }
  };
  return {
    roots,
    endFrom,
    isFull: () => count > maxKeys,
    openAt: (level) => open.findLast((each) => each.level === level)?.entry,
    add({ level, name, title, line }) {
      if (level > maxKeyDepth) return;
      count += 1;
      if (count > maxKeys) return;
      const entry = draft({ kind: "key", name: titleOf(name), title: titleOf(title), first: line, last: line });
      (open.at(-1)?.entry.children ?? roots).push(entry);
      open.push({ level, entry });
    },
  };
}
