/** A handler or a recogniser that takes part in the conversion of a document. */
export interface Contributor {
  /** How often a process of it was ended because it was no longer trusted. Absent without processes. */
  readonly condemned?: number;
}

/**
 * Those who take part in the conversion of a document. A process that is condemned may have falsified what it gave
 * before, so a document with a part from such a process is converted again.
 */
export interface TrustRecord {
  /** Adds a handler or a recogniser, before it is used. */
  add(contributor: Contributor): void;
  /** True if no process of a contributor was condemned after the contributor was added. */
  holds(): boolean;
}

/** Creates an empty record. */
export function createTrustRecord(): TrustRecord {
  const before = new Map<Contributor, number>();
  return {
    add(contributor) {
      if (!before.has(contributor)) before.set(contributor, condemnedOf(contributor));
    },
    holds: () => [...before].every(([contributor, condemned]) => condemnedOf(contributor) === condemned),
  };
}

function condemnedOf({ condemned = 0 }: Contributor): number {
  return condemned;
}
