import type { HandlerEvent } from "../contract/events.ts";
import { cleanEvent } from "./clean-event.ts";
import type { HandlerAtWork } from "./failed-handler.ts";
import { handlerFault } from "./handler-fault.ts";

/** Options for iterating over the events of a handler. */
export interface EventWatch {
  /** Throws when the time is over. Needed because a handler that never waits blocks timers. */
  readonly checkTime?: () => void;
  /** The handler of these events. */
  readonly atWork?: HandlerAtWork | undefined;
}

/** Yields the events of a handler, each validated and copied. Throws only `ReadError`s. */
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
