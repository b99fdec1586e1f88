import type { Death } from "../processes/death.ts";
import type { Loss } from "../processes/passenger.ts";
import type { Stay } from "./lease.ts";

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

/** What a document has to do with the death of its child. `suspect` is tried once more, alone; then it is `guilty`. */
type Judgement = "innocent" | "suspect" | "guilty";

/** Judges a document by how its child died. */
export function judgeLoss({ death, isSuspect, isSure }: Loss, stay: Stay | undefined): Judgement {
  if (death.kind === "spawn") return "guilty";
  if (death.kind === "ended" || !isSuspect) return "innocent";
  return isSure && !(stay !== undefined && couldBeInherited(death, stay)) ? "guilty" : "suspect";
}

/** Whether a child may have died of a document before this one: it had some, and nothing came of this one yet. */
function couldBeInherited({ kind }: Death, { document, received }: Stay): boolean {
  return document > 1 && (kind === "memory" || ((kind === "exit" || kind === "signal") && received.events === 0));
}
