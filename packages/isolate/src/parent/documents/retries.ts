import type { Death } from "../processes/death.ts";
import type { Loss } from "../processes/hosted-document.ts";
import type { Lease } from "./lease.ts";

/** Maximum number of moves when a document's child is needed elsewhere. */
const maxMoves = 20;

/** Decides whether a document may start again in another child. */
export class Retries {
  /** Deaths of children that the document may have caused, and moves for other reasons. */
  #deaths = 0;
  #moves = 0;

  /** True if the document may have killed its child, so that no other document should share its next one. */
  get isSuspect(): boolean {
    return this.#deaths > 0;
  }

  /** Uses one retry after the loss of a child. Returns false if no retry is left. */
  afterLoss(blame: Blame): boolean {
    const isGuilty = blame === "guilty" || (blame === "suspect" && this.#deaths > 0);
    if (isGuilty || this.#moves >= maxMoves) return false;
    this.#moves += 1;
    if (blame === "suspect") this.#deaths += 1;
    return true;
  }

  /** Uses the one retry of a handler that may have failed because of an earlier document. */
  afterFailure(): boolean {
    if (this.#deaths > 0) return false;
    this.#deaths += 1;
    return true;
  }
}

/**
 * The part of a document in the death of its child. A `suspect` document is tried once more, alone; then it is
 * `guilty`.
 */
type Blame = "innocent" | "suspect" | "guilty";

/** Decides whether a document caused the death of its child. */
export function assignBlame({ death, isSuspect, isSure }: Loss, lease: Lease | undefined): Blame {
  if (death.kind === "spawn") return "guilty";
  if (death.kind === "ended" || !isSuspect) return "innocent";
  return isSure && !(lease !== undefined && couldBeInherited(death, lease)) ? "guilty" : "suspect";
}

/** True if an earlier document may have killed the child: there was one, and this one gave no event yet. */
function couldBeInherited({ kind }: Death, { document, received }: Lease): boolean {
  return document > 1 && (kind === "memory" || ((kind === "exit" || kind === "signal") && received.events === 0));
}
