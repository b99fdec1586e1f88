import type { Judgement } from "./loss.ts";

/** How often a document moves when its child is needed elsewhere; more is no progress. */
const maxMoves = 20;

/** How often a document may begin again in another child. */
export class SecondChances {
  /** Deaths of children that it may have caused, and moves for other reasons. */
  #deaths = 0;
  #moves = 0;

  /** Whether it may be what its child died of, so that no other document should be beside it. */
  get isSuspect(): boolean {
    return this.#deaths > 0;
  }

  /** Takes a chance after the loss of a child, if there is one. */
  afterLoss(judgement: Judgement): boolean {
    const isGuilty = judgement === "guilty" || (judgement === "suspect" && this.#deaths > 0);
    if (isGuilty || this.#moves >= maxMoves) return false;
    this.#moves += 1;
    if (judgement === "suspect") this.#deaths += 1;
    return true;
  }

  /** Takes the one chance of a handler that may have failed because of a document before this one. */
  afterFailure(): boolean {
    if (this.#deaths > 0) return false;
    this.#deaths += 1;
    return true;
  }
}
