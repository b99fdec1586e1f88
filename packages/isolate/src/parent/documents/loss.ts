import type { Death } from "../processes/death.ts";
import type { Loss } from "../processes/passenger.ts";
import type { Stay } from "./stay.ts";

/** What a document has to do with the death of its child. `suspect` is tried once more, alone; then it is `guilty`. */
export type Judgement = "innocent" | "suspect" | "guilty";

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
