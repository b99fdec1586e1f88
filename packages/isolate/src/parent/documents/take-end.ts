import { checkError } from "../../channel/check-error.ts";
import type { Visit } from "../processes/depot.ts";
import { errorFacts } from "./fault-facts.ts";
import { isClean } from "./is-clean.ts";
import type { Arrival } from "../processes/passenger.ts";
import { reviveError } from "./revive-error.ts";
import type { Stay } from "./stay.ts";
import type { Task } from "./task.ts";

/** Where a document ended. */
export interface DocumentEnding {
  readonly task: Task;
  readonly stay: Stay;
  /** Whether its handler had been told to stop. */
  readonly wasLeaving: boolean;
}

/** How a document ended. */
export interface TakenEnd {
  /** Absent where it ended well. */
  readonly error: { readonly value: unknown } | undefined;
  readonly visit: Visit;
  /** Whether the fault may be that of a document which the child had before. */
  readonly mayBeInherited: boolean;
}

/** What the message of an end says of the document and of its child. */
export function takeEnd({ message }: Arrival, { task, stay, wasLeaving }: DocumentEnding): TakenEnd {
  const packed = message["error"] === undefined ? undefined : checkError(message["error"]);
  return {
    error: packed === undefined ? undefined : { value: reviveError(packed, errorFacts(task, stay)) },
    visit: { rssBytes: Number(message["rssBytes"]), isClean: isClean(packed, wasLeaving) },
    mayBeInherited: !wasLeaving && packed?.kind === "other" && stay.document > 1,
  };
}
