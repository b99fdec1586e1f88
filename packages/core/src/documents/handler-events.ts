import type { HandlerEvent } from "../events.ts";
import { cleanEvent } from "./clean-event.ts";
import { handlerFault } from "./handler-fault.ts";

/**
 * The events of a handler, each of them checked and made anew, and of what it throws only `ReadError`s. `checkTime`
 * throws when the time is over, because a handler that never waits leaves no turn to a timer.
 */
export async function* handlerEvents(
  events: AsyncIterable<HandlerEvent>,
  checkTime: () => void,
): AsyncGenerator<HandlerEvent, void, undefined> {
  try {
    for await (const event of events) {
      checkTime();
      yield cleanEvent(event);
    }
  } catch (error) {
    throw handlerFault(error);
  }
}
