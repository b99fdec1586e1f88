import type { Member } from "../member.ts";

/** The first members of an archive, and all of them in order. */
export interface LookedAhead {
  readonly first: readonly Member[];
  /** Whether there are no more; also where the archive is damaged behind them. */
  readonly isWhole: boolean;
  /** All members; throws where the archive is damaged. */
  members(): AsyncIterable<Member>;
}

/**
 * Takes members as far as there are, up to so many. Their content is then gone, their facts are not. Rejects where
 * there is not even one.
 */
export async function lookAhead(members: AsyncIterable<Member>, most: number): Promise<LookedAhead> {
  const iterator = members[Symbol.asyncIterator]();
  const first: Member[] = [];
  let fault: { readonly error: unknown } | undefined;
  let isWhole = false;
  try {
    while (first.length < most && !isWhole) {
      const step = await iterator.next();
      if (step.done === true) isWhole = true;
      else first.push(step.value);
    }
  } catch (error) {
    if (first.length === 0) throw error;
    fault = { error };
  }
  return {
    first,
    isWhole,
    async *members() {
      yield* first;
      if (fault !== undefined) throw fault.error;
      if (!isWhole) yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}
