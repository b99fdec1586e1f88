/** A handler or a recogniser, as far as its processes can lose their trust. */
export interface Trusted {
  /** How often a process of it was ended because it was no longer trusted. Absent without processes. */
  readonly condemned?: number;
}

/**
 * Those who take part in the conversion of a document. A process that is condemned may have falsified what it gave before,
 * so nothing of that is used again.
 */
export interface TrustRecord {
  /** Adds a handler or a recogniser, before it is used. */
  add(party: Trusted): void;
  /** True if no process of anyone who took part was condemned since. */
  holds(): boolean;
}

/** Creates an empty record. */
export function createTrustRecord(): TrustRecord {
  const before = new Map<Trusted, number>();
  return {
    add(party) {
      if (!before.has(party)) before.set(party, condemnedOf(party));
    },
    holds: () => [...before].every(([party, condemned]) => condemnedOf(party) === condemned),
  };
}

function condemnedOf({ condemned = 0 }: Trusted): number {
  return condemned;
}
