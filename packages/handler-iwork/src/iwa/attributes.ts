import type { Message } from "./message.ts";

/** A range of a text, from a character to the one before `end`, and the object that it refers to. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  readonly id: number;
}

interface Entry {
  readonly at: number;
  /** The object that the entry itself names. */
  readonly own: number | undefined;
  /** The object in force: entries without one continue the entry before. */
  readonly id: number | undefined;
  readonly message: Message;
}

/** The attributes of a text by position, in order. */
export class AttributeTable {
  readonly #entries: readonly Entry[];

  /** `table` is an attribute table of a text; `undefined` for none. */
  constructor(table: Message | undefined) {
    const entries: Entry[] = [];
    const messages = (table?.messages(1) ?? []).map((message) => ({ at: message.number(1) ?? 0, message }));
    for (const { at, message } of messages.toSorted((one, other) => one.at - other.at)) {
      const own = message.reference(2);
      entries.push({ at, own, id: own ?? entries.at(-1)?.id, message });
    }
    this.#entries = entries;
  }

  /** Returns the object in force at a position. */
  objectAt(position: number): number | undefined {
    return this.#entryAt(position)?.id;
  }

  /** Returns a number of the entry in force at a position. */
  numberAt(position: number, field: number): number {
    return this.#entryAt(position)?.message.number(field) ?? 0;
  }

  /** Returns the ranges that refer to an object: an entry without one ends them. `length` is that of the text. */
  ranges(length: number): readonly TextRange[] {
    return this.#entries.flatMap(({ at: start, own }, index) => {
      const end = this.#entries[index + 1]?.at ?? length;
      return own === undefined ? [] : [{ start, end, id: own }];
    });
  }

  /** Returns the objects at single positions, such as attachments. */
  get points(): ReadonlyMap<number, number> {
    return new Map(this.#entries.flatMap(({ at, own }) => (own === undefined ? [] : [[at, own] as const])));
  }

  #entryAt(position: number): Entry | undefined {
    return this.#entries[countUpTo(this.#entries, position, ({ at }) => at) - 1];
  }
}

/** Returns how many items of an ordered list have at most this value. */
export function countUpTo<Item>(items: readonly Item[], value: number, valueOf: (item: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && valueOf(item) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
