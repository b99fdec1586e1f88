import { draft, type Draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxKeyDepth, maxKeys } from "../model/limits.ts";

/** The `truncated` fields of an outline with too many keys. */
export const tooManyKeys: Pick<Drafts, "truncated" | "truncatedBy"> = {
  truncated: true,
  truncatedBy: { limit: "maxKeys", value: maxKeys },
};

/** A key whose value is not complete. */
export interface OpenKey {
  readonly level: number;
  readonly entry: Draft;
}

/** Builds nested entries of keys, added in file order with their levels. */
export interface KeyTree {
  readonly roots: Draft[];
  /** True if keys were left out because there are too many. */
  readonly isFull: () => boolean;
  /** Adds a key that starts in a line and leaves it open. Ignores keys that are too deep or too many. */
  add(key: { readonly level: number; readonly name: string; readonly title: string; readonly line: number }): void;
  /** Closes all keys of this level and below. */
  endFrom(level: number, line: number): void;
  /** Returns the open key of exactly this level. */
  openAt(level: number): Draft | undefined;
}

/** Creates an empty tree. */
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
