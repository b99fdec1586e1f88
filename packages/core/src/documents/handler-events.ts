import type { HandlerEvent } from "../contract/events.ts";
import { cleanEvent } from "./clean-event.ts";
import type { HandlerAtWork } from "./failed-handler.ts";
import { handlerFault } from "./handler-fault.ts";

/** How the events of a handler are gone through. */
export interface EventWatch {
  /** Throws when the time is over, because a handler that never waits leaves no turn to a timer. */
  readonly checkTime?: () => void;
  /** Whose events these are. */
  readonly atWork?: HandlerAtWork | undefined;
}

/** The events of a handler, each of them checked and made anew, and of what it throws only `ReadError`s. */
export async function* handlerEvents(
  events: AsyncIterable<HandlerEvent>,
  { checkTime, atWork }: EventWatch = {},
): AsyncGenerator<HandlerEvent, void, undefined> {
  try {
    for await (const event of events) {
      checkTime?.();
      yield cleanEvent(event);
    }
  } catch (error) {
    throw handlerFault(error, atWork);
  }
}
